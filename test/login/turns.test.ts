/** Logins, logouts and removals at once: settings and credentials of a profile are always of one of them. */
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { changeCredentials, readCredentials, removeCredentials } from '../../src/config/credentials.ts'
import { holder } from '../../src/disk/lock.ts'
import { freshFolder } from '../support/movecli.ts'
import { rememberedWorld } from '../support/renewal.ts'

type World = Awaited<ReturnType<typeof rememberedWorld>>
type Profile = { address?: string }

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
