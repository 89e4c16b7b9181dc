/** What a watch counts all day: counters that begin at midnight, one for each kind of movement. */
import { longestChain } from '../longest-chain.ts'
import type { Collector, Ground, Measure, Reading, Source } from '../sample.ts'
import type { Zone } from '../zone.ts'
import type { Message } from './messages.ts'
import { fitTime, offsetAbroad, offsetIn } from './time.ts'

type Monitoring = Extract<Message, { is: 'monitoring' }>
type Info = Extract<Message, { is: 'monitoringInfo' }>

/** Kinds of movement by their number in the FIT profile. Only walking and running have steps. */
const grounds: Record<number, Ground> = { 1: 'foot', 2: 'ride', 5: 'swim', 6: 'foot' }

export function monitoring(into: Collector, zone: Zone) {
  let stated: Info | undefined
  let time: number | undefined
  const readings: (Omit<Reading, 'offset'> & { stated: Info | undefined })[] = []
  let hasShort = false
  return {
    info(message: Info): void {
      if (offsetIn(message) !== undefined) stated = message
      if (typeof message.timestamp === 'number') time = message.timestamp
    },
    monitoring(message: Monitoring): void {
      const { timestamp, timestamp16, typeAndIntensity, count, distance, activeTime } = message
      if (typeof timestamp === 'number') time = timestamp
      else if (typeof timestamp16 === 'number' && time !== undefined)
        time += (timestamp16 - (time & 0xffff)) & 0xffff
      const at = fitTime(time)
      const type =
        message.activityType ?? (typeof typeAndIntensity === 'number' ? typeAndIntensity & 31 : undefined)
      const ground = typeof type === 'number' ? grounds[type] : undefined
      if (at === undefined || ground === undefined) return
      const counter = String(type)
      hasShort ||= (message.cycles16 ?? message.distance16 ?? message.activeTime16) !== undefined
      const add = (measure: Measure, value: number): void =>
        void readings.push({ measure, ground, counter, at, value, stated })
      if (ground === 'foot' && typeof count === 'number') add('steps', count)
      if (typeof distance === 'number') add('distance', distance)
      if (typeof activeTime === 'number') add('duration', activeTime)
    },
    /** Are there counts in 16 bits? They begin again at 65,536, in distances after 655 m: nobody knows how often. */
    hasShortCounts: (): boolean => hasShort,
    /** Hands over what was counted, and says how much that is. */
    end(source: Source): number {
      const kept = withoutWrongTimes(readings)
      if (kept.length < readings.length) into.omit('time', readings.length - kept.length)
      const first = kept.find((each) => each.stated)?.stated
      if (!first && kept.length > 0) into.assume('zone')
      into.readings(
        source,
        kept.map(({ stated: where = first, ...reading }) => ({
          ...reading,
          offset: where && offsetAbroad(where, zone),
        })),
      )
      return readings.length
    },
  }
}

/** A counter is written as it is read: one whose time does not go forward has a wrong one. */
function withoutWrongTimes<T extends { at: number; counter: string; measure: Measure }>(
  readings: readonly T[],
): T[] {
  const counterOf = ({ counter, measure }: T) => `${counter} ${measure}`
  const keys = new Set(readings.map(counterOf))
  const right = new Set(
    [...keys].flatMap((key) => longestChain(readings.filter((each) => counterOf(each) === key))),
  )
  return readings.filter((each) => right.has(each))
}
