/** Two sources in part at the same time: what only one of them counted is not lost, and what both counted counts once. */
import { expect, test } from 'vitest'
import { gpx, importing, northwards, type Row } from './support.ts'

const nine = Date.UTC(2026, 0, 2, 9)

/** Lines of a source that made a hundred steps a minute, from and to minutes after nine, in pieces of some minutes. */
function counted(source: string, from: number, to: number, piece: number): string {
  const time = (minute: number) => new Date(nine + minute * 60_000).toISOString()
  const starts = Array.from({ length: Math.ceil((to - from) / piece) }, (_, at) => from + at * piece)
  return starts
    .map((at) => [at, Math.min(to, at + piece)] as const)
    .map(([start, end]) => `${time(start)},${time(end)},${Math.round((end - start) * 100)},${source}\n`)
    .join('')
}

/** The row of that day; the watch is taken first. */
async function dayOf(...lines: string[]): Promise<Row> {
  const files = { 'steps.csv': `start,end,steps,source\n${lines.join('')}` }
  const { rows } = await importing(files, '--tz UTC --source watch')
  expect(rows).toHaveLength(1)
  return rows[0]!
}

const lengths = [1, 2, 7, 10, 60]

test.each(lengths)('sources that meet without a gap lose nothing, in pieces of %i minutes', async (piece) => {
  const meeting = [
    counted('watch', 60, 120, piece),
    counted('phone', 0, 60, piece),
    counted('phone', 120, 180, piece),
  ]
  expect(await dayOf(...meeting)).toMatchObject({ steps: 18_000, duration: 10_800 })
})

test.each(lengths)('of a part that both counted, one is taken, in pieces of %i minutes', async (piece) => {
  const both = [counted('watch', 0, 60, 3), counted('phone', 30, 90, piece)]
  expect(await dayOf(...both)).toMatchObject({ steps: 9000, duration: 5400 })
  expect(await dayOf(counted('watch', 0, 60, 3), counted('phone', 55, 115, piece))).toMatchObject({
    steps: 11_500,
  })
})

test.each(lengths.flatMap((piece) => [-1, -0.5, 0.5, 1].map((late) => [piece, late] as const)))(
  'a walk of which two clocks differ counts once, in pieces of %i minutes, %d minutes late',
  async (piece, late) => {
    const walk = [counted('watch', 0, 60, 4), counted('phone', late, 60 + late, piece)]
    expect(await dayOf(...walk)).toMatchObject({ steps: 6000, duration: 3600 })
    const short = [counted('watch', 0, 1, 1), counted('phone', late, 1 + late, 1)]
    expect(await dayOf(...short)).toMatchObject({ steps: 100, duration: 60 })
  },
)

test.each([
  [0, 1, -1],
  [-1, 1, 0],
  [1, 0, -1],
])(
  'three sources of one walk whose clocks are wrong by %d, %d and %d minutes give its steps once',
  async (...late) => {
    const sources = ['watch', 'phone', 'some app']
    for (const piece of lengths) {
      const walk = sources.map((source, at) => counted(source, late[at]!, 60 + late[at]!, piece))
      expect(await dayOf(...walk)).toMatchObject({ steps: 6000, duration: 3600 })
    }
  },
)

test('after a walk whose clocks differ, the steps that the phone alone counted later are taken', async () => {
  const day = [counted('watch', 0, 60, 4), counted('phone', 1, 61, 10), counted('phone', 66, 68, 1)]
  expect(await dayOf(...day)).toMatchObject({ steps: 6200 })
})

test('the minutes beside a type that is not asked for are taken whole', async () => {
  const files = {
    'list.csv': 'start,end,type,steps\n2026-01-02T09:30:00Z,2026-01-02T10:00:00Z,run,4000\n',
    'steps.csv': `start,end,steps,source\n${counted('watch', 0, 90, 1)}`,
  }
  expect((await importing(files, '--tz UTC --type walk')).rows).toMatchObject([{ steps: 6000 }])
})

test('time in motion of a track without steps and of the steps that a later clock counted is the time of the walk', async () => {
  const files = {
    'walk.gpx': gpx([northwards('2026-01-02T09:00:00Z', 3600, 1.4)]),
    'steps.csv': `start,end,steps,source\n${counted('phone', 1, 61, 5)}`,
  }
  expect((await importing(files, '--tz UTC')).rows).toMatchObject([{ steps: 6000, duration: 3600 }])
})

test.each([
  // At 100 a minute it is 300 in two minutes and one of a wrong clock, and 600 in five and one.
  [30, 28, 5700],
  [60, 55, 11_400],
])(
  'a sample of %i minutes that another one overlaps at its end loses no more than can be done meanwhile',
  async (length, meets, steps) => {
    const lines = [counted('phone', 0, length, length), counted('watch', meets, meets + length, length)]
    expect(await dayOf(...lines)).toMatchObject({ steps })
  },
)

test('a walk that a watch counts a minute late, and a phone in two samples, counts once', async () => {
  const line = (from: string, to: string, steps: number, source: string) =>
    `2026-01-02T${from}:00Z,2026-01-02T${to}:00Z,${steps},${source}\n`
  const phone = [line('10:00', '10:30', 340, 'phone'), line('10:30', '11:00', 2660, 'phone')]
  expect(await dayOf(line('10:29', '10:59', 3000, 'watch'), ...phone)).toMatchObject({ steps: 3000 })
})
