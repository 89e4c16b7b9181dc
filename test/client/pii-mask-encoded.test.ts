/** A value in hex or base64 may have the form of a number, an id, a code or the name of a field: none of them shows it. */
import { expect, test } from 'vitest'
import type { Json } from '../../src/contract/lossless-json.ts'
import { maskOf } from '../support/mask-of.ts'

const values = [
  '987654321012',
  '34612345678',
  '28013',
  '14/07/1985',
  'Maria',
  'José',
  '王小明',
  'Иван Петров',
  'Maria Lopez',
  'Xu',
]
const wordOf = (bytes: Buffer): Record<string, string> => ({
  hex: bytes.toString('hex'),
  'hex in capitals': bytes.toString('hex').toUpperCase(),
  '0x': `0x${bytes.toString('hex')}`,
  base64: bytes.toString('base64'),
  'base64 unpadded': bytes.toString('base64').replace(/=+$/, ''),
  base64url: bytes.toString('base64url'),
  'bytes32, zeros behind': `0x${Buffer.concat([bytes, Buffer.alloc(32)])
    .subarray(0, 32)
    .toString('hex')}`,
  'bytes32, zeros in front': `0x${Buffer.concat([Buffer.alloc(32), bytes])
    .subarray(-32)
    .toString('hex')}`,
})
const bytesOf: Record<string, (value: string) => Buffer> = {
  'UTF-8': (value) => Buffer.from(value),
  'UTF-16LE': (value) => Buffer.from(value, 'utf16le'),
  'UTF-16BE': (value) => Buffer.from(value, 'utf16le').swap16(),
}
/** UTF-16BE of other scripts than Latin is no usual form. */
const isUsual = (value: string, coding: string) => coding !== 'UTF-16BE' || /^[\x20-\xff]*$/.test(value)

test.each(
  Object.entries(bytesOf).flatMap(([coding, encode]) =>
    values.filter((value) => isUsual(value, coding)).map((value) => [coding, value, encode(value)] as const),
  ),
)('%s of %s', (_, value, bytes) => {
  const mask = maskOf({ value })
  for (const [how, word] of Object.entries(wordOf(bytes))) {
    const forms: Json = {
      list: [word],
      user_id: word,
      ref: word,
      note: `got ${word}.`,
      [word]: 'pending',
      event: `evt-${word}`,
    }
    const shown = JSON.stringify([mask.data(forms), mask.text(word), mask.text(`KYC_${word}`)])
    expect({ how, isShown: shown.includes(word) }).toEqual({ how, isShown: false })
  }
})

test('a number of the chain that is a value is hidden, in 32 bytes too', () => {
  const mask = maskOf({ tax_id: '987654321012' })
  const word = `0x${(987654321012).toString(16).padStart(64, '0')}`
  expect(mask.data({ stored: word })).toEqual({ stored: '[redacted]' })
})

test('ids, amounts and codes that spell nothing stay', () => {
  const mask = maskOf({ value: 'Maria Lopez', tax_id: '987654321012' })
  const data = {
    user_id: '65c1f0a2b3d4e5f60718293a',
    event: 'evt_7f3a9c',
    sum: '1500000000000000000',
    hash: `0x${'ab12'.repeat(16)}`,
    address: `0x${'00'.repeat(19)}2a`,
    uuid: '0b9f3c5e-7a41-4d8e-9c55-1f2e3d4c5b6a',
  }
  expect(mask.data(data)).toEqual(data)
  expect(mask.text('DOCUMENT_EXPIRED')).toBe('DOCUMENT_EXPIRED')
})
