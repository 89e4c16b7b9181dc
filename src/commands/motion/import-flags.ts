/** The flags of `motion import`, and what reads those that only it has. */
import { secondsOf } from '../../config/durations.ts'
import { isZone } from '../../config/validators.ts'
import { asDay, type TypedDay } from '../../runtime/flag-parsers.ts'
import type { Flag, FlagParser, ValuesOf } from '../../runtime/flag.ts'

/** A day, or how long ago it was: `7d`. */
const asDayOrAgo: FlagParser<TypedDay> = (text) => {
  const secondsAgo = /[smhd]$/.test(text) ? secondsOf(text) : undefined
  if (secondsAgo !== undefined) return { value: { secondsAgo } }
  const day = asDay(text)
  return 'hint' in day ? { ...day, hint: 'Write it as YYYY-MM-DD, today, yesterday or 7d.' } : day
}

/** Meters of a step, `0.75m`, `75cm` or `0.75`. */
const asStride: FlagParser<number> = (text) => {
  const [, number, unit] = /^(\d{1,3}(?:\.\d{1,6})?)(m|cm)?$/.exec(text) ?? []
  const value = Number(number) / (unit === 'cm' ? 100 : 1)
  return value >= 0.2 && value <= 2.5
    ? { value }
    : { problem: 'must be the length of a step, between 0.2m and 2.5m', example: '0.75m' }
}

const asZone: FlagParser<string> = (text) =>
  isZone(text)
    ? { value: text }
    : {
        message: `--tz "${text.slice(0, 40)}" is not a time zone.`,
        hint: 'Give a name such as Europe/Berlin or UTC.',
      }

export const importFlags = [
  {
    name: 'per',
    value: '<unit>',
    about: 'One row per day (default) or per activity',
    choices: ['day', 'activity'],
  },
  {
    name: 'since',
    value: '<day>',
    parse: asDayOrAgo,
    about: 'First day: YYYY-MM-DD, today, yesterday, or 7d for a week ago',
  },
  { name: 'until', value: '<day>', parse: asDayOrAgo, about: 'Last day, inclusive' },
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
  {
    name: 'stride',
    value: '<length>',
    parse: asStride,
    about: 'Work out missing steps from the distance, for example 0.75m',
  },
  {
    name: 'tz',
    value: '<zone>',
    parse: asZone,
    about: 'Time zone of times that name none, for example Europe/Berlin',
  },
  { name: 'device-id', value: '<id>', about: 'device_id of every row; by default the one of the settings' },
  { name: 'explain', about: 'Show where each number came from and what was left out' },
] as const satisfies readonly Flag[]

export type ImportValues = ValuesOf<typeof importFlags>
