/** The completion script of bash, 3.2 and newer. */
import { caseFunctions, configValueCases, live, quoted } from './posix.ts'
import { notice, type Words } from './words.ts'

const list = (words: readonly { word: string }[]) => quoted(words.map(({ word }) => word).join(' '))

/** The script. It compares what was typed and hands it to nothing that would expand it (no eval, no compgen -W). */
export function bash(words: Words): string {
  return `# ${notice('bash')}
${live}

${caseFunctions(words, {
  offers: (found) => `found=${list(found)}`,
  globals: `found="$found ${words.globals.map(({ word }) => word).join(' ')}"`,
  path: 'path',
  offer: 'found',
})}

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
