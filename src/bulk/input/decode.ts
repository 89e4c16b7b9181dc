/** Bytes of an input as text, part by part: UTF-8 or, with a byte-order mark, UTF-16. */
import { usage } from '../../errors.ts'

type Bytes = AsyncIterable<Uint8Array> | Iterable<Uint8Array>

/** The text; a byte-order mark is no part of it. `whole`: the last character must not be cut off. Throws CLI_USAGE. */
export async function* decodeStream(bytes: Bytes, path: string, whole = true): AsyncGenerator<string> {
  let decoder: InstanceType<typeof TextDecoder> | undefined
  try {
    for await (const part of bytes) {
      decoder ??= new TextDecoder(encodingOf(part), { fatal: true })
      yield decoder.decode(part, { stream: true })
    }
    if (whole) yield decoder?.decode() ?? ''
  } catch (error) {
    if (!(error instanceof TypeError)) throw error
    const name = path === '-' ? 'Standard input' : path
    throw usage(
      `${name} is not text in UTF-8 or UTF-16.`,
      'It should contain rows of motion as NDJSON or CSV.',
    )
  }
}

const encodingOf = ([first, second]: Uint8Array): string =>
  first === 0xff && second === 0xfe ? 'utf-16le' : first === 0xfe && second === 0xff ? 'utf-16be' : 'utf-8'
