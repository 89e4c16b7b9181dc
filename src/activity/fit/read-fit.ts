/** FIT, as watches and bike computers write it: activities, and what a watch counts all day (monitoring). */
import { readWhole } from '../bytes.ts'
import { fitJourneys } from '../journeys.ts'
import { limits } from '../limits.ts'
import type { ReadTask } from '../reader.ts'
import type { Collector, Offset, Source, Sport } from '../sample.ts'
import { createSportTrack } from '../sport-track.ts'
import { createTrackTimes } from '../track-times.ts'
import { Unreadable } from '../unreadable.ts'
import type { Zone } from '../zone.ts'
import { messagesOf, wanted, type Message } from './messages.ts'
import { monitoring } from './monitoring.ts'
import { filesIn } from './pieces.ts'
import { sessionTimes } from './session-times.ts'
import { fitTime, offsetAbroad, offsetIn } from './time.ts'
import { createTimer } from './timer.ts'

/** Sports by their number in the FIT profile; 3 is the way from one to the next. */
const numbered: Record<number, Sport> = {
  1: 'run',
  2: 'ride',
  3: 'walk',
  5: 'swim',
  11: 'walk',
  17: 'hike',
  21: 'ride',
}

const sportOf = (number: number | string | undefined): Sport =>
  typeof number !== 'number' ? 'other' : fitJourneys.has(number) ? 'vehicle' : (numbered[number] ?? 'other')

const makers: Record<number, string> = {
  1: 'Garmin',
  23: 'Suunto',
  32: 'Wahoo',
  123: 'Polar',
  260: 'Zwift',
  265: 'Strava',
  294: 'Coros',
}

type Of<N extends Message['is']> = Extract<Message, { is: N }>
const asNumber = (value: number | string | undefined): number | undefined =>
  typeof value === 'number' ? value : undefined

/** Reads every file of a chain. Throws Unreadable where one of them is damaged, or where none holds motion. */
export async function readFit({ bytes, into, zone }: ReadTask): Promise<void> {
  const file = await readWhole(bytes, limits.fitBytes)
  let held = 0
  for (const pieces of filesIn(file, wanted)) {
    const one = createFile(into, zone)
    for (const piece of pieces) for (const message of messagesOf(piece)) one.message(message)
    held += one.end()
  }
  if (held === 0)
    throw new Unreadable('is a FIT file without activity or steps (settings, a course, sleep)', {
      noMotion: true,
    })
}

