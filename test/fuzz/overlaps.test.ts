/** Sources that counted the same morning in part: what a slow model says, second by second. Everyone makes a step a second. */
import fc from 'fast-check'
import { expect, test } from 'vitest'
import { importing } from '../activity/support.ts'
import { cases } from './sound.ts'

const nine = Date.UTC(2026, 0, 2, 9)
const morning = 3 * 3600
/** Seconds. Where sources begin and end so far apart, their clocks do not matter. */
const apart = 150
const clocks = 60
/** A silent source is there for less than this. */
const presence = 900

type Walk = { from: number; to: number; pieces: readonly number[] }

/** Walks of one source that begin and end at such seconds, and the lengths that it cuts them into. */
const walksAt = (slot: number, longest = 4000) =>
  fc
    .tuple(
      fc.uniqueArray(fc.nat(morning / slot), { minLength: 2, maxLength: 8 }),
      fc.array(fc.integer({ min: 1, max: longest }), { minLength: 1, maxLength: 5 }),
    )
    .map(([places, pieces]): Walk[] => {
      const ordered = places.map((place) => place * slot).toSorted((a, b) => a - b)
      return ordered.flatMap((from, at) =>
        at % 2 === 0 && at + 1 < ordered.length ? [{ from, to: ordered[at + 1]!, pieces }] : [],
      )
    })
const walks = walksAt(apart)
/** Longer samples do not say within a clock's error when one moved: two clocks explain more of them. */
const longestExact = clocks
const exactWalks = walksAt(apart, longestExact)

const names = ['a', 'b', 'c']

function linesOf(all: readonly Walk[], name: string, late = 0): string {
  const time = (second: number) => new Date(nine + (second + late) * 1000).toISOString()
  let text = ''
  for (const { from, to, pieces } of all)
    for (let [at, n] = [from, 0]; at < to; n++) {
      const end = Math.min(to, at + pieces[n % pieces.length]!)
      text += `${time(at)},${time(end)},${end - at},${name}\n`
      at = end
    }
  return text
}

/** Steps of the day; sources are trusted in the order of their names. */
async function stepsOf(lines: readonly string[]): Promise<number> {
  const files = { 'steps.csv': `start,end,steps,source\n${lines.join('')}` }
  const sources = names.filter((name) => lines.some((line) => line.includes(`,${name}\n`)))
  const { rows } = await importing(files, `--tz UTC --source ${sources.join(',')}`)
  expect(rows).toHaveLength(1)
  return rows[0]!.steps ?? 0
}

/** Each second by the first source that was there. */
function modelOf(sources: readonly (readonly Walk[])[]): number {
  const taken = new Uint8Array(morning)
  let sum = 0
  for (const all of sources) {
    for (const { from, to } of all) for (let at = from; at < to; at++) sum += 1 - taken[at]!
    for (const [at, { from, to }] of all.entries()) {
      const before = all[at - 1]?.to ?? -Infinity
      taken.fill(1, from - before < presence ? before : from, to)
    }
  }
  return sum
}

const own = (all: readonly Walk[]): number => all.reduce((sum, { from, to }) => sum + to - from, 0)

test(
  'every second counts once, by the first source that was there, but for a few that two clocks explain',
  { timeout: 3_600_000 },
  async () => {
    let inexact = 0
    await fc.assert(
      fc.asyncProperty(fc.array(exactWalks, { minLength: 1, maxLength: 3 }), async (sources) => {
        const found = await stepsOf(sources.map((all, at) => linesOf(all, names[at]!)))
        const model = modelOf(sources)
        expect(found).toBeLessThanOrEqual(model)
        expect(found).toBeGreaterThanOrEqual(Math.max(own(sources[0]!), model - 4 * clocks))
        inexact += Number(found !== model)
      }),
      { numRuns: cases(60) },
    )
    expect(inexact).toBeLessThanOrEqual(1 + cases(60) / 200)
  },
)

test(
  'samples of any length never count a second twice, nor less than the first source has',
  { timeout: 3_600_000 },
  async () => {
    await fc.assert(
      fc.asyncProperty(fc.array(walksAt(1), { minLength: 1, maxLength: 3 }), async (sources) => {
        const found = await stepsOf(sources.map((all, at) => linesOf(all, names[at]!)))
        expect(found).toBeGreaterThanOrEqual(own(sources[0]!))
        expect(found).toBeLessThanOrEqual(modelOf(sources))
      }),
      { numRuns: cases(60) },
    )
  },
)

test(
  'what clocks make of any overlap is at most their error at each end',
  { timeout: 3_600_000 },
  async () => {
    await fc.assert(
      fc.asyncProperty(
        fc.array(walksAt(1, longestExact), { minLength: 2, maxLength: 3 }),
        async (sources) => {
          const found = await stepsOf(sources.map((all, at) => linesOf(all, names[at]!)))
          const ends = 2 * sources.slice(1).flat().length
          expect(found).toBeLessThanOrEqual(modelOf(sources))
          expect(found).toBeGreaterThanOrEqual(modelOf(sources) - ends * 2 * clocks)
          expect(found).toBeGreaterThanOrEqual(own(sources[0]!))
        },
      ),
      { numRuns: cases(60) },
    )
  },
)

