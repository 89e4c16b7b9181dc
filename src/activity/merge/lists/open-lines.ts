/** Lines of lists that say when something was moved from, and neither an end nor a sport, as samples of their time. */
import type { Collection, Stream } from '../../collect/collection.ts'
import { createSeries } from '../../collect/series.ts'
import { keyOf, type Activity, type OpenLine } from '../../sample.ts'
import { byTime, withTimes } from './times.ts'

/** The streams with such lines: each in the time in which others counted it, else in the time that it is taken to have. */
export function withOpenLines(
  { streams, openLines }: Pick<Collection, 'streams' | 'openLines'>,
  activities: readonly Activity[],
): readonly Stream[] {
  if (openLines.length === 0) return streams
  // In the order in which they come back.
  const ordered = openLines
    .map((line) => ({ line, activity: asActivity(line) }))
    .toSorted((a, b) => byTime(a.activity, b.activity))
  const others = activities.map(({ list: _, isOpen: __, ...each }) => each)
  const placed = withTimes([...others, ...ordered.map(({ activity }) => activity)], streams, {
    areLines: true,
  }).filter(({ list }) => list)
  const found = new Map(streams.map((stream) => [keyOfStream(stream), stream]))
  const own = new Set<Stream>()
  for (const [at, { start, end, offset, parts = [{ start, end, share: 1 }] }] of placed.entries()) {
    const { source, measure, ground, value, unnamed } = ordered[at]!.line
    const of = { source, measure, ground, ...(unnamed && { unnamed }) }
    let stream = found.get(keyOfStream(of))
    if (!stream || !own.has(stream)) {
      stream = { ...of, series: copyOf(stream) }
      found.set(keyOfStream(of), stream)
      own.add(stream)
    }
    for (const part of parts) {
      const from = Math.floor(part.start / 1000)
      stream.series.add({
        start: from,
        length: Math.floor(part.end / 1000) - from,
        value: value * part.share,
        offset,
      })
    }
  }
  return [...found.values()]
}

const keyOfStream = ({ source, measure, ground, counter, unnamed }: Omit<Stream, 'series'>): string =>
  [keyOf(source), measure, ground, counter ?? '', unnamed ?? false].join('\0')

function copyOf(stream: Stream | undefined): Stream['series'] {
  const series = createSeries()
  for (const entry of stream?.series.sorted() ?? []) series.add(entry)
  return series
}

const asActivity = ({ source, measure, ground, start, end, offset, value, list }: OpenLine): Activity => ({
  source,
  sport: ground === 'foot' ? 'other' : ground,
  start,
  end,
  offset,
  rank: 4,
  list,
  isOpen: true,
  [measure]: value,
})
