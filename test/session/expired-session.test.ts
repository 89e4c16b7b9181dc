/** A session that has ended is left out where none is needed, with a word, and ends the command where one is. */
import { join } from 'node:path'
import { beforeEach, expect, test } from 'vitest'
import { changeCredentials } from '../../src/config/credentials.ts'
import { withProfile } from '../../src/config/settings.ts'
import { changeSettings } from '../../src/config/settings-file.ts'
import type { Transport, WireRequest } from '../../src/contract/wire.ts'
import { freshFolder, movecli } from '../support/movecli.ts'
import { errorOf, reply } from '../support/world.ts'

const address = `0x${'1'.repeat(40)}`
const noon = Date.parse('2026-03-04T12:00:00Z')
const expiresAt = '2026-03-04T12:00:00Z'
let home: string
let sent: WireRequest[]

beforeEach(async () => {
  home = freshFolder()
  sent = []
  const settings = { 'networks.testnet.baseUrl': 'https://service.example/v1' }
  await changeSettings(join(home, '.config/movecli'), (all) =>
    withProfile(all, 'ops', () => ({ network: 'testnet', settings })),
  )
  await changeCredentials(join(home, '.local/state/movecli'), 'ops', () => ({
    origin: 'https://service.example',
    apiKey: 'key-1',
    token: 'token-1',
    expiresAt,
    address,
  }))
})
const transport: Transport = async (request) => {
  sent.push(request)
  return reply(200, { success: true, data: { items: [] } })
}
const run = async (line: string, ms = 0, env = {}) =>
  movecli(`${line} -p ops`, { home, transport, now: () => new Date(noon + ms), env })

test.each([
  'token price',
  `nft ls ${address}`,
  `motion daily --address ${address}`,
  'api /token/price',
  `api /nft/collection/${address}`,
])('%s is asked without it, and says so', async (line) => {
  const { code, stderr } = await run(line)
  expect(code).toBe(0)
  expect(sent.map(({ headers }) => [headers['X-API-Key'], headers['Authorization']])).toEqual([
    ['key-1', undefined],
  ])
  expect(stderr).toContain(
    `note: The session token expired at ${expiresAt} and is not sent. Renew it: movecli login --profile ops\n`,
  )
})

test.each([
  'motion daily',
  'motion history',
  'nft ls',
  'token balance',
  'user profile',
  'kyc status',
  'api /user/profile',
  'token claim --yes',
  'nft mint -f a=b --yes',
  'motion submit --steps 5',
  'user settings -f a=b',
  'kyc submit -f a=b --yes',
])('%s ends with 4, the time and the command, and nothing is sent', async (line) => {
  const ran = await run(`${line} --json`)
  expect([ran.code, sent]).toEqual([4, []])
  expect(errorOf(ran)).toMatchObject({
    code: 'CLI_TOKEN_EXPIRED',
    message: `The session token expired at ${expiresAt}.`,
    hint: 'movecli login --profile ops',
    outcome: 'not_sent',
  })
})

test('until its very end it is sent, and one that the environment gives has no end', async () => {
  expect((await run('token balance', -1)).code).toBe(0)
  expect((await run('token balance', 1000, { MOVECLI_TOKEN: 'token-2', MOVECLI_PROFILE: 'ops' })).code).toBe(
    4,
  )
  const own = await movecli('token balance', {
    home,
    transport,
    now: () => new Date(noon + 1000),
    env: { MOVECLI_PROFILE: 'ops', MOVECLI_TOKEN: 'token-2' },
  })
  expect(own.code).toBe(0)
  expect(sent.map(({ headers }) => headers['Authorization'])).toEqual(['Bearer token-1', 'Bearer token-2'])
})
