/** How much of an answer is read, in which encodings, and how deep it may be: to the byte and to the level. */
import { brotliCompressSync, deflateSync, gzipSync } from 'node:zlib'
import { describe, expect, test } from 'vitest'
import { parseBody } from '../../src/client/open-envelope.ts'
import { isTooDeep, readBody, UnusableBody } from '../../src/client/read-body.ts'

async function* inParts(...parts: (Uint8Array | string)[]): AsyncIterable<Uint8Array> {
  for (const part of parts) yield Buffer.from(part)
}
const read = async (encoding: string | undefined, ...parts: (Uint8Array | string)[]) =>
  readBody(inParts(...parts), encoding)

const largest = 4 * 1024 * 1024

test('an answer may have four megabytes, and not one byte more, in however many parts', async () => {
  const half = Buffer.alloc(largest / 2, ' ')
  expect((await read(undefined, half, half)).text).toHaveLength(largest)
  await expect(read(undefined, half, half, ' ')).rejects.toThrow(UnusableBody)
  await expect(read('gzip', gzipSync(Buffer.alloc(largest + 1, ' ')))).rejects.toThrow(
    'The answer is larger than 4 MB; use --limit for smaller pages',
  )
  expect((await read('gzip', gzipSync(Buffer.alloc(largest, ' ')))).text).toHaveLength(largest)
})

test.each([
  [undefined, Buffer.from('{"a":"é"}')],
  ['', Buffer.from('{"a":"é"}')],
  ['identity', Buffer.from('{"a":"é"}')],
  ['gzip', gzipSync('{"a":"é"}')],
  [' GZIP ', gzipSync('{"a":"é"}')],
  ['x-gzip', gzipSync('{"a":"é"}')],
  ['deflate', deflateSync('{"a":"é"}')],
  ['br', brotliCompressSync('{"a":"é"}')],
  ['Br', brotliCompressSync('{"a":"é"}')],
])('what is encoded as %j is read, and a character may be cut between its parts', async (encoding, bytes) => {
  const at = Math.floor(bytes.length / 2)
  expect(await read(encoding, bytes.subarray(0, at), bytes.subarray(at))).toEqual({ text: '{"a":"é"}' })
})

type Unusable = [encoding: string, body: string | Uint8Array, why: string]
test.each<Unusable>([
  ['zstd', '{}', 'The answer is encoded as zstd, which movecli does not accept'],
  ['gzip, br', '{}', 'The answer is encoded as gzip, br, which movecli does not accept'],
  ['gzip', '{"a":1}', 'The answer cannot be decoded as its Content-Encoding says'],
  ['deflate', '{"a":1}', 'The answer cannot be decoded as its Content-Encoding says'],
  ...['91b0db49f37766064775547a', 'ec7029d54d3d73cec0ddcf72', '8d708ea8e67dc6849d4260f5'].map(
    (hex): Unusable => [
      'br',
      Buffer.from(hex, 'hex'),
      'The answer cannot be decoded as its Content-Encoding says',
    ],
  ),
  ['gzip', gzipSync('{"a":1}').subarray(0, 15), 'The answer cannot be decoded as its Content-Encoding says'],
])('an answer in %s that is none is refused in a sentence', async (encoding, body, why) => {
  const reading = read(encoding, body)
  await expect(reading).rejects.toThrow(why)
  await expect(reading).rejects.toThrow(UnusableBody)
})

test.each([undefined, 'gzip'])(
  'what a body ends with is not taken for its encoding: %s',
  async (encoding) => {
    async function* cut(): AsyncIterable<Uint8Array> {
      yield gzipSync('{"a":1}').subarray(0, 4)
      throw new Error('the connection was cut')
    }
    await expect(readBody(cut(), encoding)).rejects.toThrow('the connection was cut')
  },
)

test('what is not UTF-8 is said', async () => {
  expect(await read(undefined, Buffer.from('Zoë', 'latin1'))).toEqual({ text: 'Zo\ufffd', garbled: true })
  expect(await read(undefined, 'Zo\ufffd')).toEqual({ text: 'Zo\ufffd' })
})

describe('how deep an answer may be', () => {
  const nested = (levels: number, [open, close]: [string, string]) =>
    open.repeat(levels) + '1' + close.repeat(levels)

  test.each<[string, [string, string]]>([
    ['lists', ['[', ']']],
    ['records', ['{"a":', '}']],
  ])('two hundred levels of %s, and no more', (_, kind) => {
    expect([200, 201].map((levels) => isTooDeep(nested(levels, kind)))).toEqual([false, true])
    expect([200, 201].map((levels) => parseBody(nested(levels, kind)) === undefined)).toEqual([false, true])
  })

  test('brackets that are closed, or stand in a text, make nothing deeper', () => {
    expect(isTooDeep(`[${'[],{},'.repeat(500)}1]`)).toBe(false)
    for (const text of ['['.repeat(300), `\\"${'['.repeat(300)}`, `\\\\\\"${'{'.repeat(300)}`])
      expect(isTooDeep(`["${text}",{"${text}":1}]`)).toBe(false)
    // The quote behind two backslashes ends the text.
    expect(isTooDeep(`["\\\\",${nested(200, ['[', ']'])}]`)).toBe(true)
    expect(isTooDeep(`["\\\\",${nested(199, ['[', ']'])}]`)).toBe(false)
  })
})
