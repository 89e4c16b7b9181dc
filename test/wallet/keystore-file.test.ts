import { writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { MoveError } from '../../src/errors.ts'
import { readKeystore } from '../../src/wallet/keystore-file.ts'
import { fixture } from './fixtures.ts'
import { changed, kdf, pbkdf2, refusals } from './hostile.ts'
import { bundle, start } from '../support/bundle.ts'
import { freshFolder } from '../support/movecli.ts'

test.each(refusals)('a keystore that %s is refused before any work', (why, text) => {
  let failure: unknown
  try {
    readKeystore(text)
  } catch (error) {
    failure = error
  }
  expect(failure).toBeInstanceOf(MoveError)
  expect(failure).toMatchObject({
    message: `The keystore ${why}.`,
    fault: { code: 'CLI_USAGE', exit: 2, outcome: 'not_sent', hint: expect.any(String) },
  })
})

test('the most that is allowed is allowed', () => {
  expect(readKeystore(kdf({ n: 2 ** 19, r: 8, p: 8 })).kdf).toMatchObject({ n: 2 ** 19, r: 8, p: 8 })
  expect(readKeystore(kdf({ c: 10_000_000 }, pbkdf2)).kdf).toMatchObject({ c: 10_000_000 })
})

test.each([
  ['16 lanes', kdf({ n: 2 ** 18, r: 8, p: 16 }), { p: 16 }],
  ['a key of 32 bytes', kdf({ dklen: 32 }), {}],
  ['a longer key', kdf({ dklen: 64 }), {}],
  ['one round', kdf({ c: 1 }, pbkdf2), { c: 1 }],
  ['a table of two', kdf({ n: 2 }), { n: 2 }],
  ['no salt', kdf({ salt: '' }), { salt: Buffer.alloc(0) }],
  ['the longest salt', kdf({ salt: 'ab'.repeat(1024) }), { salt: Buffer.alloc(1024, 0xab) }],
])('a keystore with %s is no reason to refuse it', (_, text, parts) => {
  expect(readKeystore(text).kdf).toMatchObject(parts)
})

test('a file of 64 KB is read, and one byte more is refused', () => {
  const text = kdf({})
  const padded = (bytes: number) => text + ' '.repeat(bytes - Buffer.byteLength(text))
  expect(readKeystore(padded(64 * 1024))).toEqual(readKeystore(text))
  expect(() => readKeystore(padded(64 * 1024 + 1))).toThrow('larger than 64 KB')
})

test('a byte-order mark, capital names and 0x before hex do no harm', () => {
  const text = fixture('ethers-6.json').replace('"mac": "', '"MAC": "0x')
  expect(readKeystore(`\uFEFF${text}`)).toEqual(readKeystore(fixture('ethers-6.json')))
})

test('an empty address counts as none', () => {
  expect(readKeystore(changed((file) => (file['address'] = '')))).not.toHaveProperty('address')
})

test('all of them together are refused within two seconds of work each and 512 MB', async () => {
  const script = await bundle(`
    import { readFileSync } from 'node:fs'
    import { openKeystore } from 'src/wallet/signers/keystore.ts'
    void (async () => {
      const took = []
      for (const [, text] of JSON.parse(readFileSync(process.argv[2], 'utf8'))) {
        const begun = process.cpuUsage()
        const ms = () => process.cpuUsage(begun).user / 1000
        await openKeystore(text, 'password').then(() => took.push(Infinity), () => took.push(ms()))
      }
      console.log(JSON.stringify({ count: took.length, slowest: Math.max(...took), kilobytes: process.resourceUsage().maxRSS }))
    })()`)
  const file = join(freshFolder(), 'refusals.json')
  writeFileSync(file, JSON.stringify(refusals))
  const { stdout, stderr } = await start(script, [file]).ended
  expect(stderr).toBe('')
  const { count, slowest, kilobytes } = JSON.parse(stdout) as Record<string, number>
  expect(count).toBeGreaterThanOrEqual(30)
  expect(slowest).toBeLessThan(2000)
  expect(kilobytes).toBeLessThan(512 * 1024)
})
