/** From which length on a secret, or a piece of one, is hidden, and below which it may be something else. */
import { createHash } from 'node:crypto'
import { expect, test } from 'vitest'
import { createSecrets, isHideable } from '../../src/output/redact.ts'

const hidden = (secret: string, text: string): string => {
  const secrets = createSecrets()
  secrets.add(secret)
  return secrets.redact(text)
}
const hex = (at: number): string => createHash('sha256').update(String(at)).digest('hex')
const letters = 'k7QxZr2Pw9LtM4vBn8Yc3HdJ6sFgTa1U'
const keyed = (size: number): [string, string] => [
  `ak_7f3a.${letters.slice(0, size)}`,
  letters.slice(0, size),
]
const bytesOf = (size: number): [string, string] => {
  const bytes = Array.from({ length: size }, (_, at) => (at * 37 + 101) % 256)
  return [JSON.stringify({ proof: bytes, v: 'one' }), `0x${Buffer.from(bytes).toString('hex')}`]
}
const digitsOf = (size: number): [string, string] => [
  hex(2).slice(0, size),
  Buffer.from(hex(2).slice(0, size - (size % 2)), 'hex').toString('base64'),
]
const saying = (size: number): [string, string] => [
  Buffer.from(JSON.stringify({ mac: letters.slice(0, size), by: 'us' })).toString('base64'),
  letters.slice(0, size),
]
const cutOf = (size: number): [string, string] => [
  letters.slice(0, size),
  letters.slice(0, Math.ceil(size * 0.75)),
]

test.each<[what: string, made: (size: number) => [secret: string, text: string], least: number]>([
  ['itself', (size) => [letters.slice(0, size), letters.slice(0, size)], 6],
  ['with blanks around it', (size) => [`  ${letters.slice(0, size)}\n`, letters.slice(0, size)], 6],
  ['without its last quarter', cutOf, 20],
  ['the part of a key after a dot', keyed, 20],
  ['the bytes of a list in a proof', bytesOf, 16],
  ['the bytes that hex digits spell', digitsOf, 16],
  ['a text of JSON in base64', saying, 24],
])('of a secret %s is hidden from a length on, and not below it', (_, made, least) => {
  const [secret, text] = made(least)
  expect(hidden(secret, `<${text}>`)).toMatch(/^<(0x)?\[redacted\].{0,2}>$/)
  const [shorter, other] = made(least - 1)
  expect(hidden(shorter, `<${other}>`)).toBe(`<${other}>`)
})

test('what is long enough to be hidden is told without it', () => {
  expect(['12345', ' 12345 ', '123456', ' 123456 ', ''].map(isHideable)).toEqual([
    false,
    false,
    true,
    true,
    false,
  ])
})

test('each of sixty-four numbers of a proof is hidden', () => {
  const numbers = Array.from({ length: 64 }, (_, at) => BigInt(`0x${hex(at)}`).toString())
  const left = hidden(JSON.stringify({ pi: numbers }), `${numbers[0]} ${numbers[31]} ${numbers[63]}`)
  expect(left).toBe('[redacted] [redacted] [redacted]')
})

test('less than three quarters of a secret is left, and so is less of both its ends than three fifths', () => {
  const secret = letters.slice(0, 32)
  expect(hidden(secret, `<${secret.slice(0, 24)}>`)).toBe('<[redacted]>')
  expect(hidden(secret, `<${secret.slice(0, 23)}>`)).toBe(`<${secret.slice(0, 23)}>`)
  const ends = (first: number, last: number) => `<${secret.slice(0, first)}...${secret.slice(-last)}>`
  expect(hidden(secret, ends(10, 10))).toBe('<[redacted]...[redacted]>')
  expect(hidden(secret, ends(9, 10))).toBe(ends(9, 10))
  expect(hidden(secret, ends(12, 1))).toMatch(/^<\[redacted\]\.\.\./)
  expect(hidden(secret, ends(11, 1))).toBe(ends(11, 1))
})
