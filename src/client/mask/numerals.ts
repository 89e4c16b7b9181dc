/** Finds numbers by what they are worth: 85000.00, 85,000 and 8.5e4 are one. */
import type { Find } from './mask.ts'

/** With fewer digits a number is another one with another sign: few digits stand everywhere. */
const shortestUnsigned = 3
/** No amount is longer. */
const longest = 400

type Numbers = {
  /** Is it a numeral of one of the numbers? */
  has(numeral: string): boolean
  find: Find
}

/** The numbers among the values, however they were typed. */
export function numbersOf(values: readonly string[]): Numbers {
  const worths = new Set(values.flatMap(worthsOf))
  // Looked at first, for most numerals of a text have other digits.
  const digits = new Set(values.map(digitsOf))
  const has = (numeral: string) =>
    digits.has(digitsOf(numeral)) && worthsOf(numeral).some((worth) => worths.has(worth))
  const found = (text: string, pattern: RegExp) => {
    const spans: [number, number][] = []
    for (const { 0: numeral, index } of text.matchAll(pattern))
      if (has(numeral) || has(numeral.replace(/^[-+]/, ''))) spans.push([index, index + numeral.length])
    return spans
  }
  return {
    has,
    find: (text) => (worths.size === 0 ? [] : [...found(text, plain), ...found(text, grouped)]),
  }
}

const digitsOf = (numeral: string) =>
  numeral
    .slice(0, longest)
    .replace(/e.*/is, '')
    .replace(/\D+/g, '')
    .replace(/^0+|0+$/g, '')

const plain = /(?<![\p{L}\p{N}])[-+]?(?:\d+(?:\.\d*)?|\.\d+)(?:e[-+]?\d+)?(?![\p{L}\p{N}])/gu
const grouped =
  /(?<![\p{L}\p{N}])[-+]?(?:\d{1,3}(?:(?:,\d{3})+(?:\.\d+)?|(?:\.\d{3})+(?:,\d+)?|(?:[\s'’_]\d{3})+(?:[.,]\d+)?)|\d+,\d+)(?![\p{L}\p{N}])/gu

/** Ways to write a number, and what is left of it as JSON would have it. */
const ways: [way: RegExp, toPlain: (numeral: string) => string][] = [
  [/^[-+]?(?:\d+\.?\d*|\.\d+)(?:e[-+]?\d+)?$/, (numeral) => numeral],
  [/^[-+]?\d{1,3}(?:,\d{3})+(?:\.\d+)?$/, (numeral) => numeral.replaceAll(',', '')],
  [/^[-+]?\d{1,3}(?:\.\d{3})+(?:,\d+)?$/, (numeral) => numeral.replaceAll('.', '').replace(',', '.')],
  [
    /^[-+]?\d{1,3}(?:[\s'’_]\d{3})+(?:[.,]\d+)?$/,
    (numeral) => numeral.replace(/[\s'’_]/g, '').replace(',', '.'),
  ],
  [/^[-+]?\d+,\d+$/, (numeral) => numeral.replace(',', '.')],
]

/** What a numeral may be worth; two numbers where a comma or point has two meanings, none where it is no numeral. */
function worthsOf(text: string): string[] {
  const numeral = text.trim().toLowerCase()
  if (numeral.length > longest) return []
  return ways.flatMap(([way, toPlain]) => (way.test(numeral) ? [worthOf(toPlain(numeral))] : []))
}

/** Significant digits and exponent of a plain numeral, which may be too large or small for a number. */
function worthOf(numeral: string): string {
  const [mantissa = '', exponent = '0'] = numeral.split('e')
  const [whole = '', rest = ''] = mantissa.replace(/^[-+]/, '').split('.')
  const digits = (whole + rest).replace(/^0+/, '')
  if (digits === '') return '0'
  const significant = digits.replace(/0+$/, '')
  const power = Number(exponent) - rest.length + digits.length - significant.length
  const isSigned = numeral.startsWith('-') && significant.length + Math.max(power, 0) < shortestUnsigned
  return `${isSigned ? '-' : ''}${significant}e${power}`
}
