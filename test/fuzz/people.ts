/** A day of a person: what was moved, and what watches, a phone and recordings say of it. */
import fc from 'fast-check'
import { counted, fileId, fit, fitTime, session } from '../activity/fit.ts'
import { gpx, northwards, type Files } from '../activity/support.ts'

const midnight = Date.UTC(2026, 0, 5)
export const day = 24 * 60
/** Of a minute of a day after the first one. */
const clockOf =
  (date: number) =>
  (minute: number): string =>
    new Date(midnight + (date * day + minute) * 60_000).toISOString()

/** Of a minute; numbers of counters and sports are those of FIT. */
const ways = {
  walk: { steps: 100, meters: 70, counter: 6, sport: 11, type: 'walking' },
  run: { steps: 165, meters: 165, counter: 1, sport: 1, type: 'running' },
  ride: { steps: 0, meters: 360, counter: 2, sport: 2, type: 'cycling' },
  swim: { steps: 0, meters: 48, counter: 5, sport: 5, type: 'swimming' },
} as const
type Way = keyof typeof ways
const onFoot = (way: Way): boolean => way === 'walk' || way === 'run'

/** Minutes of the day. `carried`: the phone was. */
type Move = {
  way: Way
  from: number
  until: number
  carried: boolean
  recorded: 'watch' | 'phone' | 'list' | undefined
}
/** `zero`: it states its counter when it is put on; `saysTime`: how long one moved; `all`: rides and swims too. */
type Watch = {
  serial: number
  worn: [from: number, until: number]
  every: number
  onlyChanges: boolean
  zero: boolean
  saysTime: boolean
  all: boolean
}
/** `counts`: of each step. */
type Phone = { every: number; counts: number }
export type Person = { moves: readonly Move[]; watches: readonly Watch[]; phone: Phone | undefined }

const wears = ({ worn: [from, until] }: Watch, minute: number): boolean => minute >= from && minute < until
const has = ({ from, until }: Move, minute: number): boolean => minute >= from && minute < until

const moves = fc
  .array(
    fc.record({
      way: fc.constantFrom<Way>('walk', 'walk', 'walk', 'run', 'ride', 'swim'),
      rest: fc.oneof(fc.constant(0), fc.integer({ min: 3, max: 180 })),
      minutes: fc.integer({ min: 5, max: 60 }),
      carried: fc.boolean(),
      recorded: fc.constantFrom('watch', 'phone', 'list', undefined, undefined, undefined),
    }),
    { minLength: 3, maxLength: 10 },
  )
  .map((all) => {
    let at = 7 * 60
    const moved = all.map(({ rest, minutes, ...how }): Move => {
      const from = at + rest
      at = from + minutes
      return { ...how, from, until: at }
    })
    return moved.filter(({ until }) => until < day - 60)
  })

const watch = fc.record({
  every: fc.constantFrom(1, 5, 10, 15),
  onlyChanges: fc.boolean(),
  zero: fc.boolean(),
  saysTime: fc.boolean(),
  all: fc.boolean(),
})

const phone = fc.option(
  fc.record({ every: fc.constantFrom(5, 10, 15), counts: fc.constantFrom(0.9, 1, 1.1) }),
  { nil: undefined },
)

/** With one watch all day. */
export const wearers: fc.Arbitrary<Person> = fc
  .record({ moves, phone, watch })
  .map(({ watch: worn, ...person }) => ({ ...person, watches: [{ ...worn, serial: 9, worn: [0, day] }] }))

/** With two watches in turn, of which the first is taken off behind a move; perhaps the other one is not. */
export const changers: fc.Arbitrary<Person> = fc
  .record({ moves, phone, watch, other: fc.option(watch, { nil: undefined }), at: fc.nat(9) })
  .map(({ watch: first, other, at, ...person }) => {
    const change = person.moves[at % Math.max(1, person.moves.length)]?.until ?? day / 2
    const second: Watch[] = other ? [{ ...other, serial: 11, worn: [change, day] }] : []
    return { ...person, watches: [{ ...first, serial: 9, worn: [0, change] }, ...second] }
  })

type Sums = { steps: number; meters: number; seconds: number }

