/** What people type for steps, distance and duration, as the numbers the service takes (docs/service.md §2): in decimal, never through a double. */
import { digits, type Digits } from './lossless-json.ts'

/** Text that is no number of steps, no distance and no duration; `hint` is an example of one. */
export class NotAMeasure extends Error {
  readonly hint: string
  constructor(message: string, hint: string) {
    super(message)
    this.hint = hint
  }
}

/** A decimal as a whole number of 10^-scale parts. */
type Decimal = { parts: bigint; scale: number }

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
  const { parts, scale } = parseDecimal(number)
  return digits(decimalText({ parts, scale: scale + 3 }))
}

const secondsIn: Record<string, bigint> = { h: 3600n, m: 60n, s: 1n }

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
    scaledBy(parseDecimal(part ?? '0'), secondsIn['hms'[index] ?? 's'] ?? 1n),
  )
  return digits(decimalText(all.reduce(addDecimals)))
}

function refuseNegative(name: string, text: string): void {
  if (/^\s*[-\u2212]/.test(text))
    throw new NotAMeasure(
      `${name[0]?.toUpperCase()}${name.slice(1)} cannot be negative: ${quotedShort(text)}.`,
      `Give --${name} 0 or more.`,
    )
}

function parseDecimal(text: string): Decimal {
  const [whole = '0', fraction = ''] = text.split('.')
  return { parts: BigInt(whole + fraction), scale: fraction.length }
}

const scaledBy = ({ parts, scale }: Decimal, factor: bigint): Decimal => ({ parts: parts * factor, scale })

function addDecimals(a: Decimal, b: Decimal): Decimal {
  const scale = Math.max(a.scale, b.scale)
  const at = (d: Decimal) => d.parts * 10n ** BigInt(scale - d.scale)
  return { parts: at(a) + at(b), scale }
}

/** The shortest numeral of a decimal. */
function decimalText({ parts, scale }: Decimal): string {
  const text = parts.toString().padStart(scale + 1, '0')
  const whole = text.slice(0, text.length - scale)
  const fraction = text.slice(text.length - scale).replace(/0+$/, '')
  return fraction ? `${whole}.${fraction}` : whole
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
  return tail ? `${all.slice(0, point) || '0'}.${tail}` : all
}

const quotedShort = (text: string) => `"${text.length > 40 ? `${text.slice(0, 40)}…` : text}"`
