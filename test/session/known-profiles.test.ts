/** What is told of a profile and of its stored secrets: by what the settings hold, whatever the environment says. */
import { expect, test } from 'vitest'
import { emptySettings, type Settings } from '../../src/config/settings.ts'
import { storedOf, summaryOf } from '../../src/session/known-profiles.ts'

const address = `0x${'1'.repeat(40)}`
const settings: Settings = {
  ...emptySettings,
  profile: 'ops',
  settings: { 'networks.testnet.baseUrl': 'https://shared.example/v1' },
  profiles: {
    ops: { network: 'testnet', address, settings: { 'networks.testnet.baseUrl': 'https://own.example/v1' } },
    other: { network: 'testnet', settings: {} },
    main: { network: 'mainnet', settings: {} },
    new: { settings: {} },
  },
}

test('a profile has its own base URL, else that of its network, else none', () => {
  const places = ['ops', 'other', 'main', 'new'].map((name) => summaryOf(settings, name))
  expect(places.map(({ base_url }) => base_url)).toEqual([
    'https://own.example/v1',
    'https://shared.example/v1',
    null,
    null,
  ])
  expect(places.map(({ network }) => network)).toEqual(['testnet', 'testnet', 'mainnet', null])
  expect(places[0]).toEqual({
    profile: 'ops',
    current: true,
    network: 'testnet',
    base_url: 'https://own.example/v1',
    address,
    signer: null,
  })
})

test('one profile is the current one: the one that was chosen, else default', () => {
  const current = (all: Settings) => Object.keys(all.profiles).filter((name) => summaryOf(all, name).current)
  expect(current(settings)).toEqual(['ops'])
  const { profile: _, ...unchosen } = settings
  expect(current(unchosen)).toEqual([])
  expect(current({ ...unchosen, profiles: { ...settings.profiles, default: { settings: {} } } })).toEqual([
    'default',
  ])
})

test('of stored secrets it is told which there are, for where and until when, and never what they are', () => {
  expect(storedOf(undefined)).toEqual({
    origin: null,
    store: null,
    api_key: false,
    token: false,
    expires_at: null,
    kyc_status: null,
    signed_in_at: null,
  })
  expect(
    storedOf({
      origin: 'https://own.example',
      store: 'file',
      hasKey: true,
      hasToken: false,
      leftover: false,
      expiresAt: '2026-01-31T12:00:00Z',
      kycStatus: 'verified',
      signedInAt: '2026-01-30T12:00:00Z',
      address,
    }),
  ).toEqual({
    origin: 'https://own.example',
    store: 'file',
    api_key: true,
    token: false,
    expires_at: '2026-01-31T12:00:00Z',
    kyc_status: 'verified',
    signed_in_at: '2026-01-30T12:00:00Z',
  })
})
