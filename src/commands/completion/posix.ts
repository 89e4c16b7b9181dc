/** What the scripts of bash and zsh have in common: case tables, quoting, and what both look up when TAB is pressed. */
import { offered, type Word, type Words } from './words.ts'

/** A text that the shell takes as it is. */
export const quoted = (text: string): string => `'${text.replaceAll("'", String.raw`'\''`)}'`

/** `case` entries, one a line. */
const cases = (entries: readonly (readonly [patterns: readonly string[], then: string])[]): string =>
  entries.map(([patterns, then]) => `    ${patterns.map(quoted).join('|')}) ${then} ;;`).join('\n')

/** How one shell says it: lines that set what is found, and the names of its variables for the path and an offer. */
type Dialect = {
  offers: (words: readonly Word[]) => string
  globals: string
  path: string
  offer: string
}

/**
 * Functions that look up what may be typed: commands and flags below a path, the path
 * that a word leads to, values, arguments.
 */
export function caseFunctions({ places, steps, valued }: Words, dialect: Dialect): string {
  const { offers, globals, path, offer } = dialect
  const values = (isGlobal: boolean) =>
    cases(
      valued
        .filter((each) => (each.path === undefined) === isGlobal)
        .map((each) => [
          each.path === undefined ? each.names : each.names.map((name) => `${each.path} ${name}`),
          `${offer}=${quoted(offered(each.offer))}; return 0`,
        ]),
    )
  return `_movecli_commands() {
  case $1 in
${cases(places.filter(({ commands }) => commands.length > 0).map((each) => [[each.path], offers(each.commands)]))}
  esac
}

_movecli_flags() {
  case $1 in
${cases(places.filter(({ flags }) => flags.length > 0).map((each) => [[each.path], offers(each.flags)]))}
  esac
  ${globals}
}

_movecli_step() {
  case $1 in
${cases(steps.map((step) => [[step.typed], `${path}=${quoted(step.path)}`]))}
    *) return 1 ;;
  esac
}

_movecli_value() {
  case "$1 $2" in
${values(false)}
  esac
  case $2 in
${values(true)}
  esac
  return 1
}

_movecli_argument() {
  case "$1 $2" in
${argumentCases(places)
  .map(([pattern, found]) => `    ${pattern}) ${offer}=${quoted(found)} ;;`)
  .join('\n')}
  esac
}`
}

/** What an argument may be, by command and position. The last position of a repeated one is `*`. */
const argumentCases = (places: Words['places']): (readonly [string, string])[] =>
  places.flatMap(({ path, args, many }) =>
    args.flatMap((offer, at) => {
      const repeated = many && at === args.length - 1
      return offer.length === 0
        ? []
        : [[`${quoted(`${path} `)}${repeated ? '*' : at}`, offered(offer)] as const]
    }),
  )

/** What `config set <key>` may be followed by. */
export const configValueCases = ({ configValues }: Words): string =>
  cases(configValues.map(([key, offer]) => [[key], `found=${quoted(offered(offer))}`]))

/**
 * What is looked up in movecli's own files, for any POSIX shell: `_movecli_live run`. No program is started but sed, awk,
 * tail, ls and date, nothing is asked of the network, nothing typed is looked at, and what comes out is made of letters,
 * digits, `.`, `_` and `-` alone.
 */
export const live = String.raw`_movecli_live() {
  _movecli_config=${'$'}{MOVECLI_CONFIG_DIR:-}
  _movecli_state=${'$'}{MOVECLI_STATE_DIR:-}
  if [ -z "$_movecli_config" ]; then
    case ${'$'}{XDG_CONFIG_HOME:-} in
      /*) _movecli_config=$XDG_CONFIG_HOME/movecli ;;
      *) _movecli_config=$HOME/.config/movecli ;;
    esac
  fi
  if [ -z "$_movecli_state" ]; then
    case ${'$'}{XDG_STATE_HOME:-} in
      /*) _movecli_state=$XDG_STATE_HOME/movecli ;;
      *) _movecli_state=$HOME/.local/state/movecli ;;
    esac
  fi
  case $1 in
    profile) _movecli_names profiles ': {' ;;
    alias) _movecli_names aliases ': "' ;;
    write) _movecli_writes planned sending applied rejected unknown resolved not_sent ;;
    unknown) _movecli_writes sending unknown ;;
    run) command ls -1t "$_movecli_state/journal/runs" 2>/dev/null | command sed -n '/^[A-Za-z0-9_][A-Za-z0-9._-]*$/p' ;;
    keystore) command ls -1 "$HOME/.foundry/keystores" 2>/dev/null | command sed -n '/^[A-Za-z0-9_][A-Za-z0-9._-]*$/p' ;;
    day)
      for _movecli_ago in 0 1 2 3 4 5 6; do
        command date -d "-$_movecli_ago day" +%Y-%m-%d 2>/dev/null || command date -v-"$_movecli_ago"d +%Y-%m-%d 2>/dev/null
      done
      ;;
  esac
}

_movecli_names() {
  [ -r "$_movecli_config/config.json" ] || return 0
  command sed -n '/^  "'"$1"'": {$/,/^  }/s/^    "\([a-z0-9_-]\{1,64\}\)"'"$2"'.*$/\1/p' <"$_movecli_config/config.json" 2>/dev/null
}

_movecli_writes() {
  [ -r "$_movecli_state/journal/writes.log" ] || return 0
  command tail -n 500 <"$_movecli_state/journal/writes.log" 2>/dev/null | command awk -v wanted=" $* " '
    /^[0-9a-f]+ [{]"state":"[a-z_]+","id":"[0-9a-f]+"/ {
      split($0, part, "\"")
      if (!(part[8] in state)) order[++count] = part[8]
      state[part[8]] = part[4]
    }
    END {
      for (at = count; at > 0; at--) if (index(wanted, " " state[order[at]] " ")) print order[at]
    }' 2>/dev/null
}`
