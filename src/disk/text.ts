/** Bytes of a text file as text. */

/** UTF-8 or, with its byte-order mark, UTF-16 (either order); the mark is no part of the text. Throws TypeError otherwise. */
export function decodeText(bytes: Uint8Array): string {
  const encoding =
    bytes[0] === 0xff && bytes[1] === 0xfe
      ? 'utf-16le'
      : bytes[0] === 0xfe && bytes[1] === 0xff
        ? 'utf-16be'
        : 'utf-8'
  return new TextDecoder(encoding, { fatal: true }).decode(bytes)
}

/** The text without one trailing newline or CRLF. */
export const chomp = (text: string): string => text.replace(/\r?\n$/, '')
