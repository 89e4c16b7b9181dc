/** The completion script of bash, 3.2 and newer. */
import { argumentCases, cases, configValueCases, live, quoted, valueCases } from './posix.ts'
import { notice, type Words } from './words.ts'

const list = (words: readonly { word: string }[]) => quoted(words.map(({ word }) => word).join(' '))

/** The script. It compares what was typed and hands it to nothing that would expand it (no eval, no compgen -W). */
export function bash(words: Words): string {
  const { own, global } = valueCases(words)
  return `# ${notice('bash')}
${live}

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

_movecli_config_value() {
  case $1 in
${configValueCases(words)}
    *) found='' ;;
  esac
}

_movecli() {
  local IFS=$' \\t\\n' found='' path='' flag='' word='' args=0 i glued='' last='' before='' offer='' files=''
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
      *) _movecli_step "\${path:+$path }$word" || {
        args=$((args + 1))
        last=$word
      } ;;
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
    [[ $args == 0 && -z $path ]] && found="$found @alias"
    [[ -n $found ]] || _movecli_argument "$path" "$args"
  fi
  [[ $found == @value ]] && _movecli_config_value "$last"
  for word in $found; do
    case $word in
      @file) files=1 ;;
      @list)
        if [[ $cur == *,* ]]; then
          before=\${cur%,*},
          cur=\${cur##*,}
        fi
        ;;
      @any) ;;
      @*) offer="$offer $(_movecli_live "\${word#@}")" ;;
      *) offer="$offer $word" ;;
    esac
  done
  for word in $offer; do
    [[ $word == "$cur"* ]] && COMPREPLY+=("$before$word")
  done
  [[ -n $files && \${#COMPREPLY[@]} == 0 ]] && compopt -o default 2>/dev/null
  return 0
}

complete -F _movecli movecli
`
}
