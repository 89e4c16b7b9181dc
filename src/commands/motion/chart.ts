/** A history as a chart: steps and earnings of each day, the earliest first. */
import { toNumber, type Digits, type Json } from '../../contract/lossless-json.ts'
import { chartText, type Bar } from '../../output/chart.ts'
import type { Context } from '../../runtime/context.ts'
import { daysOf } from './days.ts'

/** The text of the chart, undefined where no row has a day with steps or earnings; `left`: rows that have none. */
export async function historyChart(
  rows: Json[],
  { env, platform, stdout }: Pick<Context, 'env' | 'platform' | 'stdout'>,
): Promise<{ drawn: string | undefined; left: number }> {
  const { days, left } = daysOf(rows)
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

/** By the locale; where none is set, Linux is taken to know ASCII alone. */
function speaksUtf8(env: Context['env'], platform: string): boolean {
  const locale = env['LC_ALL'] || env['LC_CTYPE'] || env['LANG']
  return locale ? /utf-?8/i.test(locale) : platform === 'darwin' || platform === 'win32'
}
