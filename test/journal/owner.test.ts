/** When two writes are of one owner. */
import { expect, test } from 'vitest'
import { isSameOwner, serviceOf } from '../../src/journal/owner.ts'

const of = (origin: string) => ({ origin, address: '0x1', key: 'key:1' })

test.each([
  'http://localhost:4017',
  'http://[::1]:4017',
  'http://[::ffff:7f00:1]:4017',
  'http://127.0.0.2:4017',
])('%s and 127.0.0.1 with the same port may be one service', (origin) => {
  expect(isSameOwner(of(origin), of('http://127.0.0.1:4017'))).toBe(true)
  expect(serviceOf(origin)).toBe('http://127.0.0.1:4017')
})

test.each([
  ['another port', 'http://localhost:4018'],
  ['another scheme', 'https://localhost:4017'],
  ['another machine', 'http://localhost.example:4017'],
])('%s is another service', (_, origin) => {
  expect(isSameOwner(of(origin), of('http://127.0.0.1:4017'))).toBe(false)
})

test('an origin of another machine stays as it is', () => {
  expect(serviceOf('https://api.example:8443')).toBe('https://api.example:8443')
})
