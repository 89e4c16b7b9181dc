/** Bytes of a text file as text. */

/** UTF-8 or, with its byte-order mark, UTF-16 (either order); the mark is no part of the text. Throws TypeError otherwise. */
export const decodeText = (bytes: Uint8Array): string =>
  new TextDecoder(markedEncoding(bytes), { fatal: true }).decode(bytes)

/** The encoding that a byte-order mark names; UTF-8 where there is none. */
export const markedEncoding = ([first, second]: Uint8Array): string =>
  first === 0xff && second === 0xfe ? 'utf-16le' : first === 0xfe && second === 0xff ? 'utf-16be' : 'utf-8'

/** The text without one trailing newline or CRLF. */
export const chomp = (text: string): string => text.replace(/\r?\n$/, '')
