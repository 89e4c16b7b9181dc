/** The completion script of bash, 3.2 and newer. */
import { argumentCases, cases, profiles, quoted, valueCases } from './posix.ts'
import { notice, type Words } from './words.ts'

const list = (words: readonly { word: string }[]) => quoted(words.map(({ word }) => word).join(' '))

/** The script. It compares what was typed and hands it to nothing that would expand it (no eval, no compgen -W). */
export function bash(words: Words): string {
  const { own, global } = valueCases(words)
  return `# ${notice('bash')}
${profiles}

_movecli_commands() {
  case $1 in
${cases(words.places.filter(({ commands }) => commands.length > 0).map(({ path, commands }) => [[path], `found=${list(commands)}`]))}
  esac
}

_movecli_flags() {
  case $1 in
${cases(words.places.filter(({ flags }) => flags.length > 0).map(({ path, flags }) => [[path], `found=${list(flags)}`]))}
  esac
  found="$found ${words.globals.map(({ word }) => word).join(' ')}"
}

_movecli_step() {
  case $1 in
${cases([
  ...words.places
    .filter(({ path }) => path !== '')
    .map(({ path }) => [[path], `path=${quoted(path)}`] as const),
  ...words.aliases.map(({ typed, path }) => [[typed], `path=${quoted(path)}`] as const),
])}
    *) return 1 ;;
  esac
}

_movecli_value() {
  case "$1 $2" in
${cases(own.map(([names, offer]) => [names, `found=${quoted(offer)}; return 0`]))}
  esac
  case $2 in
${cases(global.map(([names, offer]) => [names, `found=${quoted(offer)}; return 0`]))}
  esac
  return 1
}

_movecli_argument() {
  case "$1 $2" in
${argumentCases(words)
  .map(([pattern, offer]) => `    ${pattern}) found=${quoted(offer)} ;;`)
  .join('\n')}
  esac
}

_movecli() {
  local IFS=$' \\t\\n' found='' path='' flag='' word='' args=0 i glued=''
  local cur=\${COMP_WORDS[COMP_CWORD]:-}
  COMPREPLY=()
  for ((i = 1; i < COMP_CWORD; i++)); do
    word=\${COMP_WORDS[i]}
    if [[ -n $flag && $word == '=' ]]; then
      continue
    fi
    if [[ $word == [:=]* ]]; then
      glued=1
      continue
    fi
    if [[ -n $glued ]]; then
      glued=''
      continue
    fi
    if [[ -n $flag ]]; then
      flag=''
      continue
    fi
    case $word in
      --)
        compopt -o default 2>/dev/null
        return 0
        ;;
      -*) _movecli_value "$path" "$word" && flag=$word ;;
      *) _movecli_step "\${path:+$path }$word" || args=$((args + 1)) ;;
    esac
  done
  found=''
  [[ $cur == '=' ]] && cur=''
  if [[ -n $flag ]]; then
    _movecli_value "$path" "$flag"
  elif [[ $cur == -* ]]; then
    _movecli_flags "$path"
  else
    [[ $args == 0 ]] && _movecli_commands "$path"
    [[ -n $found ]] || _movecli_argument "$path" "$args"
  fi
  case $found in
    @profile) found=$(_movecli_profiles) ;;
    @file)
      compopt -o default 2>/dev/null
      return 0
      ;;
    @*) return 0 ;;
  esac
  for word in $found; do
    [[ $word == "$cur"* ]] && COMPREPLY+=("$word")
  done
  return 0
}

complete -F _movecli movecli
`
}
