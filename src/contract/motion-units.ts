/**
 * What people type for steps, distance and duration, as the numbers the service takes
 * (docs/service.md §2): in decimal, never through a double.
 */
import { canonical, exact, multiply, plus } from './decimal.ts'
import { digits, type Digits } from './lossless-json.ts'

/** Text that is neither a number of steps nor a distance nor a duration; `hint` is an example of one. */
export class NotAMeasure extends Error {
  readonly hint: string
  constructor(message: string, hint: string) {
    super(message)
    this.hint = hint
  }
}

/** A whole number of steps. Throws NotAMeasure. */
export function steps(text: string): Digits {
  refuseNegative('steps', text)
  if (!/^\d+$/.test(text))
    throw new NotAMeasure(
      `Steps must be a whole number, not ${quotedShort(text)}.`,
      'For example --steps 5000.',
    )
  return digits(withoutLeadingZeros(text))
}

/** Kilometers from `5.2`, `5.2km` or `800m`. Throws NotAMeasure. */
export function distance(text: string): Digits {
  refuseNegative('distance', text)
  const [, number, unit] = /^(\d+(?:\.\d+)?)(km|m)?$/.exec(text) ?? []
  if (number === undefined) {
    throw new NotAMeasure(
      `Distance must be kilometers, such as 5.2, 5.2km or 800m, not ${quotedShort(text)}.`,
      'For example --distance 5.2km or --distance 800m.',
    )
  }
  if (unit !== 'm') return digits(withoutLeadingZeros(number))
  const { units, scale } = exact(number)
  return digits(canonical({ units, scale: scale + 3 }))
}

/** Of an hour, a minute, a second. */
const secondsIn = [3600n, 60n, 1n]

/** Seconds from `1800`, `90s`, `31m`, `1h02m`. Throws NotAMeasure. */
export function duration(text: string): Digits {
  refuseNegative('duration', text)
  if (/^\d+(\.\d+)?$/.test(text)) return digits(withoutLeadingZeros(text))
  const [, ...parts] = /^(?:(\d+(?:\.\d+)?)h)?(?:(\d+(?:\.\d+)?)m)?(?:(\d+(?:\.\d+)?)s)?$/.exec(text) ?? []
  if (text === '' || parts.length === 0) {
    throw new NotAMeasure(
      `Duration must be seconds, such as 1800, 90s, 31m or 1h02m, not ${quotedShort(text)}.`,
      'For example --duration 31m or --duration 1h02m.',
    )
  }
  const all = parts.map((part, index) =>
    multiply(exact(part ?? '0'), { units: secondsIn[index] ?? 1n, scale: 0 }),
  )
  return digits(canonical(all.reduce(plus)))
}

function refuseNegative(name: string, text: string): void {
  if (/^\s*[-\u2212]/.test(text))
    throw new NotAMeasure(
      `${name[0]?.toUpperCase()}${name.slice(1)} cannot be negative: ${quotedShort(text)}.`,
      `Give --${name} 0 or more.`,
    )
}

/** A numeral as JSON wants it: no zeros in front. */
const withoutLeadingZeros = (text: string) => text.replace(/^0+(?=\d)/, '')

/** A numeral without the power of ten that JSON may write (`1e-05`), as a person writes it; anything else as it is. */
export function decimalOf(numeral: string): string {
  const [, whole = '', fraction = '', power] = /^(\d+)(?:\.(\d+))?[eE]([+-]?\d{1,2})$/.exec(numeral) ?? []
  if (power === undefined) return numeral
  const shift = Number(power)
  const all = `${'0'.repeat(Math.max(0, -shift))}${whole}${fraction}${'0'.repeat(Math.max(0, shift - fraction.length))}`
  const point = Math.max(0, -shift) + whole.length + shift
  const tail = all.slice(point)
  return withoutLeadingZeros(tail ? `${all.slice(0, point) || '0'}.${tail}` : all)
}

const quotedShort = (text: string) => `"${text.length > 40 ? `${text.slice(0, 40)}…` : text}"`
