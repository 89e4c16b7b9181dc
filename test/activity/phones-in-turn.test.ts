/** Two phones of which each has a part of what a list says, in long samples that overlap. */
import { expect, test } from 'vitest'
import { importing } from './support.ts'

const time = (minute: number): string => new Date(Date.UTC(2026, 0, 5, 7, minute)).toISOString()

/** Samples as [minute after 07:00, minutes, steps, phone]. */
const phonesOf = (counted: readonly (readonly [number, number, number, string])[]): string =>
  [
    'start,end,steps,source',
    ...counted.map(([at, minutes, steps, name]) => `${time(at)},${time(at + minutes)},${steps},${name}`),
    '',
  ].join('\n')

test.each([
  ['date,time,type,duration,steps', '2026-01-05,07:07,walk,0:20:36,2015'],
  ['start,type,steps', '2026-01-05 07:07,walk,2015'],
  ['start,end,type,steps', '2026-01-05T07:07:00Z,2026-01-05T07:40:00Z,walk,2015'],
])('a phone that was changed on the way for one with longer samples: %s', async (header, line) => {
  const phones = phonesOf([
    [0, 10, 293, 'iPhone'],
    [10, 10, 489, 'iPhone'],
    [20, 10, 52, 'iPhone'],
    [10, 15, 436, 'Pixel phone'],
    [25, 15, 744, 'Pixel phone'],
  ])
  const { rows } = await importing({ 'a.csv': phones, 'list.csv': `${header}\n${line}\n` }, '--tz UTC')
  expect(rows).toMatchObject([{ steps: 2015 }])
})

test('what two phones have beyond a list stays', async () => {
  const phones = phonesOf([
    [0, 10, 700, 'iPhone'],
    [10, 10, 700, 'iPhone'],
    [15, 15, 900, 'Pixel phone'],
    [30, 15, 900, 'Pixel phone'],
  ])
  const list = 'start,end,type,steps\n2026-01-05T07:00:00Z,2026-01-05T07:20:00Z,walk,1800\n'
  const { rows } = await importing({ 'a.csv': phones, 'list.csv': list }, '--tz UTC')
  expect(rows[0]!.steps).toBeGreaterThanOrEqual(1800 + 900)
})

test('a walk that one phone counted at once is not where another one has as much with a pause', async () => {
  const phones = phonesOf([
    [15, 15, 1112, 'Pixel phone'],
    [15, 15, 537, 'iPhone'],
    [60, 15, 520, 'iPhone'],
    [90, 15, 1637, 'iPhone'],
  ])
  const list = 'date,time,type,duration,steps\n2026-01-05,07:16,walk,0:13:00,1112\n'
  const { rows } = await importing({ 'a.csv': phones, 'list.csv': list }, '--tz UTC')
  expect(rows).toMatchObject([{ steps: 1112 + 520 + 1637 }])
})
