/** The values of a personal body, and what has something in common with one of them. */
import { isDigits, type Digits, type Json } from '../../contract/lossless-json.ts'
import { dayMs } from '../../contract/calendar.ts'
import { isPlain } from '../../contract/plain.ts'
import { datesOf, daysIn, partsIn } from './days.ts'
import { hasRun, lettersAndDigits, lettersAsWritten, lettersOnly, runsOfSize } from './folded.ts'
import { remembered } from './remembered.ts'
import { speller } from './spelled.ts'

/** As many letters and digits in a row are no coincidence; of a photo or a long text nearly any few are found somewhere. */
const shortestRun = 5
const shortestRunOfLong = 12
const longestShort = 200
/** Words of a value that is an address or a name; of fewer letters they stand in any sentence. */
const shortestWord = 3
/** A value of more words is a sentence. */
const mostWordsOfName = 6
/** Smaller numbers are days, counts and ages that stand everywhere. */
const leastTelling = 100

export type PersonalValues = ReturnType<typeof personalValues>

export function personalValues(body: Json) {
  const leaves = personalLeaves(body)
  const fields = new Set(fieldNames(body))
  const texts = leaves.flatMap(({ value }) => (typeof value === 'boolean' ? [] : [String(value)]))
  const short = texts.filter((text) => text.length <= longestShort)
  const whole = new Set(texts.map(lettersAndDigits).filter((text) => text !== ''))
  const words = new Set(short.flatMap(lettersOnly).filter((word) => word.length >= shortestWord))
  const names = short.map(lettersAsWritten).filter((each) => each.length <= mostWordsOfName)
  const shortWords = new Set(names.flat().filter((word) => word.length < shortestWord))
  const companions = companionsIn(names.map((each) => each.map(lettersAndDigits)))
  const noWords = new Set<string>()
  const companionsOf = remembered((word) => companions.get(lettersAndDigits(word)) ?? noWords)
  const numbers = new Set(short.flatMap(numbersIn))
  const parts = new Set(short.flatMap(partsIn).filter((part) => part >= leastTelling))
  const days = daysIn(short)
  const runs = new Set(short.flatMap((text) => runsOfSize(lettersAndDigits(text), shortestRun, 1)))
  const long = texts.filter((text) => text.length > longestShort)
  const half = shortestRunOfLong / 2
  const longRuns = new Set(long.flatMap((text) => runsOfSize(lettersAndDigits(text), half, half + 1)))
  const isPart = (text: string) => {
    const folded = lettersAndDigits(text)
    return hasRun(folded, shortestRun, runs) || hasRun(folded, half, longRuns)
  }
  const amounts = new Set(short.flatMap((text) => (text.match(/\d[\d.,\s'_]*/g) ?? []).map(significant)))
  /** Is the day that of a value, however it was written, or the one beside it in another zone? */
  const hasDay = (at: number): boolean => days.has(Math.floor(at / dayMs))
  const is = (text: string): boolean => {
    const folded = lettersAndDigits(text)
    return folded.length > 1 && whole.has(folded)
  }
  const hasNumber = remembered((numeral) => {
    const number = Math.abs(Number(numeral))
    const digits = significant(numeral.replace(/e.*/i, ''))
    const isKnown = numeral.length > 1 && numbers.has(number)
    // In cents, or in thousands.
    const isScaled =
      numeral.length > 1 && (numbers.has(number * 1000) || (isTelling(number, digits) && amounts.has(digits)))
    return isKnown || isScaled || parts.has(number) || isPart(digits) || datesOf(numeral).some(hasDay)
  })
  const spelled = speller(short)
  const tells = (text: string): boolean =>
    is(text) ||
    isPart(text) ||
    lettersOnly(text).some((word) => words.has(word)) ||
    (text.match(/\d+(?:\.\d+)?/g) ?? []).some(hasNumber)
  return {
    /** Values that nothing of our own says: neither numbers nor single ordinary words. */
    texts: texts.filter((text) => text.length <= 2000 && !/^([-\d.]+|[a-z_]+)$/.test(text)),
    isField: (name: string): boolean => fields.has(name),
    /** Is it one of the values? One letter or digit stands everywhere. */
    is,
    /** Is the word one of a value's? Of one or two letters it is in the very spelling of a name alone. */
    hasWord: remembered((word) => {
      const folded = lettersAndDigits(word)
      const isSpelled = shortWords.has(word) && /^\p{Lu}./u.test(word)
      return isSpelled || words.has(folded) || (word.length > 1 && whole.has(folded))
    }),
    /** Does it have letters and digits of a value in a row? */
    isPart,
    /** Is it in this very spelling a word of one or two letters of a value? */
    hasShort: (word: string): boolean => shortWords.has(word),
    /** Do both words stand in one value? Beside each other they are its, however ordinary each is. */
    areTogether: (one: string, other: string): boolean => companionsOf(one).has(lettersAndDigits(other)),
    /** Is the digit one of the values? Data have it everywhere; in a sentence it may be theirs. */
    isDigit: (digit: string): boolean => digit.length === 1 && numbers.has(Number(digit)),
    /** Is it worth as much as a value, or a year or another part of one? */
    hasNumber,
    /** Is it a value, or something of one, in hex or base64? A number in hex may be one too. */
    spells: remembered(
      (text) => spelled(text).some(tells) || (hexNumber.test(text) && is(String(BigInt(text)))),
    ),
    hasDay,
  }
}

const hexNumber = /^0x[\da-f]{1,64}$/i

type Leaf = { name: string; value: string | boolean | Digits | number }

/** Every value of a body with the name of its field. */
function personalLeaves(value: Json, name = ''): Leaf[] {
  if (value === null) return []
  if (Array.isArray(value)) return value.flatMap((each) => personalLeaves(each, name))
  if (isPlain(value)) return Object.entries(value).flatMap(([key, inner]) => personalLeaves(inner, key))
  return [{ name, value: isDigits(value) ? String(value) : value }]
}

/** The name of every field of a body, also of one that holds others. */
function fieldNames(value: Json): string[] {
  if (Array.isArray(value)) return value.flatMap(fieldNames)
  if (!isPlain(value)) return []
  return Object.entries(value).flatMap(([name, inner]) => [name, ...fieldNames(inner)])
}

/** Of each word of a value the others. */
function companionsIn(names: string[][]): Map<string, Set<string>> {
  const found = new Map<string, Set<string>>()
  for (const name of names)
    for (const [at, word] of name.entries())
      found.set(word, new Set([...(found.get(word) ?? []), ...name.filter((_, other) => other !== at)]))
  return found
}

/** What a value may be worth: 85,000.00 and 85.000 with either mark for decimals. */
function numbersIn(text: string): number[] {
  const plain = text.replace(/[\s'_]/g, '')
  return [plain, plain.replaceAll(',', ''), plain.replaceAll('.', '').replace(',', '.')]
    .filter((each) => /^[-+]?(?:\d+\.?\d*|\.\d+)(?:e[-+]?\d+)?$/i.test(each))
    .map((each) => Math.abs(Number(each)))
}

/** Three digits tell as much before a decimal mark as around it. */
const isTelling = (number: number, digits: string): boolean => number >= leastTelling || digits.length > 2

const significant = (text: string): string => text.replace(/\D/g, '').replace(/^0+|0+$/g, '')
