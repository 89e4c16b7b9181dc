/** Rows as `motion submit --from` takes them, and where each of their numbers came from. */
import { dayId } from '../../contract/activity-id.ts'
import { intervalText, longestInterval, type Interval } from '../../contract/interval.ts'
import {
  keyOf,
  measures,
  refusals,
  refusedOf,
  type Measure,
  type RefusalName,
  type Source,
} from '../sample.ts'
import { beganAt, type Merged } from './recordings/merged.ts'
import type { ActivityDay } from './activity-days.ts'
import { dayAt, type Zone } from '../zone.ts'

/** `distance` in kilometers, `duration` in seconds; `interval`: of an activity, when it was. */
export type Row = { id: string; date: string; source: string; interval?: string } & Partial<
  Record<Measure, number>
>

/** One number of one source, in the units of the row. */
export type RowOrigin = {
  id: string
  date: string
  field: Measure
  source: string
  taken: number
  /** Null if the file has anything but a number. */
  left_out: number | null
  reason: string | null
}

/** A RowOrigin whose source has no name yet that tells it apart from the others. */
type Origin = Omit<RowOrigin, 'source'> & { source: Source }

/** Without a row nothing was taken, and `origins` say why. */
export type MergeResult = { date: string; row?: Row; origins: RowOrigin[] }

/** The row of a day; nothing where nobody moved. */
export function rowOfDay({ date, shares, refused }: ActivityDay): MergeResult | undefined {
  const id = dayId(date)
  const values = measures.flatMap((field): [Measure, number][] => {
    const taken = [...shares[field].values()]
    return taken.length === 0
      ? []
      : [
          [
            field,
            inUnits(
              field,
              taken.reduce((sum, share) => sum + share.taken, 0),
            ),
          ],
        ]
  })
  const origins = measures.flatMap((field) =>
    [...shares[field].values()].map(({ source, taken, left, outdone, why, estimated }): Origin => {
      const leftOut = inUnits(field, left + outdone)
      const reasons = [
        estimated && 'estimated from steps, at 100 a minute',
        inUnits(field, outdone) > 0 && 'counted by another sample of this source at the same time',
        (inUnits(field, left) > 0 || (leftOut > 0 && outdone === 0)) &&
          (why ?? 'counted by another source at the same time'),
      ]
      const reason = reasons.filter(Boolean).join('; ') || null
      return { id, date, field, source, taken: inUnits(field, taken), left_out: leftOut, reason }
    }),
  )
  const notCounted = refused.map(({ source, measure, value, why }) =>
    refusal({ id, date, source }, measure, value, why),
  )
  return finished({ id, date }, values, [...origins, ...notCounted])
}

/** The row of an activity; `counts`: what of its values counts. */
export function rowOfActivity(
  activity: Merged,
  { id, zone, counts }: { id: string; zone: Zone; counts: Record<Measure, number> },
): MergeResult | undefined {
  const date = dayAt(beganAt(activity), activity.offset, zone)
  const values = measures.flatMap((field): [Measure, number][] =>
    activity[field] === undefined ? [] : [[field, inUnits(field, counts[field])]],
  )
  const origins = [activity, ...activity.others].flatMap((from) =>
    measures.flatMap((field): Origin[] => {
      const filled = activity.filled[field]
      const isTaken = filled ? filled === from : from === activity
      if (from[field] === undefined) return []
      const value = inUnits(field, from[field])
      const origin = { id, date, field, source: from.source }
      const taken = inUnits(field, counts[field])
      const reason = taken < value ? 'counted by another activity at the same time' : null
      return isTaken
        ? [
            {
              ...origin,
              taken,
              left_out: inUnits(field, from[field] - counts[field]),
              reason,
            },
          ]
        : filled && from === activity
          ? []
          : [{ ...origin, taken: 0, left_out: value, reason: 'the same activity in another file' }]
    }),
  )
  const impossible = [activity, ...activity.others].flatMap((from) =>
    refusedOf(from).map(([field, value]) =>
      refusal({ id, date, source: from.source }, field, value, 'value'),
    ),
  )
  return finished({ id, date, interval: intervalText(timeOfCopies(activity)) }, values, [
    ...origins,
    ...impossible,
  ])
}

/** The time of all its copies: what any of them was sent as before is of this time. */
function timeOfCopies(activity: Merged): Interval {
  const times = [activity, ...activity.others].flatMap((each) => [each, ...(each.told ? [each.told] : [])])
  const from = times.reduce((first, { start }) => Math.min(first, start), Infinity)
  const until = times.reduce((last, { end }) => Math.max(last, end), 0)
  return { start: from, end: Math.min(until, from + longestInterval) }
}

const refusal = (
  of: Pick<Origin, 'id' | 'date' | 'source'>,
  field: Measure,
  value: number,
  why: RefusalName,
): Origin => ({
  ...of,
  field,
  taken: 0,
  left_out: Number.isFinite(value) ? inUnits(field, value) : null,
  reason: refusals[why],
})

function finished(
  { id, date, interval }: Pick<Row, 'id' | 'date' | 'interval'>,
  values: [Measure, number][],
  found: readonly Origin[],
): MergeResult | undefined {
  const label = labelsOf(found.map(({ source }) => source))
  const origins = found.map((origin): RowOrigin => ({ ...origin, source: label(origin.source) }))
  if (values.every(([, value]) => value === 0))
    return origins.some(({ reason, left_out: left }) => isRefusal(reason) || left !== 0)
      ? { date, origins }
      : undefined
  const names = new Set(found.filter(({ taken }) => taken > 0).map(({ source }) => source.name))
  const source = [...names].toSorted().join(' + ').slice(0, 200)
  const row = { id, date, ...Object.fromEntries(values), source, ...(interval !== undefined && { interval }) }
  return { date, row, origins }
}

/** How sources are called: those of one name with what tells them apart. */
function labelsOf(sources: readonly Source[]): (source: Source) => string {
  const keys = new Map<string, Set<string>>()
  for (const source of sources) keys.set(source.name, (keys.get(source.name) ?? new Set()).add(keyOf(source)))
  return ({ name, kind, serial = kind }) => (keys.get(name)!.size > 1 ? `${name} (${serial})` : name)
}

const isRefusal = (reason: string | null): boolean => Object.values<string | null>(refusals).includes(reason)

/** Whole steps, meters as kilometers, whole seconds. */
const inUnits = (measure: Measure, value: number): number =>
  measure === 'distance' ? Math.round(value) / 1000 : Math.round(value)
