/** What of the entries of a layer is beyond what better sources counted in their time. */
import type { Entry } from '../collect/series.ts'
import { keyOf, type Ground } from '../sample.ts'
import type { DayOf } from '../zone.ts'
import { withKnown } from './clock-shift.ts'
import { clockError } from './clocks.ts'
import { knownBy, together, type Counted, type KnownAround, type When, type Within } from './counted.ts'
import { coverageOf, extend, partLeft, type Coverage, type Stretch } from './coverage.ts'
import { leftOfLayer } from './watches/late.ts'
import type { Layer } from './layers.ts'
import { entryEnd, type SamplePart } from './own-overlaps.ts'
import type { TakeRidden } from './watches/ridden.ts'
import { restOfTracks } from './track-rest.ts'
import { asWholes, besideWholes, rounded, shareBeyond } from './wholes.ts'

/**
 * What the layers of one ground counted, and that of others which a layer holds too, or its tracks and what names no way of
 * moving (`besideTracks`). `takeRidden`: what counters of rides rose by, for entries that may hold it; `onRise`: told of what a
 * counter's rise has that counts. `timeBeside`: of activities that are no way of moving of a counter, by that of the counter.
 */
export type Book = {
  own: Counted
  others?: readonly Counted[]
  besideTracks?: readonly Counted[]
  takeRidden?: TakeRidden | undefined
  onRise?: (rise: Entry) => void
  timeBeside?: ReadonlyMap<Ground, Counted>
  /** Of sources that count all day. */
  dayOf?: DayOf
}

/** Ways in which what is known may lie in the time of its samples. */
const whens = ['evenly', 'early', 'late'] as const

/**
 * The entries of a layer in order, each with its part that counts; `covered`: the time that better sources have, `begun`: that
 * of better activities.
 */
export function partsBeyond(
  layer: Layer,
  { covered, begun }: { covered: readonly Stretch[]; begun: readonly Stretch[] },
  { own, others = [], besideTracks = [], takeRidden, timeBeside, dayOf }: Book,
): Iterable<[SamplePart, number]> {
  const { coverage, alone } = coverageFor(layer, covered)
  const better = coverageOf(begun)
  const readers = (when: When = 'may') => [
    own.reader({ when, forAllDay: layer.gap > 0 }),
    ...others.map((each) => each.reader({ rises: false, when, forAllDay: layer.gap > 0 })),
  ]
  const known = knownBy(() => readers())
  const samples = withKnown(layer, coverageOf(covered), {
    within: together(readers()),
    ways: covered.length > 0 ? whens.map((when) => together(readers(when))) : [],
  })
  const overcount = overcounts(layer, { covered, within: together(readers('evenly')), dayOf })
  const left =
    layer.late !== undefined || (layer.apart && timeBeside)
      ? leftOfLayer(layer, own.besides(keyOf(layer.source))).values()
      : undefined
  const beside = new Map([...(timeBeside ?? [])].map(([ground, each]) => [ground, each.reader()]))
  /** Nothing where a recording has time for both. */
  const ridden =
    layer.gap === 0 || besideTracks.length === 0
      ? undefined
      : together(besideTracks.map((each) => each.reader({ rises: false })))
  const restOf = restOfTracks(layer, covered, { own, others: besideTracks })
  const partOf = (entry: SamplePart, expected: number | undefined): number => {
    const { start, value } = entry
    const end = entryEnd(entry)
    const free = partLeft(entry, coverage)
    if (entry.timed && free < 1 && better.overlap(start, end) === 0) {
      const { within, before, behind } = known(start, end)
      // A device that counted less than half of it was not worn.
      if (value * (1 - free) > 2 * (within + before + behind)) return 1 - within / value
    }
    // A counter of one way of moving rose in the rest of the time, as far as that can be done in it.
    const isOfRest =
      entry.rise && free > 0 && free < 1 && (left !== undefined || known(start, end).within === 0)
    const ofRides = entry.unnamed && free < 1 && ridden ? ridden(start, end) : undefined
    // What names no way of moving, beside what is on foot, was ridden in the rest of the time.
    const most = isOfRest ? own.most : ofRides === 0 ? mostRidden : undefined
    const isSample = layer.gap > 0 && free > 0 && free < 1 && !entry.rise
    const slow = ((1 - free) * (end - start) * own.most) / 4
    // Where a sample counted nothing for minutes, one may have moved as the entry says.
    const isRecorded = isSample && better.overlap(start, end) >= (1 - free) * (end - start) - 1
    const faster = isRecorded ? partFaster(value, known(start, end).within, slow) : 0
    const parts = [
      most ? Math.min(1, (free * (end - start) * most) / value) : Math.max(free * restOf(entry), faster),
    ]
    const ofOthers = entry.ground && layer.apart ? (beside.get(entry.ground)?.(start, end) ?? 0) : 0
    const beyond = left?.next().value
    if (beyond !== undefined && (layer.late !== undefined || free < 1 || ofOthers > 0)) {
      parts.push(beyond <= value * rounded ? 0 : beyond / value)
      if (ofOthers > 0) parts.push(Math.max(0, (end - start - ofOthers) / value))
    } else if (expected !== undefined) parts.push(shareBeyond(value, expected * overcount(entry)))
    else if (!layer.apart && !isOfRest)
      parts.push(
        partBeyond(entry, value, {
          coverage,
          alone,
          known,
          byHand: layer.gap === 0,
          goesOn: entry.isAlone,
          most,
          least: faster,
        }),
      )
    if (entry.unnamed && value > 0) {
      const { within } = known(start, end)
      // Others may hold rides too.
      if (ofRides !== undefined && others.length === 0) parts.push(shareBeyond(value, within + ofRides))
      const rest = Math.max(0, value - within)
      const rises = takeRidden?.({ start, end }, rest) ?? 0
      if (rises > 0) parts.push((rest - rises) / value)
    }
    return Math.min(...parts)
  }
  function* each(): Generator<[SamplePart, number]> {
    for (const [entry, expected] of samples) yield [entry, entry.outdone ? 0 : partOf(entry, expected)]
  }
  if (covered.length === 0) return each()
  if (layer.gap === 0) return asWholes(each(), [() => together(readers()), () => together(readers())])
  // What is left of rises was held against activities as wholes.
  if (left) return each()
  const activities = [own, ...others].flatMap((counted) => counted.activities())
  return activities.length > 0 ? besideWholes(each(), activities) : each()
}

