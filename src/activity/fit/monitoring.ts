/** What a watch counts all day: counters that begin at midnight, one for each kind of movement. */
import { limits } from '../limits.ts'
import { longestChain } from '../longest-chain.ts'
import type { Collector, Counter, Ground, Measure, Reading, Source } from '../sample.ts'
import { Unreadable } from '../unreadable.ts'
import type { Zone } from '../zone.ts'
import type { Message } from './messages.ts'
import { fitTime, offsetAbroad, offsetIn } from './time.ts'

type Monitoring = Extract<Message, { is: 'monitoring' }>
type Info = Extract<Message, { is: 'monitoringInfo' }>

/** What a counter stood at, in the order of the file; `infos`: what the watch had said of its zone by then. */
type CounterColumns = { counter: Counter; times: number[]; values: number[]; infos: (Info | undefined)[] }

/** Kinds of movement by their number in the FIT profile. Only walking and running have steps. */
const grounds: Record<number, Ground> = { 1: 'foot', 2: 'ride', 5: 'swim', 6: 'foot' }

export function monitoring(into: Collector, zone: Zone) {
  let first: Info | undefined
  let stated: Info | undefined
  let time: number | undefined
  const all = new Map<string, CounterColumns>()
  let written = 0
  let hasShort = false
  const add = (counter: Counter, at: number, value: number): void => {
    const key = `${counter.measure} ${counter.counter}`
    let own = all.get(key)
    if (!own) all.set(key, (own = { counter, times: [], values: [], infos: [] }))
    own.times.push(at)
    own.values.push(value)
    own.infos.push(stated)
    written += 1
    if (written > limits.readings) throw new Unreadable('holds too many readings')
  }
  return {
    info(message: Info): void {
      if (offsetIn(message) !== undefined) stated = message
      first ??= stated
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
      hasShort ||= (message.cycles16 ?? message.distance16 ?? message.activeTime16) !== undefined
      const of = (measure: Measure): Counter => ({ measure, ground, counter: String(type) })
      if (ground === 'foot' && typeof count === 'number') add(of('steps'), at, count)
      if (typeof distance === 'number') add(of('distance'), at, distance)
      if (typeof activeTime === 'number') add(of('duration'), at, activeTime)
    },
    /** Are there counts in 16 bits? They begin again at 65,536, in distances after 655 m: nobody knows how often. */
    hasShortCounts: (): boolean => hasShort,
    /** Hands over what was counted, and says how much that is. */
    end(source: Source): number {
      const kept = [...all.values()].map((each) => ({ ...each, places: inOrder(each.times) }))
      const wrong = kept.reduce((left, { places }) => left - places.length, written)
      if (wrong > 0) into.omit('time', wrong)
      if (!first && written > 0) into.assume('zone')
      function* readings({ places, times, values, infos }: (typeof kept)[number]): Generator<Reading> {
        for (const place of places) {
          const info = infos[place] ?? first
          yield { at: times[place]!, value: values[place]!, offset: info && offsetAbroad(info, zone) }
        }
      }
      into.readings(source, new Map(kept.map((each) => [each.counter, readings(each)])))
      return written
    },
  }
}

/** The places of its readings. A counter is written as it is read: one whose time does not go forward has a wrong one. */
const inOrder = (times: readonly number[]): number[] =>
  longestChain(times.map((at, place) => ({ at, place }))).map(({ place }) => place)
