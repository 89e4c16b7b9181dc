/** Exact decimal numbers: amounts never pass through a double. */
import type { Digits } from './lossless-json.ts'

/** `units` divided by ten to the power of `scale`; 1.10 is 110 at scale 2, and stays so. */
export type Decimal = { readonly units: bigint; readonly scale: number }

const mostDigits = 40

/** A JSON numeral as it is written, also `1.5e3`. Nothing for other text, or for more than 40 digits. */
export function parseDecimal(numeral: string): Decimal | undefined {
  const parts = /^(-?)(\d+)(?:\.(\d+))?(?:[eE]([+-]?\d{1,3}))?$/.exec(numeral)
  if (!parts) return undefined
  const [, sign, whole = '', fraction = '', exponent = '0'] = parts
  const scale = fraction.length - Number(exponent)
  if (whole.length + fraction.length > mostDigits || Math.abs(scale) > mostDigits) return undefined
  const units = BigInt(`${sign}${whole}${fraction}`)
  return scale >= 0 ? { units, scale } : { units: units * tens(-scale), scale: 0 }
}

export const zero: Decimal = { units: 0n, scale: 0 }

/** A decimal from plain digits, as `written` makes them: quick, for the log has many. Throws SyntaxError for other text. */
export function exact(numeral: string | number): Decimal {
  const text = String(numeral)
  const point = text.indexOf('.')
  if (point < 0) return { units: BigInt(text), scale: 0 }
  return { units: BigInt(text.slice(0, point) + text.slice(point + 1)), scale: text.length - point - 1 }
}

/** A numeral without an exponent, of at most `most` digits on either side of its point; undefined for any other. */
export function plainDecimal(numeral: Digits, most: number): Decimal | undefined {
  const text = numeral.toString()
  const [, whole, fraction = ''] = /^-?(\d+)(?:\.(\d+))?$/.exec(text) ?? []
  return whole !== undefined && Math.max(whole.length, fraction.length) <= most ? exact(text) : undefined
}

export const plus = (a: Decimal, b: Decimal): Decimal => {
  const scale = Math.max(a.scale, b.scale)
  return { units: unitsAt(a, scale) + unitsAt(b, scale), scale }
}

export const minus = (a: Decimal, b: Decimal): Decimal => plus(a, { units: -b.units, scale: b.scale })

export const multiply = (a: Decimal, b: Decimal): Decimal => ({
  units: a.units * b.units,
  scale: a.scale + b.scale,
})

/** True where `a` is greater than `b`. */
export const exceeds = (a: Decimal, b: Decimal): boolean => minus(a, b).units > 0n

/** With the zeros it has: `1.10`. */
export function decimalText({ units, scale }: Decimal): string {
  const digits = (units < 0n ? -units : units).toString().padStart(scale + 1, '0')
  const whole = digits.slice(0, digits.length - scale)
  return (units < 0n ? '-' : '') + whole + (scale > 0 ? `.${digits.slice(-scale)}` : '')
}

/** The one way to write a value: `1.10` and `11e-1` are both `1.1`. */
export function canonical(value: Decimal): string {
  const text = decimalText(value)
  return text.includes('.') ? text.replace(/\.?0+$/, '') : text
}

const tens = (power: number) => 10n ** BigInt(power)
const unitsAt = (value: Decimal, scale: number) =>
  scale === value.scale ? value.units : value.units * tens(scale - value.scale)
