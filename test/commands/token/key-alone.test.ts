/** A claim sent with an API key alone is of whatever wallet the service takes the key for, whichever profile is in force. */
import { writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { beforeEach, expect, test } from 'vitest'
import type { Transport } from '../../../src/contract/wire.ts'
import { fingerprint } from '../../../src/journal/owner.ts'
import { sandboxApiKey } from '../../../src/sandbox/constants.ts'
import { createSandbox } from '../../../src/sandbox/sandbox.ts'
import { freshFolder, movecli } from '../../support/movecli.ts'
import { person, reply } from '../../support/world.ts'

const url = { MOVECLI_BASE_URL: 'http://127.0.0.1:4017/v1' }

const lost = () => reply(503, { success: false, error: { code: 'CHAIN_001', message: 'chain' } })
const answers = { claim: lost }
beforeEach(() => {
  answers.claim = lost
})

/** Two wallets that share an API key, signed in and out again as told; every claim is lost on its way. */
async function twoWallets(...signedOut: string[]) {
  const home = freshFolder()
  const service = createSandbox()
  const sent: string[] = []
  const transport: Transport = async (request) => {
    if (request.url.includes('/auth/'))
      return service({ ...request, headers: { ...request.headers, 'x-api-key': sandboxApiKey } })
    if (request.method !== 'POST') return reply(200, { success: true, data: { balance: 100, claimable: 5 } })
    sent.push(request.headers.authorization ?? 'no session')
    return answers.claim()
  }
  const setting = { home, transport, env: url }
  const run = async (line: string, more = {}) => movecli(line, { ...setting, ...more })
  const signIn = async (name: string, apiKey: string) =>
    run(`login -n testnet -p ${name} --key ${apiKey} --private-key-file ${join(home, name)}`)
  for (const [at, name] of ['p1', 'p2'].entries()) {
    writeFileSync(join(home, name), `0x${String(at + 1).repeat(64)}`, { mode: 0o600 })
    expect((await signIn(name, sandboxApiKey)).code).toBe(0)
  }
  for (const name of signedOut) expect((await run(`logout -p ${name}`)).code).toBe(0)
  for (const name of signedOut)
    expect((await run(`login -n testnet -p ${name} --key-only --key ${sandboxApiKey}`)).code).toBe(0)
  return { run, sent, signIn }
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

test('a new API key of a profile takes no doubt of the same profile away, signed in or out', async () => {
  const { run, sent, signIn } = await twoWallets('p1')
  expect((await run('token claim --yes -p p1')).code).toBe(9)
  expect((await signIn('p1', 'another-key')).code).toBe(0)
  expect((await run('token claim --yes -p p1')).code).toBe(9)
  expect(sent).toEqual(['no session'])

  const other = await twoWallets()
  expect((await other.run('token claim --yes -p p1')).code).toBe(9)
  expect((await other.run('login -n testnet -p p1 --key-only --key another-key')).code).toBe(0)
  expect((await other.run('logout -p p1')).code).toBe(0)
  expect((await other.run('login -n testnet -p p1 --key-only --key another-key')).code).toBe(0)
  expect((await other.run('token claim --yes -p p1')).code).toBe(9)
  expect(other.sent).toHaveLength(1)
})

test('the rows of a run that an API key alone sent are not sent again with a session and another key', async () => {
  const { run, sent, signIn } = await twoWallets('p1')
  const from = join(freshFolder(), 'rows.ndjson')
  writeFileSync(from, '{"id":"a","steps":1000,"distance":1,"duration":60,"proof":"0x01","device_id":"d"}\n')
  const submit = `motion submit --from ${from} --run x -p p1`
  expect((await run(submit)).code).toBe(10)
  expect((await signIn('p1', 'another-key')).code).toBe(0)
  expect((await run(submit)).code).toBe(2)
  expect(sent).toEqual(['no session'])
})

test('a profile that is signed out is no reason to leave out another wallet of its key', async () => {
  const { run, sent } = await twoWallets('p1')
  answers.claim = () => reply(200, { success: true, data: { id: 1 } })
  const { code, stdout } = await run('token claim --profiles p* --yes -n testnet --json')
  expect(code).toBe(0)
  expect(JSON.parse(stdout)).toMatchObject([
    { profile: 'p1', address: null, status: 'applied' },
    { profile: 'p2', status: 'applied' },
  ])
  expect(sent).toHaveLength(2)
})

test('a claim of a wallet that nobody knows is no reason for --skip-within to leave out one that is known', async () => {
  const { run, sent } = await twoWallets()
  answers.claim = () => reply(200, { success: true, data: { id: 1 } })
  const alone = { env: { ...url, MOVECLI_API_KEY: sandboxApiKey, MOVECLI_CONFIG_DIR: freshFolder() } }
  expect((await run('token claim --yes -n testnet', alone)).code).toBe(0)
  const { stdout } = await run('token claim --profiles p* --skip-within 20h --yes -n testnet --json')
  expect(JSON.parse(stdout)).toMatchObject([{ status: 'applied' }, { status: 'applied' }])
  const again = await run('token claim --profiles p* --skip-within 20h --yes -n testnet --json')
  expect(JSON.parse(again.stdout)).toMatchObject([{ status: 'skipped' }, { status: 'skipped' }])
  expect(sent).toHaveLength(3)
})

test('what a profile sent with its key alone is not sent again by --skip-within once it has signed in for the first time', async () => {
  const { run, sent, signIn } = await twoWallets('p1')
  answers.claim = () => reply(200, { success: true, data: { id: 1 } })
  expect((await run('profile rm p1 --yes')).code).toBe(0)
  expect((await run(`login -n testnet -p p1 --key-only --key ${sandboxApiKey}`)).code).toBe(0)
  const claim = 'token claim --profiles p1 --skip-within 20h --yes -n testnet --json'
  expect((await run(claim)).code).toBe(0)
  expect((await signIn('p1', sandboxApiKey)).code).toBe(0)
  const { code, stdout } = await run(claim)
  expect({ code, sent: sent.length, rows: JSON.parse(stdout) as object }).toMatchObject({
    code: 10,
    sent: 1,
    rows: [{ profile: 'p1', status: 'not_sent', error: { code: 'CLI_EARLIER_UNKNOWN' } }],
  })
})

test('the question about a claim in doubt names whose it is, not who asks', async () => {
  const { run } = await twoWallets('p2')
  expect((await run('token claim --yes -p p2')).code).toBe(9)
  const { env, ...terminal } = person('1')
  const { stderr } = await run('token claim -p p1', { ...terminal, env: { ...url, ...env } })
  expect(stderr).toContain(
    `The outcome of an earlier token claim of ${fingerprint(sandboxApiKey)} is unknown`,
  )
})

test('at a terminal one yes is enough for a profile that is signed out and another wallet of its key', async () => {
  const { run, sent } = await twoWallets('p1')
  answers.claim = () => reply(200, { success: true, data: { id: 1 } })
  const { env, ...terminal } = person('y')
  const { code } = await run('token claim --profiles p* -n testnet', { ...terminal, env: { ...url, ...env } })
  expect({ code, sent: sent.length }).toEqual({ code: 0, sent: 2 })
})

test('what a token of the environment sent with the key of a profile holds that profile up, whatever its key is by then', async () => {
  const { run, sent, signIn } = await twoWallets('p1')
  const given = { env: { ...url, MOVECLI_TOKEN: 'of-nobody-here' } }
  expect((await run('token claim --yes -p p1', given)).code).toBe(9)
  expect((await signIn('p1', 'another-key')).code).toBe(0)
  expect((await run('token claim --yes -p p1')).code).toBe(9)
  expect(sent).toHaveLength(1)
})

test('what the key of a profile sent alone, given by a variable, holds that profile up, whatever its key is by then', async () => {
  const { run, sent, signIn } = await twoWallets('p1')
  expect((await run('profile use p1')).code).toBe(0)
  expect((await run('token claim --yes', { env: { ...url, MOVECLI_API_KEY: sandboxApiKey } })).code).toBe(9)
  expect((await signIn('p1', 'another-key')).code).toBe(0)
  expect((await run('token claim --yes -p p1')).code).toBe(9)
  expect(sent).toEqual(['no session'])
})
