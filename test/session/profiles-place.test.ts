/** Where the wallets of --profiles are asked: each at its own base URL, and at the environment's where it has none. */
import { join } from 'node:path'
import { beforeEach, expect, test } from 'vitest'
import { changeCredentials } from '../../src/config/credentials.ts'
import { withProfile } from '../../src/config/settings.ts'
import { changeSettings } from '../../src/config/settings-file.ts'
import type { Network } from '../../src/contract/service.ts'
import { freshFolder, movecli } from '../support/movecli.ts'
import { reply } from '../support/world.ts'

let home: string
async function profile(
  name: string,
  origin: string,
  settings: Record<string, string>,
  network: Network = 'testnet',
) {
  await changeSettings(join(home, '.config/movecli'), (all) =>
    withProfile(all, name, () => ({ network, settings })),
  )
  await changeCredentials(join(home, '.local/state/movecli'), name, () => ({
    origin,
    apiKey: `key-of-${name}`,
    token: `token-of-${name}`,
    address: `0x${'1'.repeat(40)}`,
  }))
}
beforeEach(async () => {
  home = freshFolder()
  await profile('own', 'https://own.example', { 'networks.testnet.baseUrl': 'https://own.example/v1' })
  await profile('bare', 'https://env.example', {})
  await profile(
    'main',
    'https://main.example',
    { 'networks.mainnet.baseUrl': 'https://main.example/v1' },
    'mainnet',
  )
})

/** Which host was asked with which key, and what came out. */
async function asked(line: string, env: Record<string, string> = {}) {
  const sent: string[] = []
  const ran = await movecli(`${line} --json`, {
    home,
    env,
    transport: async ({ url, headers }) => {
      sent.push(`${new URL(url).host} ${headers['X-API-Key']} ${headers['Authorization']}`)
      return reply(200, { success: true, data: {} })
    },
  })
  return { ...ran, sent: sent.toSorted() }
}
const own = 'own.example key-of-own Bearer token-of-own'
const bare = 'env.example key-of-bare Bearer token-of-bare'
const main = 'main.example key-of-main Bearer token-of-main'

test('the base URL of the environment is for the wallet that has none of its own', async () => {
  const env = { MOVECLI_BASE_URL: 'https://env.example/v1' }
  expect(await asked('token price --all-profiles -n testnet', env)).toMatchObject({
    code: 0,
    sent: [bare, own],
  })
})

test('without one that wallet alone fails', async () => {
  const { code, sent, stdout } = await asked('token price --all-profiles')
  expect([code, sent]).toEqual([10, [main, own]])
  expect(JSON.parse(stdout)).toMatchObject([
    { profile: 'own' },
    { profile: 'bare', error: { code: 'CLI_NO_BASE_URL' } },
    { profile: 'main' },
  ])
})

test('a key is not sent to the base URL of the environment that was stored for another', async () => {
  const { code, sent, stdout } = await asked('token price --profiles b*', {
    MOVECLI_BASE_URL: 'https://other.example/v1',
  })
  expect([code, sent]).toEqual([10, []])
  expect(JSON.parse(stdout)).toMatchObject([{ profile: 'bare', error: { code: 'CLI_FOREIGN_CREDENTIAL' } }])
})

test.each([
  ['-n mainnet', { MOVECLI_NETWORK: 'testnet' }, [main]],
  ['', { MOVECLI_NETWORK: 'mainnet' }, [main]],
  ['', { MOVECLI_NETWORK: '', MOVECLI_BASE_URL: 'https://env.example/v1' }, [bare, main, own]],
])('the flag says which network before the environment does: %s %j', async (flag, env, sent) => {
  expect(await asked(`token price --all-profiles ${flag}`, env)).toMatchObject({ code: 0, sent })
})

test.each(['mainnet', 'testnet'])(
  'what no profile of %s fits is exit 2, and the network is named',
  async (network) => {
    const { code, stderr } = await asked(`token price --profiles x* -n ${network}`)
    expect([code, stderr.includes(`No profile on ${network} matches x*.`)]).toEqual([2, true])
  },
)

test('wrong usage ends the whole, and so does a stop', async () => {
  expect((await asked('motion daily --all-profiles --date soon')).code).toBe(2)
  const stop = new AbortController()
  const { code, stdout } = await movecli('token price --profiles own --json', {
    home,
    signal: stop.signal,
    transport: async () => {
      stop.abort('SIGTERM')
      throw new Error('stopped')
    },
  })
  expect([code, stdout]).toEqual([143, ''])
})
