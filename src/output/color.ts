/** Whether and how richly to color, decided in one place, and the few paints we use. The door of chalk. */

export type ColorFlag = 'auto' | 'always' | 'never'
export type Level = 0 | 1 | 2 | 3
type ColorEnv = Readonly<Record<string, string | undefined>>

/** The level for one stream. The flag wins, then NO_COLOR, FORCE_COLOR, CLICOLOR, CLICOLOR_FORCE, TERM=dumb, the terminal. */
export function colorLevel(asked: { flag?: ColorFlag | undefined; env: ColorEnv; isTTY: boolean }): Level {
  const { flag = 'auto', env, isTTY } = asked
  const best = bestOf(env)
  if (flag !== 'auto') return flag === 'always' ? best : 0
  if (env['NO_COLOR']) return 0
  if (env['FORCE_COLOR']) return forced(env['FORCE_COLOR'], best)
  if (env['CLICOLOR'] === '0') return 0
  if (env['CLICOLOR_FORCE'] && env['CLICOLOR_FORCE'] !== '0') return best
  if (env['TERM'] === 'dumb') return 0
  return isTTY ? best : 0
}

function forced(value: string, best: Level): Level {
  if (value === '0' || value.toLowerCase() === 'false') return 0
  return value === '1' || value === '2' || value === '3' ? (Number(value) as Level) : best
}

function bestOf(env: ColorEnv): Level {
  if (/^(truecolor|24bit)$/i.test(env['COLORTERM'] ?? '')) return 3
  return /256/.test(env['TERM'] ?? '') ? 2 : 1
}

export type Paint = Record<'bold' | 'dim' | 'red' | 'green' | 'yellow' | 'cyan', (text: string) => string>

const unpainted = (text: string): string => text
/** No color: every paint gives the text back. */
export const noPaint: Paint = {
  bold: unpainted,
  dim: unpainted,
  red: unpainted,
  green: unpainted,
  yellow: unpainted,
  cyan: unpainted,
}

/** The paints of a level; chalk is loaded only where there is color. */
export async function paint(level: Level): Promise<Paint> {
  if (level === 0) return noPaint
  const { Chalk } = await import('chalk')
  const { bold, dim, red, green, yellow, cyan } = new Chalk({ level })
  return { bold, dim, red, green, yellow, cyan }
}
