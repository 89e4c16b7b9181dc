/** Serves the commands as tools. Its line is in ./index.ts. */
import { options } from '../../config/options.ts'
import { isOn } from '../../config/environment.ts'
import { MoveError, usage } from '../../errors.ts'
import { lastingKeys } from '../../mcp/lasting-flags.ts'
import { serve } from '../../mcp/serve.ts'
import { consentNeeded, toolsOf, type Tool } from '../../mcp/tools.ts'
import { entriesOf } from '../../reference/command-tree.ts'
import type { CommandHandler, ParsedArgs, CommandNode } from '../../runtime/command.ts'
import type { Part } from '../../runtime/services.ts'
import type { McpValues } from './flags.ts'
import { knownSecrets } from './known-secrets.ts'
import { serverProfile } from './server-profile.ts'

export const run =
  (nouns: readonly CommandNode[]): CommandHandler<McpValues> =>
  async (given, tools) => {
    const { context, globals } = tools
    if (globals['yes'] === true)
      throw usage('--yes does not go with mcp.', "Name the commands: movecli mcp --allow 'token claim'.")
    if (!tools.run) throw new Error('mcp runs in a command line alone')
    const profile = await serverProfile(tools)
    const readOnly = given.flags.readOnly === true
    const entries = entriesOf(nouns)
    const offered = toolsOf(entries, { readOnly })
    const allowed = allowedBy(given, toolsOf(entries, { readOnly: false }), readOnly)
    if (context.stdin.isTTY)
      await tools.note('This speaks the Model Context Protocol, for a client that starts it. Ctrl-D ends it.')
    return {
      kind: 'messages',
      messages: serve({
        tools: offered,
        allowed,
        silent: globals['noInput'] === true || isOn(context.env['MOVECLI_NO_INPUT']),
        context,
        run: tools.run,
        secrets: knownSecrets(tools, profile),
        onStray: (reason) => void tools.say(strayNote(reason)),
        bounds: boundsOf(tools, readOnly),
        profile,
      }),
    }
  }

/** Its words may hold what a call was given, which no log is to keep. */
const strayNote = (reason: unknown): string =>
  `note: An unhandled error (${reason instanceof MoveError ? reason.fault.code : 'CLI_BUG'}) was ignored. The server keeps running.`

/** What every call is bound to, as it was typed. With --read-only nothing but GET leaves, whatever a tool does. */
function boundsOf({ globals }: Part<'globals'>, readOnly: boolean): string[] {
  const flags = lastingKeys.flatMap((key) => {
    const value = globals[key]
    if (value === undefined) return []
    const { name } = options[key].flag
    return [value === true ? `--${name}` : `--${name}=${typeof value === 'object' ? value.text : value}`]
  })
  return readOnly && !flags.includes('--dry-run') ? [...flags, '--dry-run'] : flags
}

/** Commands by their words or by the names of their tools. Throws CLI_USAGE for what no tool writes with. */
function allowedBy(
  { flags }: ParsedArgs<McpValues>,
  tools: readonly Tool[],
  readOnly: boolean,
): ReadonlySet<string> {
  const given = flags.allow ?? []
  const names = given.flatMap((text) => text.split(',').map((name) => name.trim().replace(/[\s_]+/g, ' ')))
  const writing = consentNeeded(tools).map(({ command }) => command)
  if (names.length > 0 && readOnly)
    throw usage('--allow does not go with --read-only.', 'Leave one of them out.')
  if (names.some((name) => !writing.includes(name)))
    throw usage(
      '--allow names a command that needs no confirmation or does not exist.',
      `Commands that do: ${writing.join(', ')}.`,
    )
  return new Set(names)
}
