/**
 * Text of a service that was sent personal data, of which only that is shown that cannot be personal: words that services
 * use, names of fields, small numbers. What else a service repeats of a name, a date or a photo is in forms without number.
 */
import { hasNothingOf, link, shownLink } from './links.ts'
import type { PersonalValues } from './personal-values.ts'
import { isWritten } from './spelled.ts'
import { isVocabulary } from './vocabulary.ts'

export const hidden = '[redacted]'

/** A reference: KYC-2026-004417. */
const reference = String.raw`(?<![^\s"'(:#=])(?=[A-Z\d-]{0,60}\d{4})[A-Z]{2,12}(?:-[A-Z\d]{1,40}){1,5}(?![\p{L}\p{N}\p{M}_-])`
const word = String.raw`[\p{L}\p{N}\p{M}_]+(?:['’](?:s|t|re|ll|ve|d)(?![\p{L}\p{N}\p{M}_]))?`
const pieces = new RegExp(
  String.raw`\[redacted\]|${link}|${reference}|${word}|\s+|(?:(?!\[redacted\])[^\p{L}\p{N}\p{M}_\s])+`,
  'gu',
)
const punctuation = /^(?:\s+|[.,;:!?()[\]{}"'‘’“”/=&<>|*+–—-]+)$/u
const numberOrLetter = /^(?:\d{1,2}|[a-zA-Z])$/

/** The text with everything hidden that is neither a word of services, nor a number of one or two digits beside words. */
export function shownWords(text: string, values: PersonalValues): string {
  const all = (text.match(pieces) ?? []).map((piece) =>
    isLink(piece) ? shownLink(piece, values, hidden, (said) => isShown(said, values)) : piece,
  )
  const kept = all.map((piece) => !punctuation.test(piece) && isShownPiece(piece, values))
  let last = -1
  for (const [at, piece] of all.entries()) {
    if (punctuation.test(piece)) continue
    if (last >= 0 && values.areTogether(all[last]!, piece)) kept[last] = kept[at] = false
    last = at
  }
  // Several numbers or letters in a row may be a date, the digits of a phone, or a name letter by letter.
  const isBesideWords = (at: number): boolean => {
    let [before, after] = [at - 1, at + 1]
    while (before >= 0 && punctuation.test(all[before]!)) before -= 1
    while (after < all.length && punctuation.test(all[after]!)) after += 1
    return [before, after].every((near) => (kept[near] ?? true) && all[near] !== 'may')
  }
  let [shown, between, isOpen] = ['', '', false]
  for (const [at, piece] of all.entries()) {
    if (punctuation.test(piece)) between += piece
    else if (kept[at] || (numberOrLetter.test(piece) && isBesideWords(at) && isHarmless(piece, values))) {
      shown += between + piece
      ;[between, isOpen] = ['', false]
    } else {
      // What stands between two hidden pieces is of the same value.
      if (!isOpen) shown += between + hidden
      ;[between, isOpen] = ['', true]
    }
  }
  return shown + between
}

/** Nothing of the text would be hidden. */
const isShown = (text: string, values: PersonalValues): boolean =>
  shownFact(text, values) === text || shownWords(text, values) === text

const isLink = (piece: string): boolean => /^https?:\/\/./.test(piece)

function isShownPiece(piece: string, values: PersonalValues): boolean {
  if (isLink(piece)) return true
  const isOne = piece.includes('-') && /[A-Za-z]/.test(piece)
  return isOne ? isReference(piece, values) && hasNothingOf(piece, values) : isShownWord(piece, values)
}

function isReference(piece: string, values: PersonalValues): boolean {
  const parts = piece.split('-')
  return (
    parts.every((part) => /\d/.test(part) || (isVocabulary(part.toLowerCase()) && !isCode(part))) &&
    !values.hasNumber(parts.filter((part) => /^\d+$/.test(part)).join(''))
  )
}

const isHarmless = (piece: string, values: PersonalValues): boolean =>
  /\d/.test(piece) ? !values.hasNumber(piece) && !values.isDigit(piece) : piece === 'a'

/** In capitals it may be a country, a state or a month; two letters at the beginning of a sentence are a word. */
const isCode = (word: string): boolean =>
  /^(?:(?!ID|OK|MB|KB|MM|DD)[A-Z]{2}|M(?:AY|ay|AR|ar)|DEC|SEP)$/.test(word)

/** Parts of a name: date_of_birth, dateOfBirth. */
const nameParts = /\p{Lu}?\p{Ll}+|\p{Lu}+(?!\p{Ll})/gu

export function isShownWord(piece: string, values: PersonalValues): boolean {
  if (values.isField(piece)) return true
  const word = piece.replace(/['’].*/, '')
  if (word.length < 2 || !/^[A-Za-z_]+$/.test(word) || isCode(word)) return false
  const named = word.match(nameParts) ?? []
  return (
    named.join('') === word.replaceAll('_', '') &&
    named.every(
      (part, at) =>
        isVocabulary(part.toLowerCase()) &&
        !values.hasWord(part) &&
        (at === 0 || !values.areTogether(named[at - 1]!, part)),
    )
  )
}

const timestamp = /^(\d{4}-\d\d-\d\d)(?:[T ]\d\d:\d\d(?::\d\d(?:\.\d{1,9})?)?(?:Z|[-+]\d\d:?\d\d)?)?$/
/** Dates of a service are of these days; births and documents are older, or end later. */
const [yearsBack, yearsAhead] = [2, 15]
/** A UUID, an address or a hash of a chain, letters before digits: KYC-2026-004417, req_7f3a9c, evt-1. */
const uuid = /^[\da-f]{8}(?:-[\da-f]{4}){3}-[\da-f]{12}$/i
const hash = /^0x(?:[\da-f]{40}|[\da-f]{64})$/i
const named = /^(?=.{1,64}$)[A-Za-z]{1,12}(?:[-_][A-Za-z\d]{1,40})+$/

/** A time, a number or an id: shown where nothing of it is a value's. Anything else is undefined. */
export function shownFact(text: string, values: PersonalValues): string | undefined {
  const [, date] = timestamp.exec(text) ?? []
  if (date !== undefined) return isOfService(date) && !values.hasDay(Date.parse(date)) ? text : hidden
  if (/^[-+]?\d+(?:\.\d+)?(?:e[-+]?\d+)?$/i.test(text))
    return values.hasNumber(text) || values.spells(text) ? hidden : text
  if (!isId(text)) return undefined
  const isOwn =
    !values.isPart(text) &&
    !longWords(text).some(values.hasWord) &&
    ![text, ...text.split(/[-_]/)].some(values.spells)
  return isOwn ? text : hidden
}

function isOfService(date: string): boolean {
  const years = Number(date.slice(0, 4)) - new Date().getUTCFullYear()
  return years >= -yearsBack && years <= yearsAhead
}

/** Every part behind the first has a digit, or is a word of services: others may be of a name. */
const isId = (text: string): boolean =>
  ((uuid.test(text) || hash.test(text)) && !isWritten(text)) ||
  (named.test(text) &&
    /\d/.test(text) &&
    text
      .split(/[-_]/)
      .slice(1)
      .every((part) => /\d/.test(part) || isVocabulary(part.toLowerCase())))

const longWords = (text: string): string[] => text.match(/[A-Za-z]{3,}/g) ?? []
