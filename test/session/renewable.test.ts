/** Which session may be renewed by itself, and which refusal means that the service has ended one. */
import { describe, expect, test } from 'vitest'
import { headersFor, type Target } from '../../src/client/compose.ts'
import type { AttemptResult } from '../../src/client/sender.ts'
import type { Credentials } from '../../src/config/credentials.ts'
import type { SelectedCredentials } from '../../src/config/select-credentials.ts'
import type { Resolved } from '../../src/config/types.ts'
import type { RenewTools } from '../../src/runtime/services.ts'
import { moveError, unauthenticated } from '../../src/errors.ts'
import { isRefused, isRefusedEarly } from '../../src/session/refused-session.ts'
import { renewableBy, renewedIf } from '../../src/session/renewal.ts'
import type { Session } from '../../src/session/session.ts'

const baseUrl = 'https://service.example/v1'
const at = Date.parse('2026-03-04T12:00:00Z')
const address = `0x${'1'.repeat(40)}`
const stored: Credentials = {
  origin: 'https://service.example',
  apiKey: 'key-1',
  token: 'token-1',
  address,
  signedInAt: new Date(at).toISOString(),
  expiresAt: new Date(at + 3_600_000).toISOString(),
}
const own = (value: string) => ({ value, origin: 'profile' as const, source: 'profile ops' })
const given = (value: string) => ({ value, origin: 'environment' as const, source: 'a variable' })
const chosen: SelectedCredentials = { apiKey: own('key-1'), token: own('token-1'), notes: [] }
const resolvedOf = ({
  signerAt = baseUrl,
  profile = 'ops',
}: { signerAt?: string | undefined; profile?: string } = {}) =>
  ({
    ...(profile && { profile: { name: profile, origin: 'flag', source: '--profile', isNew: false } }),
    entry: { network: 'testnet', ...(signerAt && { signer: { kind: 'keystore', baseUrl: signerAt } }) },
    network: { value: 'testnet', origin: 'profile', source: 'profile ops' },
    baseUrl: { value: baseUrl, origin: 'profile', source: 'profile ops' },
    get: () => undefined,
  }) as unknown as Resolved

describe('a session can be renewed by itself', () => {
  test('with the API key in force, where the profile remembers who signs at this very base URL', () => {
    expect(renewableBy(resolvedOf(), stored, chosen)).toEqual({
      began: { profile: 'ops', baseUrl, origin: 'https://service.example', address },
      apiKey: 'key-1',
    })
    // A token of a variable that is the stored one is the profile's all the same.
    expect(
      renewableBy(resolvedOf(), stored, { ...chosen, apiKey: given('key-2'), token: given('token-1') }),
    ).toMatchObject({
      apiKey: 'key-2',
    })
  })

  test.each<[string, Resolved, Credentials | undefined, Partial<SelectedCredentials>]>([
    ['no signer is remembered', resolvedOf({ signerAt: '' }), stored, {}],
    [
      'it is remembered for another base URL',
      resolvedOf({ signerAt: 'https://service.example/x/v1' }),
      stored,
      {},
    ],
    ['there is no profile', resolvedOf({ profile: '' }), stored, {}],
    ['nothing is stored', resolvedOf(), undefined, {}],
    ['the token is of another', resolvedOf(), stored, { token: given('token-2') }],
  ])('but not where %s', (_, resolved, record, more) => {
    expect(renewableBy(resolved, record, { ...chosen, ...more })).toBeUndefined()
  })

  test.each(['apiKey', 'token'] as const)('nor without %s', (part) => {
    const { [part]: __, ...rest } = chosen
    expect(renewableBy(resolvedOf(), stored, rest)).toBeUndefined()
  })
})

