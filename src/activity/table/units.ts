/** Units of what a table counts, by the words that files have for them. */
import type { Measure } from '../sample.ts'

/** Of steps, meters and seconds. */
const units: Record<Measure, readonly (readonly [factor: number, words: RegExp])[]> = {
  steps: [[1, /^(steps?|count)$/]],
  distance: [
    [1, /^(m|met(er|re)s?)$/],
    [1000, /^(kms?|kilomet(er|re)s?)$/],
    [1609.344, /^(mi|miles?)$/],
    [0.9144, /^(yds?|yards?)$/],
    [0.3048, /^(ft|foot|feet)$/],
  ],
  duration: [
    [1, /^(s|secs?|seconds?)$/],
    [60, /^(mins?|minutes?)$/],
    [3600, /^(hr?s?|hours?)$/],
    [0.001, /^(ms|milliseconds?)$/],
  ],
}

/** What is said of them to a person. */
export const unitNames: Record<Measure, string> = {
  steps: 'count',
  distance: 'm, km, mi, yd or ft',
  duration: 's, min, h or ms',
}

/** What is taken where a file says no unit; steps have none. */
export const defaultUnits = {
  distance: { name: 'kilometers', short: 'km', factor: 1000 },
  duration: { name: 'seconds', short: 's', factor: 1 },
} as const satisfies Partial<Record<Measure, object>>

/** What a number in that unit is multiplied by; undefined for any other word. */
export const factorOf = (measure: Measure, word: string): number | undefined =>
  units[measure].find(([, words]) => words.test(word.toLowerCase()))?.[0]
