/** Bytes of a text file as text, whole or part by part. */

/** UTF-8 or, with its byte-order mark, UTF-16 (either order); the mark is no part of the text. Throws TypeError otherwise. */
export const decodeText = (bytes: Uint8Array): string =>
  new TextDecoder(markedEncoding(bytes), { fatal: true }).decode(bytes)

/** The encoding that a byte-order mark names; UTF-8 where there is none. */
export const markedEncoding = ([first, second]: Uint8Array): string =>
  first === 0xff && second === 0xfe ? 'utf-16le' : first === 0xfe && second === 0xff ? 'utf-16be' : 'utf-8'

/** The text without one trailing newline or CRLF. */
export const chomp = (text: string): string => text.replace(/\r?\n$/, '')

export type ByteParts = AsyncIterable<Uint8Array> | Iterable<Uint8Array>

/**
 * Bytes as text, part by part, in the encoding that the first ones name. `whole`: the last
 * character must not be cut off. Throws TypeError.
 */
export async function* decodeParts(
  bytes: ByteParts,
  encodingOf: (head: Uint8Array) => string,
  whole = true,
): AsyncGenerator<string> {
  let decoder: InstanceType<typeof TextDecoder> | undefined
  const decode = (part: Uint8Array): string => {
    decoder ??= new TextDecoder(encodingOf(part), { fatal: true })
    return decoder.decode(part, { stream: true })
  }
  // A byte-order mark has two bytes, which a pipe may bring one by one.
  let first: Uint8Array | undefined
  for await (const part of bytes) {
    const all = first ? Buffer.concat([first, part]) : part
    first = !decoder && all.length < 2 ? all : undefined
    if (!first) yield decode(all)
  }
  if (first) yield decode(first)
  if (whole) yield decoder?.decode() ?? ''
}
