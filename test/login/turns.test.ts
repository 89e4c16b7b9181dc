/** Logins, logouts and removals at once: settings and credentials of a profile are always of one of them. */
import { join } from 'node:path'
import { describe, expect, test } from 'vitest'
import { changeCredentials, readCredentials, removeCredentials } from '../../src/config/credentials.ts'
import { holder } from '../../src/disk/lock.ts'
import { freshFolder } from '../support/movecli.ts'
import { other, rememberedWorld } from '../support/renewal.ts'

type World = Awaited<ReturnType<typeof rememberedWorld>>
type Profile = { address?: string }

const mainnet = 'http://127.0.0.1:4999/v1'
/** No profile yet; mainnet is another service than testnet. */
async function emptyWorld() {
  const world = await rememberedWorld()
  await world.done('profile rm default --yes')
  await world.done(`config set networks.mainnet.baseUrl ${mainnet}`)
  world.file('mainnet-key', 'an-api-key-of-mainnet\n')
  const keystore = `--keystore ${world.at('wallet.json')} --password-file ${world.at('password')}`
  const onMainnet = `-n mainnet --key-file ${world.at('mainnet-key')} --private-key-file ${world.at('other')} --address ${other}`
  return { ...world, keystore, onTestnet: `-n testnet --key-file ${world.at('key')} ${keystore}`, onMainnet }
}
const profilesOf = ({ settings }: Pick<World, 'settings'>) =>
  Object.entries((JSON.parse(settings()) as { profiles: Record<string, { network?: string }> }).profiles).map(
    ([name, { network }]) => [name, network],
  )

/** What is said where a login was taken and could not be stored. */
const taken = (end = '2026-03-04T12:01:00.000Z') =>
  ` The service took the login; its session token, which was not kept, is valid until ${end}.`

const profileOf = ({ settings }: World) =>
  (JSON.parse(settings()) as { profiles: Record<string, Profile> }).profiles['default']

test('a login that ends after the login of another wallet leaves the profile wholly its own', async () => {
  const world = await rememberedWorld()
  world.file('newer', 'a-newer-api-key\n')
  world.meanwhile.set('POST /auth/login', async () => world.loginAsOther(`--key-file ${world.at('newer')}`))
  await world.done(
    `login --keystore ${world.at('wallet.json')} --password-file ${world.at('password')} --json`,
  )
  const { address, apiKey } = world.stored()['default'] ?? {}
  expect({ address, apiKey, settings: profileOf(world)?.address }).toEqual({
    address: world.address,
    apiKey: 'sandbox-public-api-key',
    settings: world.address,
  })
})

test('an API key that was stored for the same wallet while it signs in stays', async () => {
  const world = await rememberedWorld()
  world.file('newer', 'a-newer-api-key\n')
  world.meanwhile.set('POST /auth/login', async () =>
    world.done(`login --key-only --key-file ${world.at('newer')}`),
  )
  await world.done(`login --keystore ${world.at('wallet.json')} --password-file ${world.at('password')}`)
  expect(world.stored()['default']).toMatchObject({ address: world.address, apiKey: 'a-newer-api-key' })
})

describe('a first login that ends after the first login on another network', () => {
  test('makes a profile named by its network, says so, and leaves the other as it is', async () => {
    const world = await emptyWorld()
    let theirs: unknown
    world.meanwhile.set('POST /auth/login', async () => {
      await world.done(`login ${world.onMainnet}`)
      theirs = world.stored()['default']
    })
    const { code, stdout, stderr } = await world.run(`login ${world.onTestnet}`)
    expect([code, profilesOf(world), world.stored()['default']]).toEqual([
      0,
      [
        ['default', 'mainnet'],
        ['testnet', 'testnet'],
      ],
      theirs,
    ])
    expect(world.stored()['testnet']).toMatchObject({
      address: world.address,
      apiKey: 'sandbox-public-api-key',
    })
    expect(stderr).toContain('; profile testnet (new).')
    expect(stderr).toContain('note: Created profile testnet. default stays the current one')
    expect(stdout).toContain('testnet')
    expect(stdout).not.toContain('default')
  })

  test.each(['ops', 'ops of another wallet that the settings alone name'])(
    'stores nothing in a profile that was made meanwhile under a name of its own: %s',
    async (how) => {
      const world = await emptyWorld()
      const theirs = `login -n testnet -p ops --key-file ${world.at('key')} --private-key-file ${world.at('other')} --address ${other}`
      let before: unknown
      world.meanwhile.set('POST /auth/login', async () => {
        await world.done(how === 'ops' ? theirs : 'config set timezone UTC --profile ops -n testnet')
        before = [world.stored(), world.settings()]
      })
      const { code, stderr } = await world.run(`login ${world.onTestnet}`)
      expect({ code, after: [world.stored(), world.settings()] }).toEqual({ code: 4, after: before })
      expect(stderr).toContain('Profile ops was made or chosen while this login was running for another one.')
      expect(stderr).toContain(`The sign-in was not stored.${taken()}`)
    },
  )

  test('does so where the other stored an API key alone', async () => {
    const world = await emptyWorld()
    world.meanwhile.set('POST /auth/login', async () => {
      await world.done(`login -n testnet --key-only --key-file ${world.at('key')}`)
    })
    await world.done(`login ${world.onMainnet}`)
    expect([profilesOf(world), world.stored()['default']?.['apiKey']]).toEqual([
      [
        ['default', 'testnet'],
        ['mainnet', 'mainnet'],
      ],
      'sandbox-public-api-key',
    ])
  })

  test('does so where the profile was given its network in the settings', async () => {
    const world = await emptyWorld()
    world.meanwhile.set('POST /auth/login', async () =>
      world.done('config set timezone UTC --profile default -n testnet'),
    )
    await world.done(`login ${world.onMainnet}`)
    expect(profilesOf(world)).toEqual([
      ['default', 'testnet'],
      ['mainnet', 'mainnet'],
    ])
    expect(Object.keys(world.stored())).toEqual(['mainnet'])
  })

  test('into a profile that was named is refused as at its start, and stores nothing', async () => {
    const world = await emptyWorld()
    let after: unknown
    world.meanwhile.set('POST /auth/login', async () => {
      await world.done(`login -p ops ${world.onMainnet}`)
      after = [world.stored(), world.settings()]
    })
    const line = `login -p ops ${world.onTestnet} --json`
    const late = world.failure(await world.run(line))
    const early = world.failure(await world.run(line))
    expect(late).toEqual({
      ...early,
      message: `${String(early['message'])} The sign-in was not stored.${taken()}`,
      outcome: 'applied',
    })
    expect(early).toMatchObject({
      exit_code: 2,
      message: 'Profile ops (--profile) belongs to mainnet, but --network is testnet.',
    })
    expect([world.stored(), world.settings()]).toEqual(after)
  })
})

