/** Bytes of a text as they come, as text. */

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
