/** A login at its end: whose API key stays, what it says of others, and what a failure to store says of the session. */
import { describe, expect, test } from 'vitest'
import { apiKeyChanged, refuseOtherWallet, sessionOf } from '../../src/config/credentials/session-identity.ts'
import type { Credentials } from '../../src/config/credentials.ts'
import type { Profile, RememberedSigner } from '../../src/config/settings.ts'
import type { Resolved } from '../../src/config/types.ts'
import { interrupted, misconfigured, type MoveError } from '../../src/errors.ts'
import { replacedBy, unkept, unkeptRenewal, whoseKey } from '../../src/login/stored-meanwhile.ts'

const mine = '0xC1b1550860Af52B06262459996047267E43aCb8b'
const theirs = `0x${'2'.repeat(40)}`
const origin = 'https://a.example'
const end = '2026-03-04T13:00:00Z'

type Begun = { record?: Credentials; entry?: Profile }
const start = ({ record, entry }: Begun = {}) => ({
  resolved: { ...(entry && { entry }) } as Resolved,
  network: 'testnet' as const,
  profile: 'ops',
  record,
})
const record = (address?: string, apiKey?: string, token?: string): Credentials => ({
  origin,
  ...(address !== undefined && { address }),
  ...(apiKey !== undefined && { apiKey }),
  ...(token !== undefined && { token }),
})
const found = (
  record?: Credentials,
  { profile = 'ops', entry }: { profile?: string; entry?: Profile } = {},
) => ({
  profile,
  record,
  entry,
})

test.each([
  ['none where nothing is stored', undefined, undefined, undefined],
  ['what is stored of the same wallet', record(mine, 'old'), record(mine.toLowerCase(), 'new'), 'new'],
  ['what is stored without a wallet', record(mine, 'old'), record(undefined, 'new'), 'new'],
  [
    'its own, where another wallet signed in with a new one',
    record(mine, 'old'),
    record(theirs, 'new'),
    'old',
  ],
  ['none, where that wallet brought one and there was none', undefined, record(theirs, 'new'), undefined],
  ['the same, where that wallet brought none', record(mine, 'old'), record(theirs, 'old'), 'old'],
])('the API key that stays is %s', (_, before, now, key) => {
  expect(whoseKey(start({ ...(before && { record: before }) }), found(now), mine)?.apiKey).toBe(key)
})

test('the API key of the profile that a login began with is not that of another', () => {
  const begun = start({ record: record(mine, 'old') })
  expect(whoseKey(begun, found(record(theirs, 'new'), { profile: 'testnet' }), mine)).toBeUndefined()
})

const signer: RememberedSigner = { kind: 'exec', program: '/bin/true', args: [], baseUrl: `${origin}/v1` }
const entry = (address: string, more: Partial<Profile> = {}): Profile => ({ settings: {}, address, ...more })
test.each([
  ['the session', found(record(theirs, 'k', 't')), 'the session'],
  [
    'session and signer',
    found(record(theirs, 'k', 't'), { entry: entry(theirs, { signer }) }),
    'the session and the remembered signer',
  ],
  ['the signer', found(record(theirs, 'k'), { entry: entry(theirs, { signer }) }), 'the remembered signer'],
  [
    'the signer of a wallet that the settings alone name',
    found(undefined, { entry: entry(theirs, { signer }) }),
    'the remembered signer',
  ],
  ['nothing where it left neither', found(record(theirs, 'k')), undefined],
  ['nothing of the same wallet', found(record(mine.toLowerCase(), 'k', 't')), undefined],
  ['nothing where no wallet is named', found(record(undefined, 'k', 't')), undefined],
])('of another wallet that signed in meanwhile a login says that it replaced %s', (_, now, what) => {
  expect(replacedBy(start(), now, mine)).toBe(
    what &&
      `note: ${theirs} signed in to profile ops while this login was running. This login replaced ${what} of that wallet.`,
  )
})

test('nothing is said of a wallet that the profile had at the start, in its credentials or its settings', () => {
  const now = found(record(theirs, 'k', 't'))
  expect(replacedBy(start({ record: record(theirs.toLowerCase()) }), now, mine)).toBeUndefined()
  expect(replacedBy(start({ entry: entry(theirs) }), now, mine)).toBeUndefined()
  const elsewhere = { ...now, profile: 'testnet' }
  expect(replacedBy(start({ record: record(theirs) }), elsewhere, mine)).toContain(
    'signed in to profile testnet',
  )
})

