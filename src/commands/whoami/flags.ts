/** The flags of whoami, and the values of them that its bodies are given. */
import type { Flag, ValuesOf } from '../../runtime/flag.ts'
import { asDuration } from '../../runtime/flag-parsers.ts'

export const whoamiFlags = [
  { name: 'check', about: 'Make one live call with the credentials' },
  {
    name: 'min-validity',
    value: '<duration>',
    parse: asDuration(),
    about: 'Exit with 4 if the session expires sooner than this',
  },
] as const satisfies readonly Flag[]
export type WhoamiValues = ValuesOf<typeof whoamiFlags>
