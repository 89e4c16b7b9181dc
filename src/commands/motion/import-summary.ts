/** What an import says on stderr of what it read. */
import { isZone } from '../../config/validators.ts'
import type { Collection } from '../../activity/collect/collection.ts'
import type { resultsOf } from '../../activity/results.ts'
import { omissions } from '../../activity/sample.ts'
import { defaultUnits } from '../../activity/table/units.ts'

/** How much was read and left out, and what was decided where it was not clear. `zoned`: the user named a time zone. */
export function importSummary(
  files: number,
  found: ReturnType<typeof resultsOf>,
  { streams, openLines, omitted, assumed }: Collection,
  zoned: boolean,
): string {
  const { results, activities, duplicates, repeated, outranked, inParts, unused, driven, impossible } = found
  const samples = streams.reduce((sum, { series }) => sum + series.size, openLines.length)
  const parts = [
    count(files, 'file'),
    ...(samples > 0 ? [count(samples, 'sample')] : []),
    ...(activities > 0 ? [count(activities, 'activity', 'activities')] : []),
    ...(duplicates > 0 ? [`${count(duplicates, 'copy', 'copies')} of them counted once`] : []),
  ]
  const left = [...omitted].map(([why, times]) => {
    const [one, many] = omissions[why]
    return count(times, one, many)
  })
  const summary = `note: ${count(results.filter(({ row }) => row !== undefined).length, 'row')} from ${parts.join(', ')}${left.length > 0 ? `. Left out: ${left.join(', ')}` : ''}.`
  return [
    summary,
    ...unitNotes(assumed),
    ...(assumed.has('zone') && !zoned ? [zoneNote()] : []),
    ...(repeated.length > 0 ? [repeatedText(repeated)] : []),
    ...(outranked.days.length > 0 ? [outrankedText(outranked)] : []),
    ...(inParts.length > 0 ? [inPartsText(inParts)] : []),
    ...(unused.length > 0 ? [unusedText(unused)] : []),
    ...(driven.length > 0 ? [drivenText(driven)] : []),
    ...(impossible.length > 0 ? [impossibleText(impossible)] : []),
  ].join('\n')
}

/** What was taken in the default unit. */
const unitNotes = (assumed: Collection['assumed']): string[] =>
  (['distance', 'duration'] as const)
    .filter((measure) => assumed.has(measure))
    .map((measure) => {
      const { name, short } = defaultUnits[measure]
      return `note: A file gives no unit for ${measure}, so it is taken in ${name}. Say so in the name of its column: ${measure} (${short}).`
    })

/** Where it changes, the same motion is on another day, and that day is submitted as well. */
function zoneNote(): string {
  // Intl has no name, or one that it does not take, for what some values of TZ say, such as EST5 and nothing.
  const name = new Intl.DateTimeFormat().resolvedOptions().timeZone as string | undefined
  return name !== undefined && isZone(name)
    ? `note: Days are by this computer's time zone, ${name}. Keep it the same from import to import: --tz ${name}.`
    : "note: Days are by this computer's time zone. Keep it the same from import to import: name one with --tz."
}

/** Days and sources that are named in a note. */
const mostNamed = 10

function repeatedText(days: readonly string[]): string {
  return `note: ${count(days.length, 'day has', 'days have')} more than one line of the same source, and the largest one counts: ${listed(days)}.`
}

function inPartsText(days: readonly string[]): string {
  return `note: ${count(days.length, 'day has', 'days have')} a total beside activities or samples, and those count: ${listed(days)}. --explain says what was left out.`
}

function unusedText(days: readonly string[]): string {
  return `note: ${count(days.length, 'day has', 'days have')} a total, which is no activity: ${listed(days)}. --per day counts ${days.length === 1 ? 'it' : 'them'}.`
}

function drivenText(days: readonly string[]): string {
  return `note: ${count(days.length, 'day has', 'days have')} a recording that was left running in a car, and the drive is left out: ${listed(days)}.`
}

function impossibleText(days: readonly string[]): string {
  return `note: ${count(days.length, 'day adds', 'days add')} up to more than anybody moves in a day, and that is left out: ${listed(days)}. --explain says what.`
}

function outrankedText({ days, sources }: ReturnType<typeof resultsOf>['outranked']): string {
  return `note: ${count(days.length, 'day has', 'days have')} totals of several sources, and each value is taken from one of them: ${listed(days)}. Left out: totals of ${listed(sources)}. --source says which to take first.`
}

const listed = (names: readonly string[]): string =>
  names.length > mostNamed
    ? `${names.slice(0, mostNamed).join(', ')} and ${names.length - mostNamed} more`
    : names.join(', ')

const count = (number: number, one: string, many = `${one}s`): string =>
  `${number} ${number === 1 ? one : many}`
