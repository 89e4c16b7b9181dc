/** The flags of logout, and the values of them that its bodies are given. */
import type { Flag, ValuesOf } from '../../runtime/flag.ts'

export const logoutFlags = [
  { name: 'all', about: 'Remove the API key and the signer too' },
] as const satisfies readonly Flag[]
export type LogoutValues = ValuesOf<typeof logoutFlags>
