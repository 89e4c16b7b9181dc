/** A history as a chart: steps and earnings of each day, the earliest first. */
import { digits, isDigits, toNumber, type Digits, type Json } from '../../contract/digits.ts'
import { chartText, type Bar } from '../../output/chart.ts'
import { valueAt } from '../../output/fields.ts'
import type { Context } from '../../runtime/context.ts'

/** Where a history, whose fields api.md does not show, may keep what is drawn. */
const places = {
  date: ['date', 'day'],
  steps: ['steps'],
  earned: ['earnings.mft', 'mft', 'earnings'],
}

type Day = { date: string; steps: Digits | undefined; earned: Digits | undefined }

/** The text of the chart, undefined where no row has a day with steps or earnings; `left`: rows that have none. */
export async function historyChart(
  rows: Json[],
  { env, platform, stdout }: Context,
): Promise<{ drawn: string | undefined; left: number }> {
  const found = rows.flatMap(dayOf)
  const left = rows.length - found.length
  const days = perDay(found)
  if (days.length === 0) return { drawn: undefined, left }
  const unicode = env['ACCESSIBLE'] !== '1' && speaksUtf8(env, platform)
  const bar = (value: Digits | undefined): Bar =>
    value === undefined
      ? { value: undefined, words: unicode ? '–' : '-' }
      : { value: toNumber(value), words: value.toString() }
  const chart = {
    title: 'Date',
    series: ['Steps', 'Earned (MFT)'],
    days: days.map(({ date, steps, earned }) => ({ label: date, bars: [bar(steps), bar(earned)] })),
  }
  return { drawn: await chartText(chart, { width: stdout.columns, unicode }), left }
}

function dayOf(row: Json): Day[] {
  const date = places.date.map((place) => valueAt(row, place)).find((value) => typeof value === 'string')
  const number = (names: string[]) => names.map((place) => valueAt(row, place)).find(isDigits)
  const [steps, earned] = [number(places.steps), number(places.earned)]
  if (typeof date !== 'string' || (steps === undefined && earned === undefined)) return []
  return [{ date: /^\d{4}-\d{2}-\d{2}T/.test(date) ? date.slice(0, 10) : date, steps, earned }]
}

/** In the order of the calendar; several rows of one day are added up. */
function perDay(days: Day[]): Day[] {
  const found = new Map<string, Day>()
  for (const day of days) {
    const same = found.get(day.date)
    found.set(
      day.date,
      same ? { ...day, steps: sum(same.steps, day.steps), earned: sum(same.earned, day.earned) } : day,
    )
  }
  return [...found.values()].sort((a, b) => (a.date < b.date ? -1 : Number(a.date > b.date)))
}

/** Added in decimal where both are plain numerals. */
function sum(a: Digits | undefined, b: Digits | undefined): Digits | undefined {
  if (a === undefined || b === undefined) return a ?? b
  const [x, y] = [a.toString(), b.toString()]
  if (![x, y].every((text) => /^\d{1,100}(\.\d{1,100})?$/.test(text)))
    return digits(toNumber(a) + toNumber(b))
  const scale = Math.max(...[x, y].map((text) => text.split('.')[1]?.length ?? 0))
  const parts = (text: string) =>
    BigInt(text.replace('.', '') + '0'.repeat(scale - (text.split('.')[1]?.length ?? 0)))
  const all = (parts(x) + parts(y)).toString().padStart(scale + 1, '0')
  return digits(scale === 0 ? all : `${all.slice(0, -scale)}.${all.slice(-scale)}`)
}

/** By the locale; where none is set, Linux is taken to know ASCII alone. */
function speaksUtf8(env: Context['env'], platform: string): boolean {
  const locale = env['LC_ALL'] || env['LC_CTYPE'] || env['LANG']
  return locale ? /utf-?8/i.test(locale) : platform === 'darwin' || platform === 'win32'
}
