/** Whether and how richly to color, decided in one place, and the few paints we use. The door of chalk. */

export type ColorFlag = 'auto' | 'always' | 'never'
export type Level = 0 | 1 | 2 | 3
type ColorEnv = Readonly<Record<string, string | undefined>>

/** The level for one stream. The flag wins, then the environment, then the terminal. */
export function colorLevel(asked: { flag?: ColorFlag | undefined; env: ColorEnv; isTTY: boolean }): Level {
  const { flag = 'auto', env, isTTY } = asked
  const best = bestOf(env)
  if (flag !== 'auto') return flag === 'always' ? best : 0
  const set = colorVariable(env)
  if (set?.text === 'never' || (!set && !isTTY)) return 0
  const exact = set?.name === 'FORCE_COLOR' && /^[123]$/.test(env['FORCE_COLOR'] ?? '')
  return exact ? (Number(env['FORCE_COLOR']) as Level) : best
}

/** The usual variables, each of which says yes, no or nothing; the first that speaks counts. Empty counts as unset. */
export function colorVariable(env: ColorEnv): { text: ColorFlag; name: string } | undefined {
  const { NO_COLOR, FORCE_COLOR, CLICOLOR, CLICOLOR_FORCE, TERM } = env
  if (NO_COLOR) return { text: 'never', name: 'NO_COLOR' }
  if (FORCE_COLOR) return { text: isOff(FORCE_COLOR) ? 'never' : 'always', name: 'FORCE_COLOR' }
  if (CLICOLOR === '0') return { text: 'never', name: 'CLICOLOR' }
  if (CLICOLOR_FORCE && !isOff(CLICOLOR_FORCE)) return { text: 'always', name: 'CLICOLOR_FORCE' }
  if (TERM === 'dumb') return { text: 'never', name: 'TERM' }
  return undefined
}

const isOff = (text: string): boolean => /^(0|false)$/i.test(text)

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
