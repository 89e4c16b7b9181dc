/** A claim sent with an API key alone is of whatever wallet the service takes the key for, whichever profile is in force. */
import { writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import type { Transport } from '../../../src/contract/wire.ts'
import { fingerprint } from '../../../src/journal/owner.ts'
import { sandboxApiKey } from '../../../src/sandbox/constants.ts'
import { createSandbox } from '../../../src/sandbox/sandbox.ts'
import { freshFolder, movecli } from '../../support/movecli.ts'
import { person, reply } from '../../support/world.ts'

const url = { MOVECLI_BASE_URL: 'http://127.0.0.1:4017/v1' }

/** Two wallets that share an API key, signed in and out again as told; every claim is lost on its way. */
async function twoWallets(...signedOut: string[]) {
  const home = freshFolder()
  const service = createSandbox()
  const sent: string[] = []
  const transport: Transport = async (request) => {
    if (request.url.includes('/auth/')) return service(request)
    if (request.method !== 'POST') return reply(200, { success: true, data: { balance: 100, claimable: 5 } })
    sent.push(request.headers.authorization ?? 'no session')
    return reply(503, { success: false, error: { code: 'CHAIN_001', message: 'chain' } })
  }
  const setting = { home, transport, env: url }
  const run = async (line: string, more = {}) => movecli(line, { ...setting, ...more })
  for (const [at, name] of ['p1', 'p2'].entries()) {
    const key = join(home, name)
    writeFileSync(key, `0x${String(at + 1).repeat(64)}`, { mode: 0o600 })
    const signIn = `login -n testnet -p ${name} --key ${sandboxApiKey} --private-key-file ${key}`
    expect((await run(signIn)).code).toBe(0)
  }
  for (const name of signedOut) expect((await run(`logout -p ${name}`)).code).toBe(0)
  for (const name of signedOut)
    expect((await run(`login -n testnet -p ${name} --key-only --key ${sandboxApiKey}`)).code).toBe(0)
  return { run, sent }
}

test('of two profiles that are signed out and share a key, one claim is in doubt for both', async () => {
  const { run, sent } = await twoWallets('p1', 'p2')
  expect((await run('token claim --yes -p p1')).code).toBe(9)
  expect((await run('token claim --yes -p p2')).code).toBe(9)
  expect((await run('token claim --profiles p* --yes -n testnet --json')).code).not.toBe(0)
  expect(sent).toEqual(['no session'])
  const [record] = JSON.parse((await run('journal ls --json')).stdout) as { address: unknown }[]
  expect(record).toMatchObject({ address: fingerprint(sandboxApiKey) })
})

test('a claim of a profile that is signed out holds up those of its key that are signed in', async () => {
  const { run, sent } = await twoWallets('p2')
  expect((await run('token claim --yes -p p2')).code).toBe(9)
  expect((await run('token claim --yes -p p1')).code).toBe(9)
  expect(sent).toEqual(['no session'])
})

test('the question names the key, and no address that is only the profile’s', async () => {
  const { run, sent } = await twoWallets('p2')
  const { env: asked, ...terminal } = person('n')
  const { stderr } = await run('token claim -p p2', { ...terminal, env: { ...url, ...asked } })
  expect(stderr).toContain(`address unknown (${fingerprint(sandboxApiKey)})`)
  expect(sent).toEqual([])
})
