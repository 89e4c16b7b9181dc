/** Serves the commands as tools. Its line is in ./index.ts. */
import { options } from '../../config/options.ts'
import type { GlobalFlagKey } from '../../config/types.ts'
import { isOn } from '../../config/environment.ts'
import { usage } from '../../errors.ts'
import { serve } from '../../mcp/serve.ts'
import { toolsOf, type Tool } from '../../mcp/tools.ts'
import { entriesOf } from '../../reference/command-tree.ts'
import type { CommandHandler, ParsedArgs, CommandNode } from '../../runtime/command.ts'
import type { Tools } from '../../runtime/services.ts'

/** Flags of the line that hold for every call; those about the form of a result do not. */
const lasting: readonly GlobalFlagKey[] = [
  'profile',
  'network',
  'baseUrl',
  'timeout',
  'retries',
  'rateLimit',
  'maxWait',
  'dryRun',
  'strict',
]

export const run =
  (nouns: readonly CommandNode[]): CommandHandler =>
  async (given, tools) => {
    const { context, globals } = tools
    if (globals['yes'] === true)
      throw usage('--yes does not go with mcp.', "Name the commands: movecli mcp --allow 'token claim'.")
    if (!tools.run) throw new Error('mcp runs in a command line alone')
    const readOnly = given.flags['readOnly'] === true
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
        bounds: boundsOf(tools, readOnly),
      }),
    }
  }

/** What every call is bound to, as it was typed. With --read-only nothing but GET leaves, whatever a tool does. */
function boundsOf({ globals }: Tools, readOnly: boolean): string[] {
  const flags = lasting.flatMap((key) => {
    const value = globals[key]
    if (value === undefined || value === false) return []
    const { name } = options[key].flag
    return [value === true ? `--${name}` : `--${name}=${String(value)}`]
  })
  return readOnly && !flags.includes('--dry-run') ? [...flags, '--dry-run'] : flags
}

/** Throws CLI_USAGE for what no tool writes with. */
function allowedBy({ flags }: ParsedArgs, tools: readonly Tool[], readOnly: boolean): ReadonlySet<string> {
  const given = (flags['allow'] as string[] | undefined) ?? []
  const names = given.flatMap((text) => text.split(',').map((name) => name.trim().replace(/\s+/g, ' ')))
  const writing = tools.filter(({ annotations }) => annotations.destructiveHint).map(({ command }) => command)
  if (names.length > 0 && readOnly)
    throw usage('--allow does not go with --read-only.', 'Leave one of them out.')
  if (names.some((name) => !writing.includes(name)))
    throw usage(
      '--allow names a command that needs no confirmation or does not exist.',
      `Commands that do: ${writing.join(', ')}.`,
    )
  return new Set(names)
}
