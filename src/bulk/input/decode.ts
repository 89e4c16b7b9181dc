/** Bytes of an input as text, part by part: UTF-8 or, with a byte-order mark, UTF-16. */
import { decodeParts, type ByteParts } from '../../disk/decode-parts.ts'
import { markedEncoding } from '../../disk/text.ts'
import { usage } from '../../errors.ts'

/** The text; a byte-order mark is no part of it. `whole`: the last character must not be cut off. Throws CLI_USAGE. */
export async function* decodeStream(bytes: ByteParts, path: string, whole = true): AsyncGenerator<string> {
  try {
    yield* decodeParts(bytes, markedEncoding, whole)
  } catch (error) {
    if (!(error instanceof TypeError)) throw error
    const name = path === '-' ? 'Standard input' : path
    throw usage(
      `${name} is not text in UTF-8 or UTF-16.`,
      'It should contain rows of motion as NDJSON or CSV.',
    )
  }
}
