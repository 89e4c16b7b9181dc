/** Bytes of a file as text, however they come. */
import { expect, test } from 'vitest'
import { decodeParts } from '../../src/disk/decode-parts.ts'
import { markedEncoding } from '../../src/disk/text.ts'

async function textOf(pieces: readonly Buffer[]): Promise<string> {
  let text = ''
  for await (const part of decodeParts(pieces, markedEncoding)) text += part
  return text
}

const written = 'days, 走った, 5,2 km\n'
const forms: [string, Buffer][] = [
  ['UTF-8', Buffer.from(written)],
  ['UTF-8 with a mark', Buffer.from(`\ufeff${written}`)],
  ['UTF-16', Buffer.from(`\ufeff${written}`, 'utf16le')],
  ['UTF-16, the other way round', Buffer.from(`\ufeff${written}`, 'utf16le').swap16()],
  ['one byte', Buffer.from('5')],
  ['nothing', Buffer.alloc(0)],
]

test.each(forms.flatMap(([form, bytes]) => [1, 2, 3, 1000].map((size) => [form, size, bytes] as const)))(
  '%s in pieces of %i bytes is read',
  async (_, size, bytes) => {
    const pieces = Array.from({ length: Math.ceil(bytes.length / size) }, (__, at) =>
      bytes.subarray(at * size, (at + 1) * size),
    )
    expect(await textOf(pieces)).toBe(bytes.length > 1 ? written : bytes.toString())
  },
)

test('a mark that is cut in two is no text', async () => {
  await expect(textOf([Buffer.from([0xff])])).rejects.toThrow(TypeError)
})
