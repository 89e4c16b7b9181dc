/** The flags of `motion import`. */
import type { Flag, ValuesOf } from '../../runtime/flag.ts'

export const importFlags = [
  {
    name: 'per',
    value: '<unit>',
    about: 'One row per day (default) or per activity',
    choices: ['day', 'activity'],
  },
  { name: 'since', value: '<day>', about: 'First day: YYYY-MM-DD, today, yesterday, or 7d for a week ago' },
  { name: 'until', value: '<day>', about: 'Last day, inclusive' },
  {
    name: 'type',
    value: '<types>',
    about: 'Only these activities: walk, run, hike, ride, swim, other (with commas)',
  },
  {
    name: 'source',
    value: '<names>',
    about: 'Take these sources first where several counted the same time (with commas)',
  },
  { name: 'stride', value: '<length>', about: 'Work out missing steps from the distance, for example 0.75m' },
  { name: 'tz', value: '<zone>', about: 'Time zone of times that name none, for example Europe/Berlin' },
  { name: 'device-id', value: '<id>', about: 'device_id of every row; by default the one of the settings' },
  { name: 'explain', about: 'Show where each number came from and what was left out' },
] as const satisfies readonly Flag[]

export type ImportValues = ValuesOf<typeof importFlags>
