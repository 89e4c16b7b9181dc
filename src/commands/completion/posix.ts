/** What the scripts of bash and zsh have in common: case tables, quoting, and the profiles read from the settings file. */
import { offered, type Words } from './words.ts'

/** A text that the shell takes as it is. */
export const quoted = (text: string): string => `'${text.replaceAll("'", String.raw`'\''`)}'`

/** `case` entries, one a line. */
export const cases = (entries: readonly (readonly [patterns: readonly string[], then: string])[]): string =>
  entries.map(([patterns, then]) => `    ${patterns.map(quoted).join('|')}) ${then} ;;`).join('\n')

/** What stands after a flag: first by command and flag, then by the global flag alone. */
export const valueCases = ({ valued }: Words) =>
  ({
    own: valued.flatMap(({ path, names, offer }) =>
      path === undefined ? [] : [[names.map((name) => `${path} ${name}`), offered(offer)] as const],
    ),
    global: valued.flatMap(({ path, names, offer }) =>
      path === undefined ? [[names, offered(offer)] as const] : [],
    ),
  }) as const

/** What an argument may be, by command and position. The last position of a repeated one is `*`. */
export const argumentCases = ({ places }: Words): (readonly [string, string])[] =>
  places.flatMap(({ path, args, many }) =>
    args.flatMap((offer, at) => {
      const repeated = many && at === args.length - 1
      return offer === 'any' ? [] : [[`${quoted(`${path} `)}${repeated ? '*' : at}`, offered(offer)] as const]
    }),
  )

/**
 * The names of the profiles, out of the file that movecli writes: no program is started but sed, nothing is asked of
 * the network, and only what a profile may be called comes out.
 */
export const profiles = String.raw`_movecli_profiles() {
  local folder=${'$'}{MOVECLI_CONFIG_DIR:-}
  if [[ -z $folder ]]; then
    folder=$HOME/.config/movecli
    [[ ${'$'}{XDG_CONFIG_HOME:-} == /* ]] && folder=$XDG_CONFIG_HOME/movecli
  fi
  [[ -r $folder/config.json ]] || return 0
  command sed -n '/^  "profiles": {$/,/^  }/s/^    "\([a-z0-9_-]\{1,64\}\)": {.*$/\1/p' <"$folder/config.json" 2>/dev/null
}`