describe('what a login counts on is looked at again when it is stored', () => {
  const again = (world: World) =>
    `login -n testnet --keystore ${world.at('wallet.json')} --password-file ${world.at('password')}`

  test.each(['logout --all', 'profile rm default --yes'])(
    '%s meanwhile stays done where no API key was given',
    async (line) => {
      const world = await rememberedWorld()
      let after: unknown
      world.meanwhile.set('POST /auth/login', async () => {
        await world.done(line)
        after = [world.stored(), world.settings()]
      })
      expect(world.failure(await world.run(`${again(world)} --json`))).toMatchObject({
        exit_code: 4,
        code: 'CLI_PROFILE_CHANGED',
        outcome: 'applied',
        message: `Profile default no longer has the API key that this login began with. The sign-in was not stored.${taken()}`,
        hint: 'movecli login -n testnet --profile default --key',
      })
      expect([world.stored(), world.settings()]).toEqual(after)
    },
  )

  test('a profile that was removed meanwhile is made new where an API key was given', async () => {
    const world = await rememberedWorld()
    world.meanwhile.set('POST /auth/login', async () => world.done('profile rm default --yes'))
    const { code, stderr } = await world.run(`${again(world)} --key-file ${world.at('key')}`)
    expect([code, profilesOf(world)]).toEqual([0, [['default', 'testnet']]])
    expect(stderr).toContain('; profile default (new).')
  })

  test('a profile that is made again so keeps the base URL that was its own', async () => {
    const world = await rememberedWorld()
    const login = `login -p ops -n testnet --key-file ${world.at('key')} --private-key-file ${world.at('other')} --address ${other}`
    await world.done(`${login} --base-url ${mainnet}`)
    world.meanwhile.set('POST /auth/login', async () => world.done('profile rm ops --yes'))
    await world.done(login)
    await world.done('token balance -p ops')
    expect(world.sent.at(-1)).toMatchObject({ what: 'GET /token/balance', host: '127.0.0.1:4999' })
  })

  test('a profile that another one was chosen beside meanwhile is still the one that is signed in', async () => {
    const world = await rememberedWorld()
    world.meanwhile.set('POST /auth/login', async () => {
      await world.done(
        `login -p ops -n testnet --key-file ${world.at('key')} --private-key-file ${world.at('other')} --address ${other}`,
      )
      await world.done('profile use ops')
    })
    await world.done(again(world))
    expect([world.stored()['default']?.['address'], world.stored()['ops']?.['address']]).toEqual([
      world.address,
      other,
    ])
  })

  test('the session and the signer of another wallet that signed in meanwhile are said to be replaced', async () => {
    const world = await rememberedWorld()
    const signer = world.signer(`0x${'22'.repeat(32)}`)
    world.meanwhile.set('POST /auth/login', async () =>
      world.done(`login --address ${other} --exec ${signer} --remember-signer`),
    )
    const { code, stderr } = await world.run(`${again(world)} --json`)
    expect([code, stderr.trim()]).toEqual([
      0,
      `note: ${other} signed in to profile default while this login was running. This login replaced the session and the remembered signer of that wallet.`,
    ])
    expect(world.stored()['default']).toMatchObject({
      address: world.address,
      apiKey: 'sandbox-public-api-key',
    })
  })

  test('nothing is said of a wallet that was there before', async () => {
    const world = await rememberedWorld()
    const { code, stderr } = await world.run(
      `login --address ${other} --private-key-file ${world.at('other')} --json`,
    )
    expect([code, stderr]).toEqual([0, ''])
  })
})

test('what belongs to a change of credentials is done once it is on disk, before others may change them', async () => {
  const state = freshFolder()
  const origin = 'https://one.example'
  await changeCredentials(state, 'ops', () => ({ origin, token: 'a' }))
  const seen: unknown[] = []
  const alongside = async () => {
    const held = await holder(join(state, 'credentials.lock'))
    seen.push([held !== undefined, (await readCredentials(state, 'ops'))?.token])
  }
  await changeCredentials(state, 'ops', () => ({ origin, token: 'b' }), { alongside })
  await changeCredentials(state, 'ops', (same) => same, { alongside })
  await removeCredentials(state, 'ops', { alongside })
  expect(seen).toEqual([
    [true, 'b'],
    [true, 'b'],
    [true, undefined],
  ])
})
