/** What FIT files say in other ways than most do: what they leave out, other byte orders, sports, makers, pauses. */
import { expect, test } from 'vitest'
import { checksum, definition, fit, fitTime, session, sessionFields, u32, type Field } from './fit.ts'
import { importing, type Row } from './support.ts'

const now = () => new Date('2026-02-01T12:00:00Z')
const start = fitTime('2026-01-02T10:00:00Z')
const none = [255, 255, 255, 255]
const only = (rows: Row[]) => rows.map(({ id: _, date: __, source: ___, ...row }) => row)
const perActivity = '--tz UTC --per activity'

const fileId = ({ type = 4, maker = 1, product = 3121, serial = 9 } = {}, big = false): number[] => {
  const u16 = (value: number) => (big ? [value >> 8, value & 255] : [value & 255, value >> 8])
  const fields: Field[] = [
    [0, 1, 0],
    [1, 2, 0x84],
    [2, 2, 0x84],
    [3, 4, 0x8c],
  ]
  const bytes = big ? u32(serial).toReversed() : u32(serial)
  return [...definition(15, 0, fields, { big }), 15, type, ...u16(maker), ...u16(product), ...bytes]
}

type Session = Record<
  'timestamp' | 'start' | 'elapsed' | 'timer' | 'meters' | 'cycles' | 'parts' | 'sport',
  number | undefined
>
/** A session of a walk of ten minutes in eleven. */
const usual: Session = {
  timestamp: start + 660,
  start,
  elapsed: 660,
  timer: 600,
  meters: 800,
  cycles: 500,
  parts: 0,
  sport: 11,
}

/** What is undefined is there and has no value. */
function sessionOf(values: Partial<Session>, { big = false, developer = 0 } = {}): number[] {
  const { timestamp, elapsed, timer, meters, cycles, parts, sport, ...rest } = { ...usual, ...values }
  const word = (value: number | undefined, scale = 1) => {
    const bytes = value === undefined ? none : u32(value * scale)
    return big ? bytes.toReversed() : bytes
  }
  const defined = definition(0, 18, sessionFields, { big })
  // A field of a developer lies behind the others of the message.
  const extended = developer === 0 ? defined : [0x60, ...defined.slice(1), 1, 0, developer, 0]
  return [
    ...extended,
    0,
    ...word(timestamp),
    ...word(rest.start),
    sport ?? 255,
    ...word(elapsed, 1000),
    ...word(timer, 1000),
    ...word(meters, 100),
    ...word(cycles),
    parts ?? 255,
    ...Array<number>(developer).fill(7),
  ]
}

const walked = { steps: 1000, distance: 0.8, duration: 600 }

test.each<[string, Partial<Session>, object]>([
  ['all of its values', {}, walked],
  ['no parts of a cycle', { parts: undefined }, walked],
  ['parts of a cycle', { parts: 127 }, { ...walked, steps: 1002 }],
  ['no cycles', { cycles: undefined }, { distance: 0.8, duration: 600 }],
  ['no distance', { meters: undefined }, { steps: 1000, duration: 600 }],
  ['no time in motion', { timer: undefined }, { ...walked, duration: 660 }],
  ['no time with pauses', { elapsed: undefined }, walked],
  ['no sport', { sport: undefined }, { distance: 0.8, duration: 600 }],
])('a FIT session with %s', async (_, values, expected) => {
  const file = fit([...fileId(), ...sessionOf(values)])
  expect(only((await importing({ 'a.fit': file }, perActivity, { now })).rows)).toEqual([expected])
})

test.each<[string, Partial<Session>, string[]]>([
  ['its end and its time with pauses', { start: undefined }, ['activity-20260102T1000Z']],
  ['its end and its time in motion', { start: undefined, elapsed: undefined }, ['activity-20260102T1001Z']],
  ['nothing', { start: undefined, timestamp: undefined }, []],
  ['nothing, for its clock had not been set', { start: 5000, timestamp: undefined }, []],
])('the start of a FIT session without one is told by %s', async (_, values, ids) => {
  const file = fit([...fileId(), ...sessionOf(values)])
  const { rows, stderr } = await importing({ 'a.fit': file }, perActivity, { now })
  expect(rows.map(({ id }) => id)).toEqual(ids)
  expect(stderr.includes('Left out: 1 impossible time.')).toBe(ids.length === 0)
})

test('FIT files of the other byte order, and with fields of other software, have the same values', async () => {
  for (const [big, developer] of [
    [true, 0],
    [false, 3],
    [true, 3],
  ] as const) {
    const more = sessionOf({ start: start + 3600, timestamp: start + 4260 }, { big, developer })
    const data = [...fileId({}, big), ...sessionOf({}, { big, developer }), ...more.slice(-27 - developer)]
    const { rows } = await importing({ 'a.fit': fit(data) }, perActivity, { now })
    expect(rows.map(({ id }) => id)).toEqual(['activity-20260102T1000Z', 'activity-20260102T1100Z'])
    expect(rows.map(({ source }) => source)).toEqual(['Garmin', 'Garmin'])
    expect(only(rows)).toEqual([walked, walked])
  }
})

