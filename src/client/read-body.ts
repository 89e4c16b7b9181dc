/** The text of an answer, decompressed and capped; and whether JSON is nested too deep to be read. */
import { isUtf8 } from 'node:buffer'
import type { Transform } from 'node:stream'

/** Most bytes of an answer after decompression. A page of a list is one answer. */
export const largestBody = 4 * 1024 * 1024
export const deepestNesting = 200

/** An answer that is refused for its size or encoding. */
export class UnusableBody extends Error {}

/** A body as text. `garbled` where it is not UTF-8: characters that nobody sent stand in for what cannot be read. */
export type BodyText = { text: string; garbled?: true }

/** The whole body as text. Throws UnusableBody, or what the body ends with. */
export async function readBody(
  body: AsyncIterable<Uint8Array>,
  encoding: string | undefined,
): Promise<BodyText> {
  const chunks: Uint8Array[] = []
  let size = 0
  for await (const chunk of await decodeBody(body, encoding)) {
    size += chunk.length
    if (size > largestBody) {
      throw new UnusableBody('The answer is larger than 4 MB; use --limit for smaller pages')
    }
    chunks.push(chunk)
  }
  const bytes = Buffer.concat(chunks)
  return { text: bytes.toString('utf8'), ...(!isUtf8(bytes) && { garbled: true }) }
}

async function decodeBody(
  body: AsyncIterable<Uint8Array>,
  encoding = 'identity',
): Promise<AsyncIterable<Uint8Array>> {
  const name = encoding.trim().toLowerCase()
  if (name === 'identity' || name === '') return body
  const zlib = await import('node:zlib')
  const decoders: Record<string, () => Transform> = {
    gzip: zlib.createGunzip,
    'x-gzip': zlib.createGunzip,
    deflate: zlib.createInflate,
    br: zlib.createBrotliDecompress,
  }
  const make = decoders[name]
  if (!make) throw new UnusableBody(`The answer is encoded as ${name}, which movecli does not accept`)
  return pipe(body, make())
}

async function* pipe(body: AsyncIterable<Uint8Array>, decoder: Transform): AsyncIterable<Uint8Array> {
  const { pipeline } = await import('node:stream/promises')
  let failure: unknown
  const done = pipeline(body, decoder).catch((error: unknown) => (failure = error))
  try {
    for await (const chunk of decoder) yield chunk as Uint8Array
  } catch (error) {
    await done
    if (isZlib(error)) throw new UnusableBody('The answer cannot be decoded as its Content-Encoding says')
    throw failure ?? error
  } finally {
    decoder.destroy()
  }
}

const isZlib = (error: unknown) =>
  /^(Z_|ERR_BROTLI|ERR__ERROR|ERR_PADDING)/.test(String((error as NodeJS.ErrnoException).code))

/** Is JSON text nested deeper than `deepestNesting`? Brackets in its strings do not count. */
export function isTooDeep(text: string): boolean {
  let depth = 0
  for (let i = 0; i < text.length; i++) {
    const char = text.charCodeAt(i)
    if (char === 0x22) i = endOfString(text, i)
    else if (char === 0x5b || char === 0x7b) {
      if (++depth > deepestNesting) return true
    } else if (char === 0x5d || char === 0x7d) depth--
  }
  return false
}

function endOfString(text: string, start: number): number {
  let i = start + 1
  while (i < text.length && text.charCodeAt(i) !== 0x22) i += text.charCodeAt(i) === 0x5c ? 2 : 1
  return i
}
