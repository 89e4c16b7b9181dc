/** mcp: the commands as tools for agents, over stdin and stdout. */
import { command, type CommandSpec, type CommandNode } from '../../runtime/command.ts'
import { mcpFlags } from './flags.ts'

/** `nouns` is the whole tree, whose commands become tools. */
export const mcp = (nouns: () => Promise<readonly CommandNode[]>): CommandSpec =>
  command({
    name: 'mcp',
    summary: 'Serve the commands as tools for agents (Model Context Protocol)',
    about:
      'Speaks the protocol on stdin and stdout until its client leaves. One profile on one network: those of -p and -n, or the ones current at its start. What needs consent asks the person through the client; a client that cannot ask is refused, but for the commands of --allow. Agents neither sign in nor see secrets, and give no files or programs.',
    flags: mcpFlags,
    examples: [
      'movecli mcp -n sandbox',
      'movecli mcp --profile ops --read-only',
      "movecli mcp --profile ops --allow 'token claim'",
    ],
    exits: [3],
    load: async () => ({ run: (await import('./mcp.ts')).run(await nouns()) }),
  })
