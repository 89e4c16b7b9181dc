/** Links in what a service says: whoever has to go on elsewhere with a submission needs them whole. */
import { inflateRawSync, inflateSync } from 'node:zlib'
import type { PersonalValues } from './personal-values.ts'
import { isWritten } from './spelled.ts'
import { isVocabulary } from './vocabulary.ts'

const host = String.raw`(?:[a-z\d-]{1,63}\.){1,4}[a-z]{2,24}(?::\d{1,5})?(?![.:]?[\p{L}\p{N}\p{M}_@%-])`
/** All that is written after a host is of the link, but for what ends a sentence. */
export const link = String.raw`https?:\/\/${host}(?:[/?#][^\s"'<>()[\]{}\\]{0,4000}(?<![.,;:!]))?`
const partsOfLink = /^(https?:\/\/)([^/?#]+)(.*)$/s

/** Is the text shown as it is? */
type IsShown = (text: string) => boolean

/** The link where nothing of it can be of a value; else no more than its host. */
export function shownLink(whole: string, values: PersonalValues, hidden: string, isShown: IsShown): string {
  const [, scheme = '', domain = '', rest = ''] = partsOfLink.exec(whole) ?? []
  // A host in other letters than these is written as their code; the end of a domain is anybody's.
  const own = domain.replace(/\.[a-z]+(?::\d+)?$/, '')
  if (domain.includes('xn--') || !hasNothingOf(own, values)) return scheme + hidden
  return isOwn(rest, values, isShown) ? whole : scheme + domain + rest.charAt(0) + hidden
}

function isOwn(rest: string, values: PersonalValues, isShown: IsShown): boolean {
  const clear = withoutPercents(rest)
  if (clear === undefined || values.isPart(clear)) return false
  const tokens = clear.match(jsonWebToken) ?? []
  const others = clear.replace(jsonWebToken, '')
  const parts = others.split(/([/?&=#~:,;+@!$*.|\s]+)/)
  const numbers = parts.filter((part) => /^\d{1,5}$/.test(part))
  return (
    numbers.length < 2 &&
    !holdsText(others) &&
    parts.every(
      (part, at) => at % 2 === 1 || isOwnPart(part, parts[at - 1] ?? '', parts[at - 2] ?? '', values),
    ) &&
    tokens.every((token) => isOwnToken(token, values, isShown))
  )
}

/** Base64 may have a slash and a plus sign among its letters: from each slash on it may begin. */
function holdsText(text: string): boolean {
  const runs = text.match(/[\w+/-]{6,}/g) ?? []
  return runs.some((run) => {
    const parts = run.split('/')
    return run.length > 600 || parts.some((_, at) => parts.slice(at).join('/').split('--').some(isText))
  })
}

/** Links in links are encoded once more. */
function withoutPercents(text: string): string | undefined {
  try {
    let clear = text
    for (let round = 0; round < 3 && clear.includes('%'); round++) clear = decodeURIComponent(clear)
    return clear
  } catch {
    return undefined
  }
}

/** A language by its code is one of a few; any other value has words that services use, or is an id. */
function isOwnPart(part: string, before: string, name: string, values: PersonalValues): boolean {
  if (part === '') return true
  if (!hasNothingOf(part, values)) return false
  if (/^\d{1,5}$/.test(part)) return !values.isDigit(part)
  if (isOpaque(part)) return true
  if (!before.endsWith('=') || technical.test(name))
    return /^(?=.{1,64}$)[A-Za-z][A-Za-z\d]*(?:[_-][A-Za-z\d]+)*$/.test(part)
  return (
    isVocabulary(part) ||
    (/^(?:lang|language|locale|hl)$/.test(name) && /^[a-z]{2}(?:-[A-Z]{2})?$/.test(part))
  )
}

/** What says how a link works: a value beside it is a word of whoever made the link. */
const technical = /^(?:x-[a-z-]+|service|env|type|flow|mode|theme|source|utm_[a-z]+)$/i

/** An id, or a token. */
const isOpaque = (part: string): boolean => /^(?=.*\d.*\d)[\w-]{6,600}$/.test(part)

/** It holds a text, perhaps in fewer bytes: whatever that says was not looked at. */
const isText = (part: string): boolean =>
  isWritten(part) ||
  isPacked(Buffer.from(part, 'base64url')) ||
  (isHex(part) && isPacked(Buffer.from(part, 'hex')))
const isHex = (part: string): boolean => /^(?:[\da-f]{2}){4,}$/i.test(part)

/** Compressed as gzip or zlib do, which say so in their first two bytes, or without these, as identity services exchange it. */
function isPacked(bytes: Buffer): boolean {
  if (bytes.length < 8) return false
  if (bytes.readUInt16BE() === 0x1f8b) return true
  const hasHeader = (bytes[0]! & 15) === 8 && bytes.readUInt16BE() % 31 === 0
  if (!hasHeader && bytes.length <= longestId) return false
  try {
    return (hasHeader ? inflateSync : inflateRawSync)(bytes, { maxOutputLength: 100_000 }).length > 3
  } catch (error) {
    return (error as NodeJS.ErrnoException).code === 'ERR_BUFFER_TOO_LARGE'
  }
}
/** Bytes of an id or a digest. */
const longestId = 48

const jsonWebToken = /eyJ[\w-]{1,2000}\.eyJ[\w-]{1,3000}\.[\w-]{0,1000}/g

/** What a token says is shown as it is: an id, times, words of services. Its signature says nothing. */
function isOwnToken(token: string, values: PersonalValues, isShown: IsShown): boolean {
  const [, , signature = ''] = token.split('.')
  const [head = '', body = ''] = token.split('.').map((part) => Buffer.from(part, 'base64url').toString())
  const isOwnLeaf = (text: string) =>
    isShown(text) || (isOpaque(text) && hasNothingOf(text, values) && !isText(text))
  const isOwnName = (name: string) => /^[A-Za-z_]{2,20}$/.test(name) && !name.split('_').some(values.hasWord)
  const isOwnJson = (json: unknown): boolean =>
    typeof json === 'object' && json !== null
      ? Object.entries(json).every(
          ([name, inner]) => (Array.isArray(json) || isOwnName(name)) && isOwnJson(inner),
        )
      : typeof json === 'string' || typeof json === 'number'
        ? isOwnLeaf(String(json))
        : true
  try {
    return ofAlgorithm.test(head) && !isText(signature) && isOwnJson(JSON.parse(body))
  } catch {
    return false
  }
}

/** The head of a token that is signed and not compressed. */
const ofAlgorithm = /^\{\s*(?:"(?:alg|typ)"\s*:\s*"[A-Za-z]{2,5}\d{0,3}"\s*,?\s*){1,2}\}$/

/** Digits among letters are of an id, but for those of a date. */
const numbers = /(?<![A-Za-z\d])\d+(?![A-Za-z\d])|\d{6,}/g

/** No word, number or letters and digits in a row of a value, in hex or base64 neither. */
export function hasNothingOf(piece: string, values: PersonalValues): boolean {
  const parts = new Set([piece, ...piece.split(/[.:_-]/)])
  return (
    !values.isPart(piece) &&
    ![...parts].some((part) => values.hasWord(part) || isShortWord(part, values)) &&
    !(piece.match(/[A-Za-z]{3,}/g) ?? []).some(values.hasWord) &&
    !(piece.match(numbers) ?? []).some(values.hasNumber) &&
    ![...parts].some(values.spells)
  )
}

/** A link has names of two letters in small ones. */
const isShortWord = (part: string, values: PersonalValues): boolean =>
  /^[A-Za-z]{2}$/.test(part) &&
  [part, part.toUpperCase(), part.charAt(0).toUpperCase() + part.slice(1)].some(values.hasShort)
