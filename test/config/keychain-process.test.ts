/** The keychain's process: what is asked of it, what it answers, and that one which hangs is ended. */
import { existsSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { keychainOf } from '../../src/config/credentials/keychain-process.ts'
import type { KeychainWait } from '../../src/config/credentials/keychain.ts'
import { freshFolder } from '../support/movecli.ts'

/** Asks a process that does as its script says; `line` is what it reads. */
async function asked(body: string, wait: Partial<KeychainWait> = {}, node = process.execPath) {
  const script = join(freshFolder(), 'keychain.cjs')
  writeFileSync(
    script,
    `process.stdin.once('data', (part) => { const line = part.toString(); ${body} })\nprocess.stdin.on('end', () => process.exit())\n`,
  )
  const keychain = keychainOf({ node, script, env: { CANARY: 'its own environment' } })
  return keychain([{ op: 'get', account: 'a' }], { waitMs: 60_000, ...wait })
}
const print = (text: string) => `process.stdout.write(${JSON.stringify(text)}, () => process.exit())`

test('it is asked with one line, in its own environment, and its results come back', async () => {
  const echo = `process.stdout.write(JSON.stringify({ results: [line, process.env.CANARY, process.env.HOME ?? null] }) + '\\n', () => process.exit())`
  expect(await asked(echo)).toEqual(['[{"op":"get","account":"a"}]\n', 'its own environment', null])
})

test.each([
  ['it says that its library is missing', print('{"failure":"missing"}\n'), 'missing'],
  ['it says that it is locked', print('{"failure":"refused"}\n'), 'refused'],
  ['it says neither', print('{}\n'), 'refused'],
  ['its answer is cut off', print('{"results":["se'), 'refused'],
  ['it ends without a word', 'process.exit(1)', 'refused'],
])('it has failed where %s', async (_, body, kind) => {
  await expect(asked(body)).rejects.toMatchObject({ kind })
})

test('one that cannot be started has failed', async () => {
  await expect(asked('', {}, join(freshFolder(), 'nowhere'))).rejects.toMatchObject({ kind: 'refused' })
})

test('one that hangs is ended after its time, and is silent', async () => {
  let slow = 0
  await expect(
    asked('setInterval(() => {}, 1000)', { waitMs: 20, onSlow: () => slow++ }),
  ).rejects.toMatchObject({
    kind: 'silent',
    message: 'it did not answer',
  })
  expect(slow).toBe(0)
})

test('a stop ends one that hangs at once', async () => {
  const stop = new AbortController()
  const begun = join(freshFolder(), 'begun')
  const hang = `require('node:fs').writeFileSync(${JSON.stringify(begun)}, ''); setInterval(() => {}, 1000)`
  const waiting = asked(hang, { signal: stop.signal }).catch((error: unknown) => error)
  await expect.poll(() => existsSync(begun), { interval: 10, timeout: 30_000 }).toBe(true)
  stop.abort('SIGINT')
  expect(await waiting).toMatchObject({ fault: { code: 'CLI_INTERRUPTED', exit: 130 } })
}, 50_000)

test('a stop that came before it began ends one that hangs at once', async () => {
  const signal = AbortSignal.abort('SIGINT')
  const failure = await asked('setInterval(() => {}, 1000)', { signal, waitMs: 100_000 }).catch(
    (error: unknown) => error,
  )
  expect(failure).toMatchObject({ fault: { code: 'CLI_INTERRUPTED', exit: 130 } })
})
