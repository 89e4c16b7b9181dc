/** Where KYC stands, from wherever it can be known; exit 0 whatever it is. */
import { chmodSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { good } from '../../witness/service.ts'
import { freshFolder, movecli } from '../../support/movecli.ts'
import { testnet } from '../../support/testnet.ts'

const { witness, env } = await testnet()
const { MOVECLI_TOKEN: _, MOVECLI_NETWORK: __, ...signedOut } = env

test.each([
  ['{"kyc_status":"rejected","kyc":{"status":"x"}}', 'rejected'],
  ['{"kyc":{"status":"pending"}}', 'pending'],
  ['{"kyc_status":null,"kyc":{"status":"pending"}}', 'pending'],
  ['{"kyc_status":"","kyc.status":"new"}', 'new'],
])('a profile of %s is %s', async (data, status) => {
  witness.answer(good(data))
  const { code, stdout, stderr } = await movecli('kyc status --json', { env })
  expect({ code, stderr }).toEqual({ code: 0, stderr: '' })
  expect(JSON.parse(stdout)).toEqual({ kyc_status: status, source: 'profile', as_of: null })
})

test('without a login it is unknown, and the fields that came are named', async () => {
  witness.answer({ ...good('{"name":"W","kyc":{"level":2}}'), times: 2 })
  const { code, stdout, stderr } = await movecli('kyc', { env })
  expect({ code, stderr }).toEqual({
    code: 0,
    stderr: 'note: The profile has neither kyc_status nor kyc.status. It has name, kyc.level.\n',
  })
  expect(stdout).toContain('unknown')
  const json = await movecli('kyc status --json', { env })
  expect(JSON.parse(json.stdout)).toEqual({
    kyc_status: 'unknown',
    source: null,
    as_of: null,
    fields: ['name', 'kyc.level'],
  })
})

test('a profile that is no record is unknown as well', async () => {
  witness.answer(good('[]'))
  const { code, stdout } = await movecli('kyc --json', { env })
  expect({ code, stdout: JSON.parse(stdout) }).toMatchObject({
    code: 0,
    stdout: { kyc_status: 'unknown', fields: [] },
  })
})

test("the login's word is given with its age, and not for a session of another origin", async () => {
  const home = freshFolder()
  const key = join(home, 'key')
  writeFileSync(key, `0x${'42'.repeat(32)}\n`)
  chmodSync(key, 0o600)
  const start = Date.now()
  await movecli(`login -n testnet --private-key-file ${key}`, {
    env: signedOut,
    home,
    now: () => new Date(start),
  })
  witness.answer({ path: '/user/profile', ...good('{"name":"W"}'), times: 3 })
  const later = () => new Date(start + 90_000)
  const { code, stdout, stderr } = await movecli('kyc', { env: signedOut, home, now: later })
  expect(code).toBe(0)
  expect(stdout).toContain('verified')
  expect(stderr).toContain('note: This is what the login said 1 min ago')
  const json = await movecli('kyc --json', { env: signedOut, home, now: later })
  expect(JSON.parse(json.stdout)).toEqual({
    kyc_status: 'verified',
    source: 'login',
    as_of: new Date(start).toISOString(),
  })
  const other = await movecli('kyc --json', { env: { ...signedOut, MOVECLI_TOKEN: witness.token }, home })
  expect(JSON.parse(other.stdout)).toMatchObject({ kyc_status: 'unknown' })
})

test('in the sandbox a submission goes from none to pending', async () => {
  const home = freshFolder()
  const status = async () => JSON.parse((await movecli('kyc --json -n sandbox', { home })).stdout) as object
  expect(await status()).toMatchObject({ kyc_status: 'none' })
  expect((await movecli('kyc submit -f name=Ada --yes -n sandbox', { home })).code).toBe(0)
  expect(await status()).toMatchObject({ kyc_status: 'pending' })
})

test.each([
  ['kyc sumbit', 'movecli kyc submit'],
  ['kyc statsu', 'movecli kyc status'],
])('%s is answered with the nearest and never run', async (line, near) => {
  witness.requests.splice(0)
  const { code, stdout, stderr } = await movecli(line, { env })
  expect({ code, stdout, requests: witness.requests }).toEqual({ code: 2, stdout: '', requests: [] })
  expect(stderr).toContain(`fix: Did you mean ${near}?`)
})

test('a flag of status is none of submit', async () => {
  expect((await movecli('kyc --param a=b', { env })).code).toBe(0)
  expect(witness.requests.at(-1)?.target).toBe('/v1/user/profile?a=b')
  const { code, stderr } = await movecli('kyc submit --param a=b -f a=b --yes', { env })
  expect(code).toBe(2)
  expect(stderr).toContain('movecli kyc submit has no flag --param.')
})
