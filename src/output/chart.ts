/** Bars for a terminal, one line a day; in plain ASCII where the terminal knows no more. */
import { sanitizeText } from './sanitize.ts'
import { ruler, type Ruler } from './text-width.ts'

/** One bar and the words that stand for it; without a value there is none. */
export type Bar = { value: number | undefined; words: string }
export type Chart = { title: string; series: string[]; days: { label: string; bars: Bar[] }[] }

const gap = 2
/** Columns of a bar, at least: below it the series stand under each other. */
const least = 8
const eighths = ['', '▏', '▎', '▍', '▌', '▋', '▊', '▉']

type Room = { width: number; unicode: boolean }

/** The text of a chart, at most `width` columns wide where there is room for bars at all. */
export const chartText = async (chart: Chart, room: Room): Promise<string> =>
  drawn(chart, room, await ruler())

function drawn(chart: Chart, { width, unicode }: Room, ruled: Ruler): string {
  const labels = Math.max(
    chart.title.length,
    ...chart.days.map(({ label }) => ruled.width(sanitizeText(label))),
  )
  const wordy = chart.series.map((_, at) =>
    Math.max(1, ...chart.days.map(({ bars }) => bars[at]?.words.length ?? 0)),
  )
  const taken = labels + wordy.reduce((sum, words) => sum + words + 1 + gap, 0)
  const room = Math.floor((width - taken) / chart.series.length)
  if (room < least && chart.series.length > 1)
    return chart.series.map((_, at) => drawn(only(chart, at), { width, unicode }, ruled)).join('\n')
  const wide = Math.max(room, 1)
  const most = chart.series.map((_, at) => Math.max(0, ...chart.days.map(({ bars }) => bars[at]?.value ?? 0)))
  const line = (label: string, cells: string[]) =>
    [ruled.pad(sanitizeText(label), labels), ...cells].join(' '.repeat(gap)).trimEnd()
  const head = line(
    chart.title,
    chart.series.map((name, at) => name.padEnd(wide + 1 + (wordy[at] ?? 0))),
  )
  const body = chart.days.map(({ label, bars }) =>
    line(
      label,
      bars.map(({ value, words }, at) => {
        const long = bar(value ?? 0, most[at] ?? 0, wide, unicode)
        return `${long.padEnd(wide)} ${words.padStart(wordy[at] ?? 0)}`
      }),
    ),
  )
  return [head, ...body].map((text) => `${text}\n`).join('')
}

const only = ({ title, series, days }: Chart, at: number): Chart => ({
  title,
  series: series.slice(at, at + 1),
  days: days.map(({ label, bars }) => ({ label, bars: bars.slice(at, at + 1) })),
})

/** Anything above nothing is seen. */
function bar(value: number, most: number, room: number, unicode: boolean): string {
  if (!(value > 0) || !(most > 0)) return ''
  const share = Math.min(1, value / most)
  if (!unicode) return '#'.repeat(Math.max(1, Math.round(share * room)))
  const parts = Math.max(1, Math.round(share * room * 8))
  return '█'.repeat(Math.floor(parts / 8)) + (eighths[parts % 8] ?? '')
}
