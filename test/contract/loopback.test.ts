/** What counts as this machine itself. */
import { expect, test } from 'vitest'
import { isLoopback } from '../../src/contract/loopback.ts'

test.each([
  ['http://localhost', true],
  ['http://LOCALHOST', true],
  ['http://localhost.', true],
  ['http://127.0.0.1', true],
  ['http://127.1', true],
  ['http://127.255.255.254', true],
  ['http://0x7f.0.0.1', true],
  ['http://2130706433', true],
  ['http://[::1]', true],
  ['http://[0:0:0:0:0:0:0:1]', true],
  ['http://[::ffff:127.0.0.1]', true],
  ['http://localhost.example', false],
  ['http://a.localhost', false],
  ['http://xlocalhost', false],
  ['http://127.0.0.1.nip.io', false],
  ['http://128.0.0.1', false],
  ['http://10.0.0.1', false],
  ['http://0.0.0.0', false],
  ['http://[::]', false],
  ['http://[::2]', false],
  ['http://[::ffff:10.0.0.1]', false],
])('%s: %s', (url, here) => {
  expect(isLoopback(new URL(url).hostname)).toBe(here)
})

test('addresses of sockets, which have no brackets', () => {
  for (const address of ['127.0.0.1', '::1', '::ffff:127.0.0.1']) expect(isLoopback(address)).toBe(true)
  for (const address of ['10.0.0.1', '::ffff:10.0.0.1', 'fe80::1']) expect(isLoopback(address)).toBe(false)
})
