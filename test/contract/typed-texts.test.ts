/** Small texts that people type: amounts of time, and a text in the place of the sign-in message. */
import { expect, test } from 'vitest'
import { amountIn } from '../../src/contract/amounts-of-time.ts'
import { hasControls } from '../../src/contract/control-characters.ts'
import { templateFault } from '../../src/contract/message-template.ts'

const units = { s: 1, m: 60, h: 3600 }

test.each([
  ['90', 90],
  ['90s', 90],
  ['5m', 300],
  ['0.5h', 1800],
  ['1.000001s', 1.000001],
  ['0', 0],
  ['999999999', 999_999_999],
  ['1000000000', undefined],
  ['1.0000001', undefined],
  ['1d', undefined],
  ['1M', undefined],
  ['1constructor', undefined],
  ['m', undefined],
  ['', undefined],
  ['-1', undefined],
  ['+1', undefined],
  ['.5', undefined],
  ['5.', undefined],
  ['5 m', undefined],
  ['1h30m', undefined],
])('the amount %s', (text, amount) => expect(amountIn(text, units)).toBe(amount))

test.each([
  ['{timestamp}', undefined],
  ['Sign in\n{timestamp} at {domain}, Zoë', undefined],
  ['{domain} {nonce}', 'must hold {timestamp}'],
  ['{ timestamp }', 'must hold {timestamp}'],
  ['', 'must hold {timestamp}'],
  ['{timestamp}\t', 'must have no control character but line breaks'],
  ['{timestamp}\r\n', 'must have no control character but line breaks'],
  ['{timestamp}\u0000', 'must have no control character but line breaks'],
  ['{timestamp}\u007f', 'must have no control character but line breaks'],
  ['{timestamp}\u0085', 'must have no control character but line breaks'],
])('the template %j', (template, fault) => expect(templateFault(template)).toBe(fault))

test('control characters are those below the blank, DEL, and those from 80 to 9f', () => {
  const isControl = (code: number) => hasControls(`a${String.fromCharCode(code)}b`)
  expect([0x00, 0x09, 0x0a, 0x1b, 0x1f, 0x7f, 0x80, 0x9b, 0x9f].filter((code) => !isControl(code))).toEqual(
    [],
  )
  expect([0x20, 0x7e, 0xa0, 0xad, 0x2028, 0x202e].filter(isControl)).toEqual([])
})