describe('it is renewed', () => {
  const fresh = { ...stored, token: 'token-2' }
  /** What came of a renewal at this time, and what was asked and said. */
  async function renewed(
    ms: number,
    { refused = undefined as string | undefined, failing = undefined as Error | undefined } = {},
  ) {
    const asked: (string | undefined)[] = []
    const notes: string[] = []
    const tools = {
      context: { now: () => new Date(at + ms) },
      note: async (text: string) => void notes.push(text),
      renew: async (_: unknown, how: { refused?: string }) => {
        asked.push(how.refused)
        if (failing) throw failing
        return fresh
      },
    } as unknown as RenewTools
    const record = await renewedIf(tools, resolvedOf(), stored, chosen, { refused }).catch(
      (error: Error) => error.message,
    )
    return { record, asked, notes }
  }
  const end = 3_600_000

  test('in the last thirty seconds before its end, and not before', async () => {
    expect(await renewed(end - 30_001)).toEqual({ record: undefined, asked: [], notes: [] })
    for (const ms of [end - 30_000, end, end + 86_400_000])
      expect(await renewed(ms)).toEqual({ record: fresh, asked: [undefined], notes: [] })
  })

  test('at any time where it was refused, and not where another token was', async () => {
    expect(await renewed(1000, { refused: 'token-1' })).toMatchObject({ record: fresh, asked: ['token-1'] })
    expect(await renewed(1000, { refused: 'token-0' })).toMatchObject({ record: undefined, asked: [] })
  })

  test('or used on with a word, where signing in fails and it has not ended; else that is the end', async () => {
    const failing = unauthenticated('CLI_SIGNATURE', 'The signer is gone.')
    expect(await renewed(end - 1, { failing })).toEqual({
      record: undefined,
      asked: [undefined],
      notes: ['note: The signer is gone.'],
    })
    for (const [ms, refused] of [
      [end, undefined],
      [end - 1, 'token-1'],
    ] as const)
      expect(await renewed(ms, { failing, refused })).toMatchObject({
        record: 'The signer is gone.',
        notes: [],
      })
    const ends = [
      new RangeError('out of memory'),
      moveError('CLI_INTERRUPTED', { message: 'Interrupted.' }),
      unauthenticated('CLI_PROFILE_CHANGED', 'Signed out.'),
    ]
    for (const failure of ends)
      expect(await renewed(end - 1, { failing: failure })).toMatchObject({
        record: failure.message,
        notes: [],
      })
  })
})

describe('a refusal ends a session', () => {
  const target: Target = {
    baseUrl,
    apiKey: 'key-1',
    token: 'token-1',
    tokenHeader: 'Authorization',
    tokenScheme: 'Bearer',
    userAgent: 'movecli/test',
  }
  const isEnd = (
    ms: number,
    { record = stored, credentials = chosen, resolved = resolvedOf(), sentWith = target } = {},
  ) =>
    isRefusedEarly(
      { record, resolved, credentials, sender: { target } } as unknown as Session,
      { request: { headers: headersFor(sentWith) } } as unknown as AttemptResult,
      new Date(at + ms),
    )

  test('that was good for a minute, or began nobody knows when', () => {
    expect([0, 59_999, 60_000, 7_200_000].map((ms) => isEnd(ms))).toEqual([false, false, true, true])
    const { signedInAt: _, ...record } = stored
    expect(isEnd(0, { record })).toBe(true)
  })

  test.each<[string, NonNullable<Parameters<typeof isEnd>[1]>]>([
    ['the API key is of a variable', { credentials: { ...chosen, apiKey: given('key-1') } }],
    ['the token is of a variable', { credentials: { ...chosen, token: given('token-1') } }],
    ['another API key is stored by now', { record: { ...stored, apiKey: 'key-2' } }],
    ['nobody is remembered who signs', { resolved: resolvedOf({ signerAt: '' }) }],
    ['the request went with another token', { sentWith: { ...target, token: 'token-0' } }],
    ['the request went with another key', { sentWith: { ...target, apiKey: 'key-0' } }],
  ])('but not where %s', (_, more) => expect(isEnd(120_000, more)).toBe(false))

  test('and it is the session in force that was refused, not the one before it', () => {
    const session = (refusedToken?: string) =>
      ({ credentials: chosen, ...(refusedToken && { refusedToken }) }) as unknown as Session
    expect([session('token-1'), session('token-0'), session()].map(isRefused)).toEqual([true, false, false])
    expect(isRefused({ credentials: { notes: [] } } as unknown as Session)).toBe(false)
  })
})
