/** The completion script of fish, 3.1 and newer. */
import { live } from './posix.ts'
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
# The script is sh's own text; what is asked for is its argument.
function __movecli_live
  command sh -c ${fishQuoted(`${live}\n_movecli_live "$1"`)} sh "$argv[1]"
end

function __movecli_config_value
  switch "$argv[1]"
${words.configValues.map(([key, offer]) => block([key], `      echo ${fishQuoted(offered(offer))}`)).join('\n')}
  end
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
${words.steps.map(({ typed, path }) => block([typed], `      echo ${fishQuoted(path)}`)).join('\n')}
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
      return offer.length === 0
        ? []
        : [block([`${path} ${place}`], `      echo ${fishQuoted(offered(offer))}`)]
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
  set -l last ''
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
        set -l next (__movecli_step (string trim -l -- "$path $word")); and set path $next; or begin
          set args (math $args + 1)
          set last $word
        end
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
    test "$offer" = @value; and set offer (__movecli_config_value "$last")
    test -n "$offer"; or set offer @any
    printf '%s\\n' "$offer" "$path" ''
  end
end

function __movecli_offer
  set -l here (__movecli_here)
  switch "$here[1]"
    case @commands
      __movecli_commands "$here[2]"
      test -z "$here[2]"; and __movecli_live alias
    case @flags
      __movecli_flags "$here[2]"
    case '*'
      set -l before $here[3]
      for word in (string split ' ' -- "$here[1]")
        switch "$word"
          case @file @any
          case @list
            set -l cur (string replace -r '^--[^=]+=' '' -- (commandline -ct))
            string match -q '*,*' -- "$cur"; and set before "$before"(string replace -r '[^,]*$' '' -- "$cur")
          case '@*'
            for found in (__movecli_live (string sub -s 2 -- "$word"))
              printf '%s%s\\n' "$before" $found
            end
          case '*'
            printf '%s%s\\n' "$before" $word
        end
      end
  end
end

function __movecli_wants_file
  string match -qr '(^| )@file$' -- (__movecli_here)[1]
end

complete -c movecli -e
complete -c movecli -f -a '(__movecli_offer)'
complete -c movecli -n __movecli_wants_file -F
`
}
