/** The flags of api, and the values of them that its bodies are given. */
import { bodyFlags } from '../../operations/body-flags.ts'
import { paramFlag } from '../../operations/read-flags.ts'
import type { Flag, ValuesOf } from '../../runtime/flag.ts'

export const apiFlags = [
  paramFlag,
  ...bodyFlags,
  { name: 'include', short: 'i', about: 'Also show the status and headers of the answer' },
  { name: 'paginate', about: 'Read every page of a list' },
] as const satisfies readonly Flag[]
export type ApiValues = ValuesOf<typeof apiFlags>
