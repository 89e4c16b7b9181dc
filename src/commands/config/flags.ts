/** The flags of config, and the values of them that its bodies are given. */
import type { Flag, ValuesOf } from '../../runtime/flag.ts'

export const listFlags = [
  { name: 'show-origin', about: 'Show where each value comes from' },
  { name: 'all', about: 'List every key with its meaning, default and values' },
] as const satisfies readonly Flag[]
export type ConfigListValues = ValuesOf<typeof listFlags>
