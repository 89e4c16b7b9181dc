/** A picture of days as a file: where its shapes stand, and that nothing in it is loaded or run. */
import { expect, test } from 'vitest'
import { chartText } from '../../../src/output/chart.ts'
import { htmlFile, svgFile } from '../../../src/output/picture/files.ts'
import type { Picture } from '../../../src/output/picture/picture.ts'
import { bands, linearScale } from '../../../src/output/picture/scale.ts'

const marks = (...values: (number | undefined)[]) =>
  values.map((value) => ({ value, words: `${value ?? '-'} w` }))
const picture = (more: Partial<Picture> = {}): Picture => ({
  title: 'Motion',
  subtitle: 'of <me>',
  days: ['2026-01-01', '2026-01-02', '2026-01-03'],
  panels: [
    { title: 'Steps', kind: 'bars', series: [{ name: 'Steps', marks: marks(4000, undefined, 8000) }] },
    {
      title: 'Multipliers',
      kind: 'lines',
      series: [
        { name: 'nft', marks: marks(1, 2, undefined) },
        { name: 'streak', marks: marks(1.5, undefined, 1.5) },
      ],
    },
  ],
  totals: [['Days', '3']],
  table: {
    columns: [
      { title: 'Date', right: false },
      { title: 'Steps', right: true },
    ],
    rows: [['2026-01-01', '4000']],
  },
  ...more,
})

test('a page may load and run nothing, whatever it holds', () => {
  const page = htmlFile(picture())
  expect(page).toContain(
    `<meta http-equiv="Content-Security-Policy" content="default-src 'none'; style-src 'unsafe-inline'; base-uri 'none'; form-action 'none'">`,
  )
  expect(page.indexOf('Content-Security-Policy')).toBeLessThan(page.indexOf('<style'))
  expect(page).toContain('of &lt;me&gt;')
  expect(page).toContain('<th scope="col" class="right">Steps</th>')
  expect(page).toContain('<td class="right">4000</td>')
})

test('a day has a bar, a dot and a piece of the line where it has a value, and nothing where it has none', () => {
  const svg = svgFile(picture())
  expect(svg.match(/<rect class="bar c1"/g)).toHaveLength(2)
  expect(svg.match(/<circle class="dot c1"/g)).toHaveLength(2)
  expect(svg.match(/<circle class="dot c2"/g)).toHaveLength(2)
  expect(svg).toContain('<title>2026-01-03: Steps 8000 w</title>')
  expect(svg).toContain('<title>2026-01-02: nft 2 w</title>')
  expect(svg).not.toContain('2026-01-02: Steps')
  expect(svg).toContain('3 days, 2026-01-01 to 2026-01-03: steps, multipliers per day. Days 3.')
  const heights = [...svg.matchAll(/<rect class="bar c1"[^>]* height="([\d.]+)"/g)].map(([, height]) =>
    Number(height),
  )
  expect(heights[1]! / heights[0]!).toBeCloseTo(2, 2)
})

test('one day alone is said as one', () => {
  const one = { days: ['2026-01-01'], panels: [], totals: [['Days', '1'] as const] }
  expect(svgFile(picture(one))).toContain('1 day, 2026-01-01:  per day. Days 1.')
})

test('bars begin at zero and lines where their values do; the highest stands on top', () => {
  const bars = linearScale([50, 100], { zero: true, from: 200, to: 0 })
  expect([bars.at(0), bars.at(100), bars.at(50)]).toEqual([200, 0, 100])
  const lines = linearScale([50, 100], { zero: false, from: 200, to: 0 })
  expect([lines.at(50), lines.at(100)]).toEqual([200, 0])
  const below = linearScale([-100, 100], { zero: true, from: 200, to: 0 })
  expect([below.at(-100), below.at(0), below.at(100)]).toEqual([200, 100, 0])
  const flat = linearScale([0], { zero: true, from: 200, to: 0 })
  expect([flat.at(0), flat.ticks.at(-1)]).toEqual([200, 1])
})

test('days stand side by side in equal bands, a fifth of each left free', () => {
  const over = bands(4, 100, 500)
  expect([over.width, over.left(0), over.left(3), over.middle(0), over.middle(3)]).toEqual([
    80, 110, 410, 150, 450,
  ])
})

const chart = async (values: (number | undefined)[][], width: number, unicode = false) =>
  chartText(
    {
      title: 'Date',
      series: values[0]!.map((_, at) => `S${at}`),
      days: values.map((bars, at) => ({
        label: `d${at}`,
        bars: bars.map((value) => ({ value, words: String(value ?? '-') })),
      })),
    },
    { width, unicode },
  )
const barsOf = (text: string) =>
  text
    .trimEnd()
    .split('\n')
    .slice(1)
    .map((line) => line.match(/[#█▏▎▍▌▋▊▉]+/g)?.map(({ length }) => length) ?? [])

test('each series of a chart is drawn to its own greatest value; nothing has no bar, and anything above it has one', async () => {
  expect(
    barsOf(
      await chart(
        [
          [100, 1],
          [50, 2],
          [0.001, 0],
          [undefined, -5],
        ],
        80,
      ),
    ),
  ).toEqual([[31, 16], [16, 31], [1], []])
  expect(barsOf(await chart([[0], [undefined]], 40))).toEqual([[], []])
})

test('a bar in blocks is drawn in eighths', async () => {
  const text = await chart([[16], [1], [8.5]], 18 + 6, true)
  const width = barsOf(text)[0]![0]!
  expect(text).toContain('█'.repeat(width))
  expect(barsOf(text)[2]![0]).toBe(Math.ceil((8.5 / 16) * width))
})
