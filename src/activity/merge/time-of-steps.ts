/** Takes the time of steps whose source says none. */
import { mostOnFoot } from '../collect/counters.ts'
import { mergedInOrder } from '../collect/series.ts'
import { keyOf, secondsPerStep } from '../sample.ts'
import { coverageFor, partBeyond } from './beyond.ts'
import { createCounted, knownBy, together, type Counted, type KnownAround } from './counted.ts'
import { partLeft, type Stretch } from './coverage.ts'
import { leftOf } from './watches/late.ts'
import type { IsTimed, LateTimes, PartOf } from './watches/late-times.ts'
import type { Layer } from './layers.ts'
import { timeOfSteps, timesOfSteps } from './steps-as-time.ts'
import { withClock, type Taker } from './take.ts'

/**
 * What is known of time in motion: `active`, when it is taken; how much was counted (`times`), on a ride or swim
 * (`besideFoot`), and by watches in hours (`late`); the keys of sources that say it, and who counts it all day on
 * which days.
 */
type KnownTimes = {
  active: readonly Stretch[]
  times: Counted
  besideFoot: Counted
  late: LateTimes
  timed: ReadonlySet<string>
  timedDays: IsTimed
}

/** Told of steps as they are taken, it tells `taker` of their time. */
export function timeOfStepsTaker(known: KnownTimes, taker: Taker): Taker {
  const { active, times, besideFoot, late, timed, timedDays } = known
  /** The time that was worked out from the steps of better sources. */
  const estimates = createCounted('duration')
  return (layer) => {
    const tell = taker(layer)
    const key = keyOf(layer.source)
    const clocked = withClock(layer, active)
    const partsOf = (): PartOf => {
      const { coverage, alone } = coverageFor(layer, clocked)
      const timeIn = takenOnce(knownBy(() => [times.reader({ paced: true }), estimates.reader()]))
      return (entry, whole) => partBeyond(entry, whole, { coverage, alone, known: timeIn(whole), most: 1 })
    }
    const { coverage } = coverageFor(layer, clocked)
    const partOf = partsOf()
    const notOnFoot = together([besideFoot.reader(), estimates.reader()])
    const timeLeft = layer.late === undefined ? undefined : leftOfTimes(layer, [times, estimates])
    const besideLate = late.besides(layer, partsOf)
    const told = estimates.layer(layer.gap > 0 ? key : undefined)
    return (entry, part) => {
      const left = timeLeft?.next().value
      const whole = timeOfSteps(entry)
      const unlike = Math.min(1, ...besideLate.map((shares) => shares.next().value as number))
      if (layer.late !== undefined && timedDays(layer, entry)) return
      // Others may have its steps, and not their time.
      const beyond = left === undefined ? part : Math.min(partLeft(entry, coverage), left / whole)
      if (layer.gap === 0 || beyond === 0) return
      const value = whole * beyond * unlike
      if (value === 0) return
      const { start, length } = entry
      // In the time of a ride nobody walked besides.
      const room = Math.max(0, Math.max(1, length) - notOnFoot(start, start + length))
      // The part has no steps of activities any more: their time is not taken off once more.
      const estimated = left === undefined ? Math.min(1, room / value, partOf(entry, whole) / part) : 1
      // What a source says itself leaves none of its estimate out.
      if (estimated > 0 || !timed.has(key)) tell({ ...entry, value }, estimated)
      told.add({ start, length: Math.max(1, length), value: value * estimated })
    }
  }
}

/** What is left of the time of a layer's steps beyond what others counted, for rises of hours. */
const leftOfTimes = ({ entries, source }: Layer, counted: readonly Counted[]) =>
  leftOf(
    timesOfSteps(entries()),
    mergedInOrder(counted.map((each) => each.besides(keyOf(source), true))),
    mostOnFoot.steps * secondsPerStep,
  ).values()

/** What is known of a time less what was taken of it: counters of one watch that were read together share it. */
function takenOnce(known: KnownAround): (value: number) => KnownAround {
  let last = { start: 0, end: 0, taken: 0 }
  return (value) => (start, end) => {
    const around = known(start, end)
    const { taken } = last.start === start && last.end === end ? last : { taken: 0 }
    const within = Math.max(0, around.within - taken)
    last = { start, end, taken: taken + Math.min(value, within) }
    return { ...around, within }
  }
}