describe('a session that could not be stored', () => {
  const full = misconfigured('The disk is full.', 'Make room.', 'CLI_STATE')
  const taken = `The service took the login; its session token, which was not kept, is valid until ${end}.`

  test('of a login that the service took is told with its end', () => {
    expect(unkept(full, end)).toMatchObject({
      message: `The disk is full. ${taken}`,
      fault: { code: 'CLI_STATE', exit: 3, outcome: 'applied', hint: 'Make room.' },
    })
  })

  test('of a renewal leaves the outcome that of the request, which was not sent', () => {
    expect(unkeptRenewal(full, end)).toMatchObject({
      message: `The disk is full. ${taken}`,
      fault: { code: 'CLI_STATE', exit: 3, outcome: 'not_sent' },
    })
  })

  test.each([unkept, unkeptRenewal])('is nothing to tell of a stop or a fault of our own: %#', (told) => {
    for (const error of [interrupted(AbortSignal.abort('SIGINT')), new TypeError('of our own')])
      expect(told(error, end)).toBe(error)
  })
})

describe('the session that a command began with', () => {
  const began = { profile: 'ops', baseUrl: `${origin}/v1`, origin, address: mine }
  const anonymous = { profile: 'ops', baseUrl: `${origin}/v1`, origin }
  const ending = (run: () => unknown) => {
    try {
      run()
    } catch (error) {
      const { message, fault } = error as MoveError
      return [fault.exit, fault.code, message, fault.hint]
    }
    return 'goes on'
  }
  const changed = (message: string, hint: string) => [4, 'CLI_PROFILE_CHANGED', message, hint]
  const signedOut = 'Profile ops was signed out while this command was running.'
  const loginAsMine = `movecli login --profile ops --address ${mine}`

  test.each([
    ['the same wallet in another case', began, record(mine.toLowerCase(), 'k', 'new'), 'goes on'],
    ['a session that names no wallet, as at the start', anonymous, record(undefined, 'k', 'new'), 'goes on'],
    ['no record', began, undefined, changed(signedOut, loginAsMine)],
    ['no token', began, record(mine, 'k'), changed(signedOut, loginAsMine)],
    [
      'a session that names no wallet any more',
      began,
      record(undefined, 'k', 't'),
      changed(signedOut, loginAsMine),
    ],
    [
      'another wallet',
      began,
      record(theirs, 'k', 't'),
      changed(
        `Profile ops was signed in as ${theirs} while this command was running as ${mine}.`,
        loginAsMine,
      ),
    ],
    [
      'a wallet where none was named',
      anonymous,
      record(theirs, 'k', 't'),
      changed(
        `Profile ops was signed in as ${theirs} while this command was running as another wallet.`,
        'movecli login --profile ops',
      ),
    ],
    [
      'another origin, of the same wallet',
      began,
      { ...record(mine, 'k', 't'), origin: 'https://b.example' },
      changed(
        `Profile ops was signed in at https://b.example while this command was running at ${origin}.`,
        `movecli login --base-url ${origin}/v1 --profile <another>`,
      ),
    ],
  ])('%s', (_, identity, stored, end) => {
    expect(ending(() => sessionOf(identity, stored))).toEqual(end)
  })

  test.each([
    [mine, mine.toLowerCase(), 'goes on'],
    [undefined, theirs, 'goes on'],
    [mine, undefined, 'goes on'],
    [
      mine,
      theirs,
      changed(
        `Profile ops is ${mine} in the settings, but its stored session belongs to ${theirs}.`,
        loginAsMine,
      ),
    ],
  ])('of settings that name %s beside a session of %s', (named, stored, end) => {
    expect(ending(() => refuseOtherWallet('ops', named, stored))).toEqual(end)
  })

  test('says which key to go on with where its own is gone', () => {
    expect(apiKeyChanged(began, record(mine)).fault.hint).toBe('movecli login --profile ops --key')
    expect(apiKeyChanged(began, record(mine, 'new')).fault.hint).toBe(
      'Run it again to use the API key that is stored now.',
    )
  })
})
