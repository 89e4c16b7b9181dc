/** Whatever is in an export: a documented end, and rows of what a person can move. */
import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { gzipSync } from 'node:zlib'
import fc from 'fast-check'
import { expect, test } from 'vitest'
import { intervalIn } from '../../src/contract/interval.ts'
import { checksum } from '../activity/fit.ts'
import {
  apple,
  fixtures,
  folderOf,
  gpx,
  kilometers,
  northwards,
  steps,
  type Row,
} from '../activity/support.ts'
import { zip } from '../activity/zip.ts'
import { movecli } from '../support/movecli.ts'
import { cases, expectSound } from './sound.ts'

const fit = (name: string) => readFileSync(join(fixtures, name))
const walk = gpx([northwards('2026-01-02T10:00:00Z', 300, 1.4)])
const health = apple(
  steps(500, '2026-01-02 10:00:00 +0100', '2026-01-02 10:10:00 +0100', 'Watch'),
  kilometers(0.4, '2026-01-02 10:00:00 +0100', '2026-01-02 10:10:00 +0100'),
)
const table = 'start,end,type,steps,distance (m)\n2026-01-02T10:00:00Z,2026-01-02T10:30:00Z,walk,3000,2100\n'
const seeds: readonly Uint8Array[] = [
  fit('monitoring-evening.fit'),
  fit('tonga.fit'),
  fit('run-paused.fit'),
  Buffer.from(walk),
  Buffer.from(health),
  Buffer.from(table),
  Buffer.from('date,steps\n2026-01-02,5000\n'),
  gzipSync(walk),
  zip([
    { name: 'a/walk.gpx', content: walk },
    { name: 'b.fit', content: fit('tonga.fit') },
    { name: 'c.zip', content: zip([{ name: 'days.csv', content: table }]) },
  ]),
]

const change = fc.record({
  at: fc.nat(1_000_000),
  how: fc.constantFrom('flip', 'flip', 'flip', 'drop', 'cut', 'double', 'swell'),
  by: fc.integer({ min: 1, max: 255 }),
})
type Change = typeof change extends fc.Arbitrary<infer T> ? T : never

function changed(bytes: Uint8Array, { at, how, by }: Change): Uint8Array {
  const place = at % Math.max(1, bytes.length)
  const [before, rest] = [bytes.subarray(0, place), bytes.subarray(place)]
  if (how === 'cut') return before
  if (how === 'drop') return Buffer.concat([before, rest.subarray(1)])
  if (how === 'double') return Buffer.concat([before, rest.subarray(0, by), rest])
  if (how === 'swell') return Buffer.concat([before, Buffer.alloc(by * 100, rest[0] ?? 0), rest])
  const copy = Buffer.from(bytes)
  if (copy.length > 0) copy[place]! ^= by
  return copy
}

/** With its checksum put right, so that what is behind it is reached; anything else stays as it is. */
function mended(bytes: Uint8Array): Uint8Array {
  if (Buffer.from(bytes.subarray(8, 12)).toString('latin1') !== '.FIT' || bytes.length < 16) return bytes
  const copy = Buffer.from(bytes)
  copy.writeUInt32LE(copy.length - 16, 4)
  copy.writeUInt16LE(checksum(copy.subarray(0, -2)), copy.length - 2)
  return copy
}

const now = Date.parse('2026-03-01T00:00:00Z')

function expectMoved({
  id,
  date,
  source,
  interval,
  steps: count = 0,
  distance = 0,
  duration = 0,
  ...more
}: Row & { interval?: string }): void {
  expect(Object.keys(more)).toEqual([])
  // As `motion submit` takes it.
  if (interval !== undefined) expect([interval, intervalIn(interval)]).not.toContain(undefined)
  expect([typeof id, typeof source]).toEqual(['string', 'string'])
  expect(Date.parse(date)).toBeGreaterThanOrEqual(Date.parse('1999-12-31'))
  expect(Date.parse(date)).toBeLessThan(now + 2 * 86_400_000)
  expect(Number.isInteger(count) && Number.isInteger(duration) && Number.isFinite(distance)).toBe(true)
  expect(Math.min(count, duration, distance)).toBeGreaterThanOrEqual(0)
  expect(count + duration + distance).toBeGreaterThan(0)
}

test('files that were changed anywhere', { timeout: 3_600_000 }, async () => {
  const file = fc.record({
    seed: fc.constantFrom(...seeds),
    changes: fc.array(change, { minLength: 1, maxLength: 6 }),
    mend: fc.boolean(),
  })
  await fc.assert(
    fc.asyncProperty(
      fc.array(file, { minLength: 4, maxLength: 4 }),
      fc.constantFrom('day', 'activity'),
      async (files, per) => {
        const written = files.map(({ seed, changes, mend }, n) => {
          const bytes = changes.reduce(changed, seed)
          return [`${n}`, mend ? mended(bytes) : bytes] as const
        })
        const folder = folderOf(Object.fromEntries(written))
        const words = [
          'motion',
          'import',
          ...written.map(([name]) => join(folder, name)),
          '--per',
          per,
          '--format',
          'ndjson',
        ]
        const ran = await movecli(words, { now: () => new Date(now) })
        expectSound(ran, { json: true })
        for (const line of ran.stdout.split('\n').filter(Boolean)) expectMoved(JSON.parse(line) as Row)
      },
    ),
    { numRuns: cases(100) },
  )
})
