/** The flags of doctor, and the values of them that its bodies are given. */
import type { Flag, ValuesOf } from '../../runtime/flag.ts'

export const doctorFlags = [
  { name: 'report', about: 'Print a report for a ticket' },
] as const satisfies readonly Flag[]
export type DoctorValues = ValuesOf<typeof doctorFlags>