/** Meters in a second of a ride. */
const mostRidden = 12

/** One who counts more than better sources does so elsewhere on that day, up to this part of it. */
const mostOvercount = 1.15
/** So many samples show it. */
const leastSamples = 3

/** How much more a source that counts all day mostly counts on a day than better ones that have all time of a sample. */
function overcounts(
  { entries, gap, apart, late }: Layer,
  { covered, within, dayOf }: { covered: readonly Stretch[]; within: Within; dayOf: DayOf | undefined },
): (entry: Entry) => number {
  const days = new Map<number, number[]>()
  if (!dayOf || covered.length === 0 || gap === 0 || apart || late !== undefined) return () => 1
  const coverage = coverageOf(covered)
  for (const entry of entries()) {
    if (entry.outdone || entry.value === 0 || partLeft(entry, coverage) > 0) continue
    const known = within(entry.start, entryEnd(entry))
    if (known === 0) continue
    const day = dayOf(entry)
    const ratios = days.get(day) ?? []
    ratios.push(entry.value / known)
    days.set(day, ratios)
  }
  const usual = new Map<number, number>()
  for (const [day, all] of days)
    if (all.length >= leastSamples) usual.set(day, all.toSorted((a, b) => a - b)[all.length >> 1]!)
  return (entry) => Math.min(mostOvercount, Math.max(1, usual.get(dayOf(entry)) ?? 1))
}

/** What is covered of a layer's time, and when it counted alone: its entries of which nothing is covered. */
export function coverageFor(
  { entries }: Layer,
  covered: readonly Stretch[],
): { coverage: Coverage; alone: Coverage } {
  const coverage = coverageOf(covered)
  const times: Stretch[] = []
  // Where nothing is covered no entry is beside another.
  for (const entry of covered.length > 0 ? entries() : [])
    if (!entry.outdone && entry.value > 0 && partLeft(entry, coverage) === 1)
      extend(times, entry.start, entryEnd(entry), 0)
  return { coverage: coverageOf(covered), alone: coverageOf(times) }
}

/**
 * The part of an entry that is not covered, and that `value` has beyond what is known of its time. Nothing where two clocks
 * explain what it has beyond that, unless its source goes on alone right before or behind. A clock moves both ends of an
 * entry alike; who starts and stops by hand is wrong at each. `most`: a rise was in the time that is left, as far as
 * that can be done at so much in a second.
 */
export function partBeyond(
  entry: SamplePart,
  value: number,
  {
    coverage,
    alone,
    known,
    byHand = false,
    most,
    least = 0,
    goesOn = alone.overlap(entry.start - clockError, entryEnd(entry) + clockError) > 0,
  }: {
    coverage: Coverage
    alone: Coverage
    known: KnownAround
    byHand?: boolean
    most?: number | undefined
    least?: number
    goesOn?: boolean | undefined
  },
): number {
  const free = partLeft(entry, coverage)
  if (free === 0 || free === 1 || value === 0) return free
  const [start, end] = [entry.start, entryEnd(entry)]
  const part =
    most && (entry.rise ?? entry.unnamed) ? Math.min(1, (free * (end - start) * most) / value) : free
  const { within, before, behind } = known(start, end)
  const beside = byHand ? before + behind : Math.max(before, behind)
  const explained = goesOn ? 0 : beside + value * rounded
  return value <= within + explained ? 0 : Math.min(Math.max(part, least), 1 - within / value)
}

/** The part that was surely moved in the rest of its time by who went on faster: a source counts so much more at most. */
const partFaster = (value: number, known: number, slow: number): number =>
  known < slow ? 0 : Math.max(0, 1 - (mostOvercount * known) / value)