test(
  'copies of one source whose clocks differ by up to a minute count once',
  { timeout: 3_600_000 },
  async () => {
    const late = fc.integer({ min: -clocks, max: clocks })
    await fc.assert(
      fc.asyncProperty(walks, walks, late, late, async (all, [other], second, third) => {
        const cutOtherwise = all.map((walk) => ({ ...walk, pieces: other!.pieces }))
        const lines = [
          linesOf(all, 'a'),
          linesOf(cutOtherwise, 'b', second),
          linesOf(cutOtherwise, 'c', third),
        ]
        expect(await stepsOf(lines)).toBe(own(all))
      }),
      { numRuns: cases(60) },
    )
  },
)

type Sample = { from: number; length: number; rate: number }

const samples = fc.array(
  fc.record({
    from: fc.nat(morning),
    length: fc.integer({ min: 1, max: 4000 }),
    rate: fc.integer({ min: 0, max: 9 }),
  }),
  { minLength: 1, maxLength: 12 },
)

const sampleLines = (all: readonly Sample[], name: string): string => {
  const time = (second: number) => new Date(nine + second * 1000).toISOString()
  return all
    .map(({ from, length, rate }) => `${time(from)},${time(from + length)},${rate * length},${name}\n`)
    .join('')
}

/**
 * Of each second, the steps of the longest sample, then of the one that is larger; the most
 * that any sample has; and whether there is one.
 */
function coverOf(all: readonly Sample[]) {
  const ordered = all.toSorted((a, b) => b.length - a.length || b.rate - a.rate)
  let [steps, most, seconds] = [0, 0, 0]
  for (let at = 0; at < morning + 4000; at++) {
    const there = ordered.filter(({ from, length }) => from <= at && at < from + length)
    steps += there[0]?.rate ?? 0
    most += Math.max(0, ...there.map(({ rate }) => rate))
    seconds += Number(there.length > 0)
  }
  return { steps, most, seconds }
}

test(
  'of samples of one source, each second counts once, by the longest',
  { timeout: 3_600_000 },
  async () => {
    const moved = (all: readonly Sample[]) => all.some(({ rate }) => rate > 0)
    await fc.assert(
      fc.asyncProperty(samples.filter(moved), async (all) => {
        const { steps, most, seconds } = coverOf(all)
        const read = async (flags = '') =>
          importing({ 'a.csv': `start,end,steps,source\n${sampleLines(all, 'a')}` }, `--tz UTC ${flags}`)
        const { rows } = await read()
        expect(rows[0]?.steps ?? 0).toBe(steps)
        expect(rows[0]?.steps ?? 0).toBeLessThanOrEqual(most)
        expect(rows[0]?.duration ?? 0).toBeLessThanOrEqual(seconds)
        const distinct = new Map(all.map((sample) => [JSON.stringify(sample), sample.rate * sample.length]))
        const origins = (await read('--explain')).rows as unknown as Record<string, number | string>[]
        const told = origins.find(({ field }) => field === 'steps')
        if (told)
          expect(Number(told['taken']) + Number(told['left_out'])).toBe(
            [...distinct.values()].reduce((sum, value) => sum + value, 0),
          )
      }),
      { numRuns: cases(60) },
    )
  },
)

test(
  'two sources whose own samples overlap give at least what the first has, and at most what each has once',
  { timeout: 3_600_000 },
  async () => {
    await fc.assert(
      fc.asyncProperty(samples, samples, async (first, second) => {
        const both = [...first, { from: 0, length: 60, rate: 5 }]
        const found = await stepsOf([sampleLines(both, 'a'), sampleLines(second, 'b')])
        const [a, b] = [coverOf(both), coverOf(second)]
        expect(found).toBeGreaterThanOrEqual(a.steps)
        expect(found).toBeLessThanOrEqual(a.steps + b.steps)
      }),
      { numRuns: cases(60) },
    )
  },
)

/** A stretch without a type says within minutes when one moved: an activity of a list may be laid into what is longer. */
const lengthsOfTypes = { '': 300, walk: 4000, ride: 4000, swim: 4000, golf: 4000 }

const distances = fc.array(
  fc.constantFrom(...(Object.keys(lengthsOfTypes) as (keyof typeof lengthsOfTypes)[])).chain((type) =>
    fc.record({
      from: fc.nat(morning),
      length: fc.integer({ min: 1, max: lengthsOfTypes[type] }),
      type: fc.constant(type),
      source: fc.constantFrom('Apple Watch', 'iPhone', 'Bike Computer'),
    }),
  ),
  { minLength: 1, maxLength: 12 },
)

test(
  'however one moved and whoever counted it, the distance of no second counts twice',
  { timeout: 3_600_000 },
  async () => {
    await fc.assert(
      fc.asyncProperty(distances, async (all) => {
        const time = (second: number) => new Date(nine + second * 1000).toISOString()
        const lines = all.map(
          ({ from, length, type, source }) =>
            `${time(from)},${time(from + length)},${type},${length},${source}\n`,
        )
        const files = { 'a.csv': `start,end,type,distance (m),source\n${lines.join('')}` }
        const { rows } = await importing(files, '--tz UTC')
        expect(rows).toHaveLength(1)
        const { seconds } = coverOf(all.map((each) => ({ ...each, rate: 1 })))
        // An activity of a list has what its device counted in each of its minutes, which is no even share, and seconds by which
        // one begins late beside another are not told apart.
        expect(rows[0]!.distance! * 1000).toBeLessThanOrEqual(seconds * 1.01 + 1)
      }),
      { numRuns: cases(60) },
    )
  },
)