test('messages without a field, and fields that are not wanted or there twice, change nothing', async () => {
  const plain = session({ start })
  const fields = definition(0, 18, sessionFields).length
  const values = plain.slice(fields + 1)
  const more = Array.from({ length: 200 }, (): Field => [201, 1, 2])
  const wide = [
    ...definition(1, 20, []),
    ...Array<number>(5000).fill(1),
    ...definition(0, 18, [[200, 1, 2], ...sessionFields, [7, 4, 0x86], ...more]),
    0,
    7,
    ...values,
    ...u32(5_000_000),
    ...more.map(() => 9),
  ]
  const [one, other] = await Promise.all(
    [plain, wide].map(async (data) => importing({ 'a.fit': fit([...fileId(), ...data]) }, perActivity)),
  )
  expect(one!.rows).toHaveLength(1)
  expect(other!.rows).toEqual(one!.rows)
})

test('a FIT file with a header of 12 bytes is read', async () => {
  const data = Buffer.from([...fileId(), ...sessionOf({})])
  const whole = fit([...data])
  const bytes = Buffer.concat([Buffer.from([12]), whole.subarray(1, 12), data, Buffer.alloc(2)])
  bytes.writeUInt16LE(checksum(bytes.subarray(0, -2)), bytes.length - 2)
  expect(only((await importing({ 'a.fit': bytes }, perActivity, { now })).rows)).toEqual([walked])
})

test.each([
  [1, 'run', true],
  [2, 'ride', false],
  [5, 'swim', false],
  [11, 'walk', true],
  [17, 'hike', true],
  [21, 'ride', false],
  [10, 'other', false],
])('sport %d of FIT is called %s, and has steps: %s', async (sport, type, hasSteps) => {
  const file = { 'a.fit': fit([...fileId(), ...sessionOf({ sport })]) }
  const { rows } = await importing(file, `${perActivity} --type ${type}`, { now })
  expect(only(rows)).toEqual([hasSteps ? walked : { distance: 0.8, duration: 600 }])
})

test.each([
  [1, 'Garmin'],
  [23, 'Suunto'],
  [32, 'Wahoo'],
  [123, 'Polar'],
  [260, 'Zwift'],
  [265, 'Strava'],
  [294, 'Coros'],
  [77, 'FIT device'],
])('maker %d of FIT is called %s', async (maker, source) => {
  const file = { 'a.fit': fit([...fileId({ maker }), ...sessionOf({})]) }
  expect((await importing(file, perActivity, { now })).rows).toMatchObject([{ source }])
})

/** A track of a watch that ended before its sums: a record each ten seconds, a meter a second, with events between. */
function unfinished(
  events: Record<number, [event: number, type: number]>,
  { from = 0, type = 4, sport = 11 } = {},
  wrong: Record<number, number> = {},
) {
  const records = Array.from({ length: 61 }, (_, at) => {
    const happened = events[at * 10]
    return [
      ...(happened ? [2, ...u32(start + at * 10), ...happened] : []),
      1,
      ...u32(start + at * 10 + (wrong[at] ?? 0)),
      ...u32((from + at * 10) * 100),
    ]
  })
  return fit([
    ...fileId({ type }),
    ...definition(3, 12, [[0, 1, 0]]),
    3,
    sport,
    ...definition(2, 21, [
      [253, 4, 0x86],
      [0, 1, 0],
      [1, 1, 0],
    ]),
    ...definition(1, 20, [
      [253, 4, 0x86],
      [5, 4, 0x86],
    ]),
    ...records.flat(),
  ])
}

test.each<[string, Record<number, [number, number]>, number]>([
  ['was never stopped', {}, 600],
  ['was stopped once for a minute', { 200: [0, 1], 260: [0, 0] }, 540],
  ['was stopped with all others for a minute', { 200: [0, 4], 260: [0, 0] }, 540],
  ['was stopped twice before it went on', { 200: [0, 4], 220: [0, 1], 260: [0, 0] }, 540],
  ['was stopped for good', { 400: [0, 4] }, 400],
  ['began a lap', { 200: [9, 1], 260: [9, 0] }, 600],
  ['met a mark', { 200: [0, 3] }, 600],
])('a watch without sums whose timer %s has that time in motion', async (_, events, duration) => {
  const { rows } = await importing({ 'cut.fit': unfinished(events) }, perActivity, { now })
  expect(only(rows)).toEqual([{ distance: 0.6, duration }])
})

test.each([-31 * 86_400, -86_400, -3600, 3600, 86_400])(
  'a record of a watch without sums whose time is %i seconds off moves neither its begin nor its end',
  async (shift) => {
    const whole = await importing({ 'cut.fit': unfinished({}) }, perActivity, { now })
    for (const at of [0, 1, 7, 30, 59, 60]) {
      const { rows, stderr } = await importing(
        { 'cut.fit': unfinished({}, {}, { [at]: shift }) },
        perActivity,
        { now },
      )
      expect(rows).toHaveLength(1)
      expect([at, rows[0]!.date, rows[0]!.duration! >= 580]).toEqual([at, whole.rows[0]!.date, true])
      expect(rows[0]!.duration).toBeLessThanOrEqual(600)
      expect(stderr).toContain('1 track point')
    }
  },
)