function createFile(into: Collector, zone: Zone) {
  let id: Of<'fileId'> | undefined
  let ended: Of<'activity'> | undefined
  let sport: Sport = 'other'
  const sessions: Of<'session'>[] = []
  const track = createSportTrack()
  let isLocated: true | undefined
  const timer = createTimer()
  let [farthest, farthestAtStart] = [0, Infinity]
  let disorder = 0
  const day = monitoring(into, zone)
  const source = (): Source => {
    const { manufacturer, product, serial, productName } = id ?? {}
    const maker = makers[asNumber(manufacturer) ?? -1]
    const named = { name: String(productName ?? maker ?? 'FIT device'), kind: 'watch' } as const
    if (serial !== undefined) return { ...named, serial: String(serial) }
    const model = [
      ...(maker === undefined && manufacturer !== undefined ? [`manufacturer ${manufacturer}`] : []),
      ...(product === undefined ? [] : [`product ${product}`]),
    ].join(', ')
    return { ...named, isModel: true, ...(model && { serial: model }) }
  }
  type Timed = { message: Of<'record' | 'event'>; at: number }
  const record = (message: Of<'record'>, at: number): void => {
    timer.record(at)
    const reached = asNumber(message.distance) ?? 0
    if (farthestAtStart === Infinity) farthestAtStart = reached
    farthest = Math.max(farthest, reached)
    const [lat, lon] = [asNumber(message.lat), asNumber(message.lon)]
    if (lat === undefined || lon === undefined) return
    isLocated = true
    track.point(lat * degrees, lon * degrees, at, asNumber(message.distance))
  }
  const told = ({ message, at }: Timed): void => {
    if (message.is === 'record') record(message, at)
    else if (timer.event(at, message.eventType)) track.pause()
  }
  const times = createTrackTimes<Timed>(told, (points) => void (disorder += points))
  let seen = -Infinity
  const timed = (message: Timed['message']): void => {
    const at = fitTime(message.timestamp)
    if (at === undefined || (message.is === 'event' && message.event !== 0)) return
    // An event may be written right behind the record that came after it.
    const isBehind = message.is === 'event' && at < seen && seen - at <= minute
    if (message.is === 'record') seen = at
    if (seen === -Infinity) told({ message, at })
    else times.point({ message, at: isBehind ? seen : at })
  }
  /** A watch says where it was at the end of an activity. */
  const offsetAt = (at: number): Offset =>
    ended && offsetIn(ended) !== undefined ? (offsetAbroad(ended, zone) ?? zone(at)) : undefined
  const session = (one: Of<'session'>): void => {
    const isAlone = sessions.length === 1
    const { first, last, seconds } = timer
    const times = sessionTimes(one, { first, last, ...(isAlone && { seconds }) })
    if (!times) return into.omit('time')
    const { start, end, duration, isWrong } = times
    if (isWrong) into.omit('value')
    const sport = sportOf(one.sport)
    const onFoot = sport === 'walk' || sport === 'run' || sport === 'hike'
    const cycles = asNumber(one.cycles)
    // The records of several sessions are not told apart.
    const recorded = isAlone ? recordedWay(sport) : undefined
    const said = asNumber(one.distance)
    const distance = said === 0 ? (recorded?.counted ?? 0) : (said ?? recorded?.distance())
    into.activity({
      source: source(),
      sport,
      start,
      end,
      ...timer.pausesIn(start, end, { alone: isAlone, motion: duration }),
      offset: offsetAt(start),
      rank: 0,
      ...(isLocated && { isLocated, advance: recorded?.advance }),
      // A cycle is a stride of both feet.
      ...(onFoot && cycles !== undefined && { steps: (cycles + (asNumber(one.cycleParts) ?? 0)) * 2 }),
      ...(distance !== undefined && { distance }),
      ...(duration !== undefined && { duration }),
    })
  }
  const keepSession = (message: Of<'session'>): void => {
    if (sessions.length >= limits.sessions) throw new Unreadable('holds too many activities')
    sessions.push(message)
  }
  const recordedWay = (sport: Sport) => {
    const { track: measured, omitted } = track.end(sport)
    /** Meters that the records count. */
    const counted = farthest > farthestAtStart ? farthest - farthestAtStart : undefined
    return {
      advance: measured.advance,
      counted,
      /** Meters that the records count up to; where they count none, the way of their positions, whose jumps count then. */
      distance(): number | undefined {
        if (disorder > 0) into.omit('disorder', disorder)
        if (counted !== undefined) return counted
        for (const [why, count] of omitted) into.omit(why, count)
        return measured.points > 1 ? measured.distance : undefined
      },
    }
  }
  /** A watch whose battery died wrote its track, but not the sums at the end. */
  const unfinished = (): void => {
    const { first, last, seconds } = timer
    const recorded = recordedWay(sport)
    const distance = recorded.distance()
    into.activity({
      source: source(),
      sport,
      start: first,
      end: last,
      ...timer.pausesIn(first, last, { alone: true }),
      offset: offsetAt(first),
      rank: 2,
      ...(isLocated && { isLocated, advance: recorded.advance }),
      ...(distance !== undefined && { distance }),
      duration: seconds,
    })
  }
  return {
    message(message: Message): void {
      if (message.is === 'fileId') id ??= message
      else if (message.is === 'session') keepSession(message)
      else if (message.is === 'sport') sport = sportOf(message.sport)
      else if (message.is === 'record' || message.is === 'event') timed(message)
      else if (message.is === 'activity') ended = message
      else if (message.is === 'monitoring') day.monitoring(message)
      else day.info(message)
    },
    /** How many activities and counts it held. */
    end(): number {
      times.end()
      if (isPlan(id?.type)) sessions.length = 0
      for (const one of sessions) session(one)
      const isActivity = id?.type === 4
      const cutShort = sessions.length === 0 && isActivity && timer.last > timer.first
      if (cutShort) unfinished()
      const held = sessions.length + Number(cutShort) + day.end(source())
      if (held === 0 && day.hasShortCounts())
        throw new Unreadable('counts in 16 bits alone (cycles_16, distance_16), which movecli does not read')
      return held
    },
  }
}

/** Files of a workout, a course and totals may hold a session: what is to be done, or was done before. */
const isPlan = (type: number | string | undefined): boolean => type === 5 || type === 6 || type === 10

const degrees = 180 / 2 ** 31
const minute = 60_000
