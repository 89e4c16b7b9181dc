/** What a person is told to do about credentials that the service refuses, and as whom a request was made. */
import { expect, test } from 'vitest'
import type { SelectedCredentials } from '../../src/config/select-credentials.ts'
import { credentialHints, loginAgain } from '../../src/session/credential-hints.ts'
import { profileLabel, requireEndpoint } from '../../src/session/endpoint.ts'
import type { Resolved } from '../../src/config/types.ts'

type Place = 'stored' | 'given' | undefined
const from = (place: Place, name: string) =>
  place && {
    value: 'x',
    origin: place === 'stored' ? ('profile' as const) : ('environment' as const),
    source: place === 'stored' ? 'profile ops' : name,
  }
const chosen = (key: Place, token: Place): SelectedCredentials => {
  const [apiKey, own] = [from(key, 'MOVECLI_API_KEY'), from(token, 'MOVECLI_TOKEN_FILE')]
  return { notes: [], ...(apiKey && { apiKey }), ...(own && { token: own }) }
}
const again = 'movecli login --profile ops'

test.each<[Place, Place, string, string]>([
  ['stored', 'stored', again, again],
  ['stored', undefined, again, again],
  ['stored', 'given', 'Check MOVECLI_TOKEN_FILE.', 'Check MOVECLI_TOKEN_FILE.'],
  [
    'given',
    'given',
    'Check MOVECLI_API_KEY and MOVECLI_TOKEN_FILE.',
    'Check MOVECLI_API_KEY and MOVECLI_TOKEN_FILE.',
  ],
  ['given', 'stored', `Check MOVECLI_API_KEY, or run: ${again}`, `Check MOVECLI_API_KEY, or run: ${again}`],
  ['given', undefined, again, `Check MOVECLI_API_KEY, or run: ${again}`],
])('with a key that is %s and a token that is %s', (key, token, missing, invalid) => {
  expect(credentialHints(chosen(key, token), 'testnet', 'ops')).toEqual({
    AUTH_001: missing,
    AUTH_002: invalid,
  })
})

test('without a profile the way to sign in names the network', () => {
  expect(loginAgain('testnet', undefined)).toBe('movecli login -n testnet')
  expect(credentialHints(chosen(undefined, undefined), 'mainnet', undefined)['AUTH_001']).toBe(
    'movecli login -n mainnet',
  )
})

test('an error names the profile, its network, and the two ends of its address', () => {
  const address = '0x12ab000000000000000000000000000000ff90ef'
  expect(profileLabel('ops', 'testnet', address)).toBe('ops (testnet, 0x12ab…90ef)')
  expect(profileLabel('ops', 'testnet', undefined)).toBe('ops (testnet)')
  expect(profileLabel(undefined, 'sandbox', undefined)).toBe('no profile (sandbox)')
})

test('without a network or a base URL nothing can be sent', () => {
  const network = { value: 'testnet', origin: 'flag', source: '--network' } as const
  const baseUrl = { value: 'https://service.example/v1', origin: 'flag', source: '--base-url' } as const
  expect(requireEndpoint({ network, baseUrl } as Partial<Resolved> as Resolved)).toEqual({
    network: 'testnet',
    baseUrl: 'https://service.example/v1',
  })
  for (const part of [{}, { network }, { baseUrl }])
    expect(() => requireEndpoint(part as Partial<Resolved> as Resolved)).toThrow(
      expect.objectContaining({
        fault: expect.objectContaining({ code: 'CLI_NO_NETWORK', exit: 3 }) as object,
      }),
    )
})
