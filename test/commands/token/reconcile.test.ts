/** --reconcile over made-up histories: marks those that show a claim and no other, and a person's verdict wins over a mark. */
import { readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import type { Transport } from '../../../src/contract/wire.ts'
import { tokenFingerprint } from '../../../src/journal/owner.ts'
import {
  sandboxAddress,
  sandboxApiKey,
  sandboxPrivateKey,
  sandboxToken,
} from '../../../src/sandbox/constants.ts'
import { parseFaults } from '../../../src/sandbox/faults.ts'
import { createSandbox } from '../../../src/sandbox/sandbox.ts'
import { histories, type History } from '../../journal/histories.ts'
import { gone, planned, putJournal, sending } from '../../journal/support.ts'
import { freshFolder, movecli, type Setting } from '../../support/movecli.ts'
import { reply } from '../../support/world.ts'

/** An unresolved claim whose balance was `before`, and a service that says `now`. */
function unresolvedClaim({ before, now }: Pick<History, 'before' | 'now'>) {
  const home = freshFolder()
  const posts: string[] = []
  const transport: Transport = async ({ method, url }) => {
    if (method !== 'GET') posts.push(url)
    return reply(200, `{"success":true,"data":${url.endsWith('/token/balance') ? now : '[]'}}`)
  }
  const sandbox = {
    network: 'sandbox',
    profile: null,
    origin: 'http://127.0.0.1:4017',
    address: sandboxAddress,
    token: tokenFingerprint(sandboxToken),
  }
  const claim = planned('c1', { ...sandbox, balance: before, holder: gone })
  putJournal(join(home, '.local/state/movecli'), [
    claim,
    sending('c1'),
    { state: 'unknown', id: 'c1', at: claim.at },
  ])
  const run = async (line: string, more: Partial<Setting> = {}) =>
    movecli(`${line} -n sandbox`, { home, transport, ...more })
  const state = async () => {
    const { state, as } = JSON.parse((await run('journal show c1 --json')).stdout) as Record<string, unknown>
    return { state, as }
  }
  return { run, state, posts }
}

test.each(histories)('$what', async ({ before, now, proves }) => {
  // A balance that is null is no answer to a read.
  const { run, state, posts } = unresolvedClaim({ before, now })
  const { code, stderr } = await run('token claim --reconcile')
  const marked = { state: proves ? 'applied' : 'unknown', as: null }
  expect({ code, state: await state() }).toEqual({ code: proves ? 0 : 9, state: marked })
  if (!proves)
    return expect({ said: stderr.includes('is unknown. Nothing was sent.'), posts }).toEqual({
      said: true,
      posts: [],
    })

  expect((await run('journal resolve c1 --as not-applied')).code).toBe(0)
  expect(await state()).toEqual({ state: 'resolved', as: 'not-applied' })
  expect((await run('token claim --reconcile --json')).stdout).toContain('"records":[]')
  expect(await state()).toEqual({ state: 'resolved', as: 'not-applied' })
  expect(JSON.parse((await run('journal ls --json')).stdout)).toMatchObject([
    { state: 'resolved', as: 'not-applied' },
  ])
  expect({ said: (await run('whoami')).stderr.includes('c1'), posts }).toEqual({ said: false, posts: [] })
  expect({ code: (await run('token claim --yes')).code, posts: posts.length }).toEqual({ code: 0, posts: 1 })
})

test('off a terminal the next claim is told what the balance proves, and nothing is marked', async () => {
  const { run, state, posts } = unresolvedClaim({
    before: '{"balance":1,"claimable":1}',
    now: '{"balance":2,"claimable":0}',
  })
  const { code, stderr } = await run('token claim --yes')
  expect({ code, state: (await state()).state, posts }).toEqual({ code: 9, state: 'unknown', posts: [] })
  expect(stderr).toContain('claimable 1 → 0\n')
  expect(stderr).toContain('The balance shows that record c1 was applied: --reconcile puts that on record.')
  expect(stderr).not.toContain('not conclusive')
})

test('what a balance shows proves nothing while another claim may be the reason, and that is said', async () => {
  const { run, state } = unresolvedClaim({
    before: '{"balance":1,"claimable":1}',
    now: '{"balance":2,"claimable":0}',
  })
  expect((await run('token claim --yes --force')).code).toBe(0)
  const { code, stderr } = await run('token claim --reconcile')
  expect({ code, state: (await state()).state }).toEqual({ code: 9, state: 'unknown' })
  expect(stderr).toContain('claimable 1 → 0 (not conclusive: another write may be the reason)')
})

test('a balance that names another wallet than the claim is of proves nothing, then as now', async () => {
  const address = `0x${'1'.repeat(40)}`
  const { run, state } = unresolvedClaim({
    before: `{"balance":1,"claimable":1,"address":"${address}"}`,
    now: `{"balance":2,"claimable":0,"address":"${address}"}`,
  })
  const { code, stderr } = await run('token claim --reconcile')
  expect({ code, state: (await state()).state }).toEqual({ code: 9, state: 'unknown' })
  expect(stderr).toContain('(not conclusive: it names another address than the claim is of)')
})

test('a prune leaves the claim that may be the reason, so that --reconcile still proves nothing', async () => {
  const { run, state } = unresolvedClaim({
    before: '{"balance":1,"claimable":1}',
    now: '{"balance":2,"claimable":0}',
  })
  expect((await run('token claim --yes --force')).code).toBe(0)
  const later = { now: () => new Date(Date.now() + 100 * 86_400_000) }
  const pruned = await run('journal prune --before 10d --yes', later)
  expect(pruned).toMatchObject({ code: 0, stdout: expect.stringContaining('0 writes removed, 2 kept') })
  const { code, stderr } = await run('token claim --reconcile')
  expect({ code, state: (await state()).state }).toEqual({ code: 9, state: 'unknown' })
  expect(stderr).toContain('not conclusive: another write may be the reason')

  expect((await run('journal resolve c1 --as not-applied')).code).toBe(0)
  expect((await run('journal prune --before 10d --yes', later)).stdout).toContain('2 writes removed, 0 kept')
})

test("the service's own word is not open to a verdict", async () => {
  const { run } = unresolvedClaim({ before: '{}', now: '{}' })
  expect((await run('token claim --yes --force --json')).code).toBe(0)
  const [{ id }] = JSON.parse((await run('journal ls --json --state applied')).stdout) as [{ id: string }]
  const { code, stderr } = await run(`journal resolve ${id} --as not-applied`)
  expect({ code, stderr }).toEqual({
    code: 2,
    stderr: expect.stringContaining("needs no verdict: by the service's answer it is applied."),
  })
})

test('with a token of the environment the next step names no profile, whose wallet is another', async () => {
  const home = freshFolder()
  const transport = createSandbox({ faults: parseFaults('POST /token/claim:drop-after-apply@1') })
  const run = async (line: string, env: Record<string, string> = {}) =>
    movecli(line, { home, transport, env: { MOVECLI_BASE_URL: 'http://127.0.0.1:4017/v1', ...env } })
  for (const [name, secret] of [
    ['other', sandboxPrivateKey],
    ['ops', `0x${'1'.repeat(64)}`],
  ] as const) {
    const key = join(home, name)
    writeFileSync(key, secret, { mode: 0o600 })
    const signIn = `login -n testnet -p ${name} --key ${sandboxApiKey} --private-key-file ${key}`
    expect((await run(signIn)).code).toBe(0)
  }
  expect((await run('profile use ops')).code).toBe(0)
  const stored = readFileSync(join(home, '.local/state/movecli/credentials.json'), 'utf8')
  const { profiles } = JSON.parse(stored) as { profiles: { other: { token: string } } }
  const other = { MOVECLI_TOKEN: profiles.other.token }
  const claimed = await run('token claim --yes', other)
  expect([claimed.code, claimed.stderr]).toEqual([
    9,
    expect.stringContaining('movecli token claim --reconcile -n testnet, or'),
  ])
  const again = await run('token claim --yes', other)
  expect([again.code, again.stderr]).toEqual([
    9,
    expect.stringContaining('movecli token claim --reconcile -n testnet, or'),
  ])
  // Who asks about the profile's own wallet hears of the other.
  const asked = await run('token claim --reconcile --profile ops')
  expect([asked.code, asked.stderr]).toEqual([
    0,
    expect.stringMatching(/note: The outcome of record \w+ of \S+ is unknown\. See: movecli journal ls/),
  ])
  const settled = await run('token claim --reconcile -n testnet', other)
  expect(settled.stderr).not.toContain('note: The outcome of')
})

test('a claim sent with a token whose wallet nobody knows is not proven by the balance of another wallet with its API key', async () => {
  const home = freshFolder()
  const key = join(home, 'key')
  writeFileSync(key, sandboxPrivateKey, { mode: 0o600 })
  const service = createSandbox()
  const at = { home, env: { MOVECLI_BASE_URL: 'http://127.0.0.1:4017/v1' } }
  const signIn = `login -n testnet -p ops --key ${sandboxApiKey} --private-key-file ${key}`
  expect((await movecli(signIn, { ...at, transport: service })).code).toBe(0)
  let claims = 0
  // The wallet of the token has nothing and may claim five; that of the profile has the five.
  const transport: Transport = async (request) => {
    if (request.method === 'POST') claims += 1
    const sum = request.headers.authorization === 'Bearer token-of-another' ? [0, 5] : [5, 0]
    return request.method === 'POST'
      ? reply(503, { success: false, error: { code: 'CHAIN_001', message: 'chain' } })
      : reply(200, { success: true, data: { balance: sum[0], claimable: sum[1] } })
  }
  const other = { ...at, env: { ...at.env, MOVECLI_TOKEN: 'token-of-another' }, transport }
  const claimed = await movecli('token claim --yes', other)
  expect(claimed.code).toBe(9)
  const [, id] = /\(record (\w+)\)/.exec(claimed.stderr) ?? []
  for (const line of ['token claim --reconcile -n testnet', 'token claim --reconcile --profile ops']) {
    const asked = await movecli(line, { ...at, transport })
    expect([asked.code, asked.stderr]).toEqual([
      9,
      expect.stringContaining('sent with another session token'),
    ])
  }
  expect((await movecli(`journal show ${id}`, at)).stderr).toContain(
    'To find it out, with the credentials that it was sent with: movecli token claim --reconcile -n testnet\n',
  )
  expect((await movecli('token claim --yes', other)).code).toBe(9)
  expect(claims).toBe(1)
})

test.each([
  ['with the API key alone', 'signed in', 'It was sent with an API key alone, whose wallet is not known.'],
  ['with a session', 'logged out', 'It was sent with a session, and there is none now.'],
])('a claim sent %s is not proven by what the profile reads when %s', async (sent, _, why) => {
  const home = freshFolder()
  const key = join(home, 'key')
  writeFileSync(key, sandboxPrivateKey, { mode: 0o600 })
  const service = createSandbox()
  const at = { home, env: { MOVECLI_BASE_URL: 'http://127.0.0.1:4017/v1', MOVECLI_API_KEY: sandboxApiKey } }
  const signIn = `login -n testnet -p ops --key ${sandboxApiKey} --private-key-file ${key}`
  let claims = 0
  // The wallet that sent the claim has nothing and may claim five; the other has the five.
  const transport: Transport = async (request) => {
    if (request.url.includes('/auth/')) return service(request)
    if (request.method === 'POST') claims += 1
    const isSender = (request.headers.authorization === undefined) === (sent === 'with the API key alone')
    const data = isSender ? { balance: 0, claimable: 5 } : { balance: 5, claimable: 0 }
    return request.method === 'POST'
      ? reply(503, { success: false, error: { code: 'CHAIN_001', message: 'chain' } })
      : reply(200, { success: true, data })
  }
  const other = sent === 'with a session' ? 'logout --profile ops' : signIn
  expect((await movecli(signIn, { ...at, transport })).code).toBe(0)
  if (other === signIn) expect((await movecli('logout --profile ops', { ...at, transport })).code).toBe(0)
  expect((await movecli('token claim --yes', { ...at, transport })).code).toBe(9)
  expect((await movecli(other, { ...at, transport })).code).toBe(0)
  const asked = await movecli('token claim --reconcile', { ...at, transport })
  expect([asked.code, asked.stderr]).toEqual([9, expect.stringContaining(why)])
  expect((await movecli('token claim --yes', { ...at, transport })).code).toBe(9)
  expect(claims).toBe(1)
})
