/** What a text in hex or base64 may spell: the same letters and digits may be a number, an id, a code, or a name. */

/** Ids, hashes and short values; what is longer is shown nowhere as one word. */
const [shortest, longest] = [3, 600]
const hex = /^(?:0x)?[\da-f]{4,}$/i
const base64 = /^[\w+/-]+={0,2}$/

/** The bytes of a text as hex and as base64 of either alphabet, without the zeros that fill them up or part letters. */
function bytesIn(text: string): { whole: Buffer; letters: Buffer }[] {
  if (text.length < shortest || text.length > longest || !base64.test(text)) return []
  const digits = text.replaceAll('-', '')
  const read = [Buffer.from(text, 'base64')]
  if (hex.test(digits)) read.push(Buffer.from(digits.replace(/^0x/i, ''), 'hex'))
  return read.map((whole) => ({ whole, letters: Buffer.from(whole.filter((byte) => byte !== 0)) }))
}

/** As UTF-8, where that does not go as Latin-1 too, and as UTF-16. */
export const spelled = (text: string): string[] =>
  bytesIn(text).flatMap(({ whole, letters }) => {
    const told = letters.toString('utf8')
    return [told, ...(told.includes('\ufffd') ? [letters.toString('latin1')] : []), whole.toString('utf16le')]
  })

/** Does it spell four characters or more that are all of writing? The bytes of an id are not. */
export const isWritten = (text: string): boolean =>
  bytesIn(text).some(({ letters }) => letters.length > 3 && !/[\p{C}\ufffd]/u.test(letters.toString('utf8')))
