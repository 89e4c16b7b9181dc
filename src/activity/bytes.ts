/** Bytes of a file as they come: the whole, the first ones, or text. */
import { decodeParts } from '../disk/decode-parts.ts'
import { Unreadable } from './unreadable.ts'

export type Bytes = AsyncIterable<Uint8Array>

/** All bytes of a file that is small by nature. Throws Unreadable beyond `most`. */
export async function readWhole(bytes: Bytes, most: number): Promise<Uint8Array> {
  const parts: Uint8Array[] = []
  let size = 0
  for await (const part of bytes) {
    size += part.length
    if (size > most) throw new Unreadable(`is larger than ${most / 1024 / 1024} MB`)
    parts.push(part)
  }
  return parts.length === 1 ? parts[0]! : Buffer.concat(parts)
}

/** The first bytes, `count` where there are as many, and all bytes from the start again, these first ones in one piece. */
export async function peek(bytes: Bytes, count: number): Promise<{ head: Uint8Array; all: Bytes }> {
  const source = bytes[Symbol.asyncIterator]()
  const parts: Uint8Array[] = []
  let size = 0
  while (size < count) {
    const { done, value } = await source.next()
    if (done) break
    parts.push(value)
    size += value.length
  }
  async function* all(): AsyncGenerator<Uint8Array> {
    try {
      if (size > 0) yield parts.length === 1 ? parts.pop()! : Buffer.concat(parts.splice(0))
      for (;;) {
        const { done, value } = await source.next()
        if (done) return
        yield value
      }
    } finally {
      await source.return?.()
    }
  }
  return { head: Buffer.concat(parts).subarray(0, count), all: all() }
}

const encodings = [
  'utf-8',
  'utf8',
  'us-ascii',
  'utf-16',
  'utf-16le',
  'utf-16be',
  'iso-8859-1',
  'windows-1252',
]

/** Text as its byte-order mark says, or its XML declaration; UTF-8 otherwise. Throws Unreadable for bytes that are no text. */
export async function* decoded(bytes: Bytes): AsyncGenerator<string> {
  let encoding = ''
  try {
    yield* decodeParts(bytes, (head) => (encoding = encodingOf(head)))
  } catch (error) {
    throw error instanceof TypeError ? new Unreadable(`is not text in ${encoding.toUpperCase()}`) : error
  }
}

/** Bytes in which a declaration is looked for: there may be blanks before it. */
const mostHead = 4096

/** The encoding that the first bytes name. Throws Unreadable for one that is not supported. */
export function encodingOf(head: Uint8Array): string {
  const [first, second] = head
  if (first === 0xff && second === 0xfe) return 'utf-16le'
  if (first === 0xfe && second === 0xff) return 'utf-16be'
  const start = Buffer.from(head.subarray(0, mostHead)).toString('latin1')
  const named = /^(?:\xef\xbb\xbf)?\s*<\?xml[^>]*?encoding\s*=\s*["']([\w.-]{1,40})["']/
    .exec(start)?.[1]
    ?.toLowerCase()
  if (named === undefined || named.startsWith('utf-16')) return 'utf-8'
  if (!encodings.includes(named)) throw new Unreadable('is in an encoding that movecli does not read')
  return named
}