/** What was moved and seen; of the time on foot the most that its steps may be taken for. */
export function truthOf({ moves: all, watches, phone: own }: Person): Sums & { mostSeconds: number } {
  const sums = { steps: 0, meters: 0, seconds: 0, mostSeconds: 0 }
  for (const move of all)
    for (let minute = move.from; minute < move.until; minute++) {
      const worn = watches.find((each) => wears(each, minute))
      const { steps, meters } = ways[move.way]
      const isRecorded = recordingOf({ moves: all, watches, phone: own }, move) !== undefined
      const part = (worn ?? isRecorded) ? 1 : move.carried && own && onFoot(move.way) ? own.counts : 0
      const isSeen = onFoot(move.way) || isRecorded || worn?.all
      if (part === 0 || !isSeen) continue
      sums.steps += steps * part
      sums.meters += meters * part
      const isTimed = isRecorded || (worn?.saysTime ?? false)
      if (!isTimed && !onFoot(move.way)) continue
      sums.seconds += isTimed ? 60 : Math.min(60, steps * part * 0.6)
      sums.mostSeconds += isTimed ? 60 : Math.max(60, steps * part * 0.6)
    }
  return sums
}

/** By whom a move was recorded: by a watch that was worn all the time, or by a phone that was carried. */
function recordingOf({ watches, phone: own }: Person, { from, until, carried, recorded }: Move) {
  if (recorded === 'list') return recorded
  if (recorded === 'phone') return own && carried ? recorded : undefined
  return recorded && watches.find((each) => wears(each, from) && wears(each, until - 1))
}

/** `date`: days after the first one. */
export function filesOf(person: Person, date = 0): Files {
  const time = clockOf(date)
  const files: Files = { ...phoneOf(person, date), ...listOf(person, date) }
  for (const each of person.watches) Object.assign(files, countersOf(person, each, date))
  for (const [at, move] of person.moves.entries()) {
    const recording = recordingOf(person, move)
    const { meters, steps, sport, type } = ways[move.way]
    const minutes = move.until - move.from
    if (recording === 'phone')
      files[`${date} ${at}.gpx`] = gpx([northwards(time(move.from), minutes * 60, meters / 60)], { type })
    else if (typeof recording === 'object')
      files[`${date} ${at}.fit`] = fit([
        ...fileId(recording.serial),
        ...session({
          start: fitTime(time(move.from)),
          sport,
          seconds: minutes * 60,
          meters: minutes * meters,
          cycles: (minutes * steps) / 2,
        }),
      ])
  }
  return files
}

/** A file for each counter of a watch. */
function countersOf({ moves: all }: Person, worn: Watch, date: number): Files {
  const time = clockOf(date)
  const files: Files = {}
  for (const [way, { steps, meters, counter }] of Object.entries(ways) as [Way, (typeof ways)[Way]][]) {
    if (!onFoot(way) && !worn.all) continue
    const readings: [string, number, number, number?][] = []
    let [minutes, written] = [0, 0]
    for (let minute = worn.worn[0]; minute <= worn.worn[1]; minute++) {
      const before = minute - 1
      if (wears(worn, before) && all.some((move) => move.way === way && has(move, before))) minutes += 1
      const isPutOn = minute === worn.worn[0] && worn.zero && way === 'walk'
      const isRead = (minute % worn.every === 0 || minute === worn.worn[1]) && (way === 'walk' || minutes > 0)
      if (!isPutOn && (!isRead || (worn.onlyChanges && minutes === written))) continue
      readings.push([
        time(minute),
        minutes * steps,
        minutes * meters,
        ...(worn.saysTime ? [minutes * 60] : []),
      ] as [string, number, number, number?])
      written = minutes
    }
    if (readings.length > 0)
      files[`${date} ${way} ${worn.serial}.fit`] = counted(readings, { serial: worn.serial, type: counter })
  }
  return files
}

function phoneOf({ moves: all, phone: own }: Person, date: number): Files {
  const time = clockOf(date)
  if (!own) return {}
  const lines = Array.from({ length: day / own.every }, (_, at) => {
    const [from, until] = [at * own.every, (at + 1) * own.every]
    let [steps, meters] = [0, 0]
    for (const move of all) {
      const minutes = Math.min(until, move.until) - Math.max(from, move.from)
      if (minutes <= 0 || !move.carried || !onFoot(move.way)) continue
      steps += minutes * ways[move.way].steps * own.counts
      meters += minutes * ways[move.way].meters * own.counts
    }
    return steps > 0 ? `${time(from)},${time(until)},${Math.round(steps)},${Math.round(meters)},iPhone\n` : ''
  })
  return { [`${date} phone.csv`]: `start,end,steps,distance (m),source\n${lines.join('')}` }
}

function listOf(person: Person, date: number): Files {
  const time = clockOf(date)
  const lines = person.moves
    .filter((move) => recordingOf(person, move) === 'list')
    .map(({ way, from, until }) => {
      const [minutes, { steps, meters }] = [until - from, ways[way]]
      return `${time(from)},${time(until)},${way},${minutes * steps || ''},${minutes * meters},${minutes * 60},diary\n`
    })
  if (lines.length === 0) return {}
  return { [`${date} list.csv`]: `start,end,type,steps,distance (m),duration (s),source\n${lines.join('')}` }
}
