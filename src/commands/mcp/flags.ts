/** The flags of mcp, and the values of them that its bodies are given. */
import type { Flag, ValuesOf } from '../../runtime/flag.ts'

export const mcpFlags = [
  {
    name: 'allow',
    value: '<commands>',
    about: "Commands that need no confirmation, as 'nft mint,token claim'; may be repeated",
    many: true,
    complete: 'tool',
  },
  { name: 'read-only', about: 'Offer only commands that read' },
] as const satisfies readonly Flag[]
export type McpValues = ValuesOf<typeof mcpFlags>