test('where a watch without sums recorded nothing for hours it was not in motion', async () => {
  const late = Object.fromEntries(Array.from({ length: 30 }, (_, at) => [31 + at, 36_000]))
  for (const events of [{}, { 310: [0, 3] as [number, number] }]) {
    const { rows } = await importing({ 'cut.fit': unfinished(events, {}, late) }, perActivity, { now })
    expect(rows).toMatchObject([{ distance: 0.6, duration: 590 }])
  }
})

test('a session whose time is of another day than all its records is of theirs', async () => {
  const records = unfinished({}).subarray(14, -2)
  for (const days of [-31, -1, 1]) {
    const from = start + days * 86_400
    const file = fit([...records, ...sessionOf({ start: from, timestamp: from + 660 })])
    const { rows } = await importing({ 'walk.fit': file }, perActivity, { now })
    expect(rows.map(({ date, distance, steps }) => [date, distance, steps])).toEqual([
      ['2026-01-02', 0.8, 1000],
    ])
  }
})

test('a watch without sums has the sport that the file names, and the meters since its start', async () => {
  const file = { 'cut.fit': unfinished({}, { from: 5000, sport: 2 }) }
  for (const [type, count] of [
    ['ride', 1],
    ['walk', 0],
  ] as const) {
    const { rows } = await importing(file, `${perActivity} --type ${type}`, { now })
    expect(rows.map(({ distance }) => distance)).toEqual(Array<number>(count).fill(0.6))
  }
})

test('records in a FIT file that is no activity are a plan', async () => {
  const { code, stderr } = await importing({ 'course.fit': unfinished({}, { type: 6 }) }, '', { now })
  expect(code).toBe(2)
  expect(stderr).toContain('course.fit is a FIT file without activity or steps')
})

/** What a watch counts all day, each reading as the fields of its message say. */
const monitored = (fields: Field[], ...readings: number[][]): Buffer =>
  fit([
    ...fileId({ type: 32 }),
    ...definition(1, 103, [[253, 4, 0x86]]),
    1,
    ...u32(start),
    ...definition(0, 55, fields),
    ...readings.flatMap((reading) => [0, ...reading]),
  ])
const u16 = (value: number) => [value & 255, (value >> 8) & 255]

test('readings with the last 16 bits of their time go on from the time before, over the end of those bits too', async () => {
  const seconds = [600, 1200, 30_000, 65_536 + 20_000]
  const file = monitored(
    [
      [26, 2, 0x84],
      [3, 4, 0x86],
      [24, 1, 2],
    ],
    ...seconds.map((at, nth) => [...u16((start + at) & 0xffff), ...u32((nth + 1) * 300), 0x60 | 6]),
  )
  const { rows } = await importing({ 'day.fit': file }, '--tz UTC', { now })
  // The last one is on the next day, and of that day.
  expect(rows.map(({ date, steps }) => [date, steps])).toEqual([
    ['2026-01-02', 900],
    ['2026-01-03', 1200],
  ])
})

test('turns of pedals and strokes that a watch counts all day are no steps', async () => {
  const readings = [6, 1, 2, 5, 0].map((type) => [...u32(start + 3600), ...u32(1000), type])
  const fields: Field[] = [
    [253, 4, 0x86],
    [3, 4, 0x86],
    [5, 1, 0],
  ]
  const { rows } = await importing({ 'day.fit': monitored(fields, ...readings) }, '--tz UTC', { now })
  expect(rows).toMatchObject([{ date: '2026-01-02', steps: 2000 }])
})

test('a watch that counts in 16 bits beside whole counts is read by these', async () => {
  const fields: Field[] = [
    [253, 4, 0x86],
    [3, 4, 0x86],
    [9, 2, 0x84],
    [5, 1, 0],
  ]
  const file = monitored(fields, [...u32(start + 3600), ...u32(70_000), ...u16(4464), 6])
  expect((await importing({ 'day.fit': file }, '--tz UTC', { now })).rows).toMatchObject([{ steps: 70_000 }])
})

test('the way from one sport of a triathlon to the next has its steps', async () => {
  const { rows } = await importing(
    { 'a.fit': fit(session({ sport: 3, cycles: 200, meters: 300 })) },
    '--tz UTC',
  )
  expect(rows).toMatchObject([{ steps: 400, distance: 0.3 }])
})

test.each([
  ['its records count', [0, 280, 1680], 1.68],
  ['its records count nothing either', [0, 0, 0], undefined],
])('a session that says 0 meters has those that %s', async (_, counted, distance) => {
  const start = fitTime('2026-01-02T10:00:00Z')
  const records = counted.flatMap((meters, at) => [1, ...u32(start + at * 300), ...u32(meters * 100)])
  const file = fit([
    ...definition(1, 20, [
      [253, 4, 0x86],
      [5, 4, 0x86],
    ]),
    ...records,
    ...session({ start, meters: 0 }),
  ])
  const [row] = (await importing({ 'a.fit': file }, '--tz UTC')).rows
  expect(row!.distance || undefined).toBe(distance)
})
