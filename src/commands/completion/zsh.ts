/** The completion script of zsh. */
import { caseFunctions, configValueCases, live, quoted } from './posix.ts'
import { notice, type Word, type Words } from './words.ts'

/** `word:about`, as _describe takes them. */
const described = (words: readonly Word[]) =>
  words.map(({ word, about }) => quoted(`${word}:${about}`)).join(' ')

/**
 * The script: as a file called _movecli in a folder of $fpath, or sourced. Nothing typed
 * is evaluated (no eval, no (e) flag).
 */
export function zsh(words: Words): string {
  return `#compdef movecli
# ${notice('zsh')}
${live}

${caseFunctions(words, {
  offers: (found) => `found=(${described(found)})`,
  globals: `found+=(${described(words.globals)})`,
  path: 'at',
  offer: 'offer',
})}

_movecli_config_value() {
  local found=''
  case $1 in
${configValueCases(words)}
  esac
  offer=$found
}

_movecli() {
  local at='' flag='' word='' offer='' last='' cur
  local -a words_found
  local -i i args=0
  local -a found
  for ((i = 2; i < CURRENT; i++)); do
    word=$words[i]
    if [[ -n $flag ]]; then
      flag=''
      continue
    fi
    case $word in
      --)
        _default
        return
        ;;
      --*=*) ;;
      -*) _movecli_value "$at" "$word" && flag=$word ;;
      *) _movecli_step "\${at:+$at }$word" || {
        args+=1
        last=$word
      } ;;
    esac
  done
  offer=''
  cur=$words[CURRENT]
  if [[ $cur == --*=* ]]; then
    flag=\${cur%%=*}
    compset -P '*='
    cur=''
  fi
  if [[ -n $flag ]]; then
    _movecli_value "$at" "$flag"
  elif [[ $cur == -* ]]; then
    _movecli_flags "$at"
    _describe -o 'flag' found
    return
  else
    ((args == 0)) && _movecli_commands "$at"
    if (($#found)); then
      _describe 'command' found
      [[ -n $at ]] || compadd -- \${(f)"$(_movecli_live alias)"}
      return
    fi
    _movecli_argument "$at" "$args"
  fi
  [[ $offer == @value ]] && _movecli_config_value "$last"
  for word in \${=offer}; do
    case $word in
      @file) _files ;;
      @list) compset -P '*,' ;;
      @any) ;;
      # In the order in which they come: the newest first.
      @*) compadd -V "$word" -- \${(f)"$(_movecli_live "\${word#@}")"} ;;
      *) words_found+=("$word") ;;
    esac
  done
  (($#words_found)) && compadd -a words_found
  return 0
}

if [[ $funcstack[1] == _movecli ]]; then
  _movecli "$@"
else
  compdef _movecli movecli
fi
`
}
