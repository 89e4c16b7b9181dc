/** The completion script of fish, 3.1 and newer. */
import { notice, offered, type Word, type Words } from './words.ts'

/** A text that fish takes as it is. */
const fishQuoted = (text: string): string => `'${text.replace(/[\\']/g, String.raw`\$&`)}'`
const offerLines = (words: readonly Word[]): string =>
  words
    .map(({ word, about }) => `      printf '%s\\t%s\\n' ${fishQuoted(word)} ${fishQuoted(about)}`)
    .join('\n')
const block = (names: readonly string[], body: string) =>
  `    case ${names.map(fishQuoted).join(' ')}\n${body}`

/** The script. What was typed is compared, never run: it comes from commandline, which expands nothing. */
export function fish(words: Words): string {
  const own = words.valued.filter(({ path }) => path !== undefined)
  const global = words.valued.filter(({ path }) => path === undefined)
  return `# ${notice('fish')}
function __movecli_profiles
  set -l folder $HOME/.config/movecli
  if string match -q '/*' -- "$XDG_CONFIG_HOME"
    set folder $XDG_CONFIG_HOME/movecli
  end
  if test -n "$MOVECLI_CONFIG_DIR"
    set folder $MOVECLI_CONFIG_DIR
  end
  test -r "$folder/config.json"; or return 0
  command sed -n '/^  "profiles": {$/,/^  }/s/^    "\\\\([a-z0-9_-]\\\\{1,64\\\\}\\\\)": {.*$/\\\\1/p' <"$folder/config.json" 2>/dev/null
end

function __movecli_commands
  switch "$argv[1]"
${words.places
  .filter(({ commands }) => commands.length > 0)
  .map(({ path, commands }) => block([path], offerLines(commands)))
  .join('\n')}
  end
end

function __movecli_flags
  switch "$argv[1]"
${words.places
  .filter(({ flags }) => flags.length > 0)
  .map(({ path, flags }) => block([path], offerLines(flags)))
  .join('\n')}
  end
${offerLines(words.globals).replaceAll('      printf', '  printf')}
end

function __movecli_step
  switch "$argv[1]"
${[
  ...words.places.filter(({ path }) => path !== '').map(({ path }) => ({ typed: path, path })),
  ...words.aliases,
]
  .map(({ typed, path }) => block([typed], `      echo ${fishQuoted(path)}`))
  .join('\n')}
    case '*'
      return 1
  end
end

function __movecli_value
  switch "$argv[1] $argv[2]"
${own
  .map(({ path, names, offer }) =>
    block(
      names.map((name) => `${path} ${name}`),
      `      echo ${fishQuoted(offered(offer))}; return 0`,
    ),
  )
  .join('\n')}
  end
  switch "$argv[2]"
${global.map(({ names, offer }) => block(names, `      echo ${fishQuoted(offered(offer))}; return 0`)).join('\n')}
  end
  return 1
end

function __movecli_argument
  switch "$argv[1] $argv[2]"
${words.places
  .flatMap(({ path, args, many }) =>
    args.flatMap((offer, at) => {
      const place = many && at === args.length - 1 ? '*' : String(at)
      return offer === 'any' ? [] : [block([`${path} ${place}`], `      echo ${fishQuoted(offered(offer))}`)]
    }),
  )
  .join('\n')}
  end
end

# The kind of thing at the cursor (commands, flags, or an offer), the command so far, and what stands before it.
function __movecli_here
  set -l tokens (commandline -opc)
  set -l cur (commandline -ct)
  set -l path ''
  set -l flag ''
  set -l args 0
  for word in $tokens[2..-1]
    if test -n "$flag"
      set flag ''
      continue
    end
    switch "$word"
      case --
        printf '%s\\n' @file "$path" ''
        return
      case '--*=*'
        continue
      case '-*'
        __movecli_value "$path" "$word" >/dev/null; and set flag $word
      case '*'
        set -l next (__movecli_step (string trim -l -- "$path $word")); and set path $next; or set args (math $args + 1)
    end
  end
  set -l before ''
  if string match -qr '^--[^=]+=' -- "$cur"
    set flag (string replace -r '=.*' '' -- "$cur")
    set before "$flag="
    set cur ''
  end
  if test -n "$flag"
    printf '%s\\n' (__movecli_value "$path" "$flag"; or echo @any) "$path" "$before"
  else if string match -q -- '-*' "$cur"
    printf '%s\\n' @flags "$path" ''
  else if test $args = 0; and test -n "$(__movecli_commands "$path")"
    printf '%s\\n' @commands "$path" ''
  else
    set -l offer (__movecli_argument "$path" $args)
    test -n "$offer"; or set offer @any
    printf '%s\\n' "$offer" "$path" ''
  end
end

function __movecli_offer
  set -l here (__movecli_here)
  switch "$here[1]"
    case @commands
      __movecli_commands "$here[2]"
    case @flags
      __movecli_flags "$here[2]"
    case @profile
      for name in (__movecli_profiles)
        printf '%s%s\\n' "$here[3]" $name
      end
    case '@*'
      return 0
    case '*'
      for word in (string split ' ' -- "$here[1]")
        printf '%s%s\\n' "$here[3]" $word
      end
  end
end

function __movecli_wants_file
  test (__movecli_here)[1] = @file
end

complete -c movecli -e
complete -c movecli -f -a '(__movecli_offer)'
complete -c movecli -n __movecli_wants_file -F
`
}
