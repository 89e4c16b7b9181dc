/** What a text in hex or base64 may spell: the same letters and digits may be a number, an id, a code, or a name. */

/** Ids, hashes and short values; what is longer is shown nowhere as one word. */
const [shortest, longest] = [3, 600]
const hex = /^(?:0x)?[\da-f]{4,}$/i
const base64 = /^[\w+/-]+={0,2}$/

/** Hex digits alone that are as many are no base64. */
const surelyHex = 16

/** Hex with its bytes set apart: req-31:39:38:34. */
const setApart = /[\da-f]{2}(?:[-_.:][\da-f]{2}){2,}/gi

/** The bytes of a text as hex and as base64 of either alphabet. */
function bytesIn(text: string): Buffer[] {
  if (text.length < shortest || text.length > longest) return []
  const apart = (text.match(setApart) ?? []).map((run) => Buffer.from(run.replace(/[^\da-f]/gi, ''), 'hex'))
  return [...apart, ...decodedBytes(text)]
}

function decodedBytes(text: string): Buffer[] {
  if (!base64.test(text)) return []
  const digits = text.replaceAll('-', '')
  if (!hex.test(digits)) return [Buffer.from(text, 'base64')]
  const bytes = Buffer.from(digits.replace(/^0x/i, ''), 'hex')
  return digits.length < surelyHex ? [bytes, Buffer.from(text, 'base64')] : [bytes]
}

/** Without the zeros that fill bytes up, or stand between letters. */
const lettersOf = (bytes: Buffer): Buffer =>
  bytes.includes(0) ? Buffer.from(bytes.filter((byte) => byte !== 0)) : bytes

/**
 * What a text may spell of values: as UTF-8, where that does not go as Latin-1, and as UTF-16. Of bytes that are no writing
 * as a whole, and of UTF-16, which nearly all bytes are, only letters remain that a value has.
 */
export function speller(values: string[]): (text: string) => string[] {
  const wide = new Set(
    values
      .flatMap((value) => [value, value.toLowerCase(), value.toUpperCase(), value.normalize('NFD')])
      .join('')
      .replace(/[\0-\x7f]+/g, ''),
  )
  const isAnyWide = wide.size > 0
  const known = (told: string) =>
    isAnyWide
      ? told.replace(/[^\x20-\x7e]/gu, (letter) => (wide.has(letter) ? letter : ' '))
      : told.replace(/[^\x20-\x7e]+/g, ' ')
  return (text) =>
    bytesIn(text).flatMap((bytes) => {
      const letters = lettersOf(bytes)
      const told = letters.toString('utf8')
      const isUtf8 = !told.includes('\ufffd')
      const all = [isUtf8 && !control.test(told) ? told : known(told)]
      if (!isAnyWide) return all
      if (!isUtf8) all.push(known(letters.toString('latin1')))
      const utf16 = known(bytes.toString('utf16le'))
      if (utf16.trim() !== '') all.push(utf16)
      return all
    })
}

const control = /\p{C}/u

/** Does it spell four characters or more that are all of writing? The bytes of an id are not. */
export const isWritten = (text: string): boolean =>
  bytesIn(text).some((bytes) => {
    const letters = lettersOf(bytes)
    return letters.length > 3 && !/[\p{C}\ufffd]/u.test(letters.toString('utf8'))
  })
