/** One sign-in: what the message says, how often it is sent, what is believed of the answer, and what stays hidden. */
import { writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { encrypt, pbkdf2 } from 'ox/Keystore'
import { privateKeyToAccount } from 'viem/accounts'
import { describe, expect, test } from 'vitest'
import { runCommandLine } from '../../src/cli/run.ts'
import { readRecords } from '../../src/config/credentials.ts'
import { resolve } from '../../src/config/resolve.ts'
import { emptySettings } from '../../src/config/settings.ts'
import type { Transport, WireRequest, WireResponse } from '../../src/contract/wire.ts'
import { signedMessage } from '../../src/login/sign-in.ts'
import { createSecrets } from '../../src/output/redact.ts'
import { privateKeySigner } from '../../src/wallet/signers/private-key.ts'
import { noon } from '../support/clock.ts'
import { contextFor, freshFolder, movecli, type Setting } from '../support/movecli.ts'
import { signInPage } from '../support/sign-in-page.ts'
import { errorOf, reply } from '../support/world.ts'

const key = `0x${'11'.repeat(32)}` as const
const wallet = privateKeyToAccount(key)
const { address } = wallet
const baseUrl = 'http://127.0.0.1:4017/v1'
const words = 'test test test test test test test test test test test junk'
const password = 'throwaway-password'

type Login = { address: string; message: string; signature: string }
type Answer = (login: Login) => WireResponse | undefined

const dated = (date: string | undefined): [string, string][] => [
  ['content-type', 'application/json'],
  ...(date === undefined ? [] : [['date', new Date(date).toUTCString()] as [string, string]]),
]
const session = (who: string, { date, end = '2026-03-04T13:00:00Z' }: { date?: string; end?: string } = {}) =>
  reply(
    200,
    {
      success: true,
      data: { token: 'a-session-token', expires_at: end, user: { address: who, kyc_status: 'none' } },
    },
    dated(date),
  )
const refusal = (code: string, message: string, status: number, date?: string) =>
  reply(status, { success: false, error: { code, message, details: '' } }, dated(date))

/** A home with files to sign in with, and a service at noon that takes every signature unless `answer` says otherwise. */
function place(answer: Answer = () => undefined) {
  const home = freshFolder()
  const file = (name: string, text: string) => {
    writeFileSync(join(home, name), text, { mode: 0o600 })
    return join(home, name)
  }
  const logins: Login[] = []
  const transport: Transport = async (request: WireRequest) => {
    const login = JSON.parse(Buffer.from(request.body ?? []).toString()) as Login
    logins.push(login)
    return answer(login) ?? session(login.address)
  }
  const setting = (more: Setting = {}): Setting => ({
    home,
    transport,
    now: () => new Date(noon),
    sleep: async () => {},
    env: { MOVECLI_NETWORK: 'testnet', MOVECLI_BASE_URL: baseUrl },
    ...more,
  })
  const run = async (line: string | string[], more: Setting = {}) => movecli(line, setting(more))
  const set = async (name: string, text: string) =>
    expect((await run(['config', 'set', name, text])).code).toBe(0)
  const signIn = async (flags: string[] = ['--private-key-file', file('private', key)], more: Setting = {}) =>
    run(['login', '--key-file', file('key', 'an-ordinary-key'), ...flags], more)
  const stored = async () => (await readRecords(join(home, '.local/state/movecli'))).profiles['default']
  return { home, file, logins, setting, run, set, signIn, stored }
}

/** Signed far away: the message is printed by this place and comes back. */
async function signedElsewhere({ file, run }: Pick<ReturnType<typeof place>, 'file' | 'run'>) {
  const { stdout } = await run(['login', '--print-message', '--address', address])
  const signature = await wallet.signMessage({ message: stdout.replace(/\n$/, '') })
  return ['--message-file', file('message', stdout), '--address', address, '--signature', signature]
}

describe('what the settings say of the message', () => {
  test('is what the wallet signs: domain and chain of the network', async () => {
    const { set, signIn, logins } = place()
    await set('auth.chainId', '5')
    await set('networks.testnet.auth.chainId', '137')
    await set('networks.testnet.auth.domain', 'app.example')
    expect((await signIn()).code).toBe(0)
    expect(logins[0]?.message).toMatch(/^app\.example wants [^]*\nURI: http:\/\/127\.0\.0\.1:4017\/v1\n/)
    expect(logins[0]?.message).toContain('\nChain ID: 137\n')
  })

  test.each([
    ['auth.domain', 'app.example', 'its domain is not app.example'],
    ['networks.testnet.auth.chainId', '137', 'its chain id is not 137'],
    ['auth.messageTemplate', '{domain} {timestamp}', 'it does not fit auth.messageTemplate'],
  ])('is held against a message that was signed elsewhere: %s', async (name, text, why) => {
    const world = place()
    const before = await signedElsewhere(world)
    await world.set(name, text)
    const refused = await world.signIn(before)
    expect({ code: refused.code, sent: world.logins.length }).toEqual({ code: 2, sent: 0 })
    expect(refused.stderr).toContain(`The message file cannot be sent: ${why}.`)
    const after = await world.signIn(await signedElsewhere(world))
    expect({ code: after.code, sent: world.logins.length }).toEqual({ code: 0, sent: 1 })
  })

  test('wins over the domain of the sign-in page', async () => {
    const { set, setting, file } = place()
    await set('auth.domain', 'app.example')
    const { context, stderr } = contextFor(setting())
    const line = ['login', '--key-file', file('key', 'an-ordinary-key'), '--browser', '--no-open']
    const ended = runCommandLine([...line, '--address', address], context)
    const { message, post } = await signInPage(stderr, address)
    expect(message).toMatch(/^app\.example wants/)
    await post('problem', { kind: 'rejected' })
    expect(await ended).toBe(4)
  })

  test.each([
    ['{timestamp} {nonce}', true],
    ['{timestamp} {domain}', false],
    ['{timestamp} {network}', false],
  ])('is warned of where a signature could be used elsewhere: %s', async (template, warned) => {
    const { set, signIn } = place()
    await set('auth.messageTemplate', template)
    const { code, stderr } = await signIn()
    expect({ code, warned: stderr.includes('could be used at another service') }).toEqual({ code: 0, warned })
  })
})

describe('a login that the service does not answer well', () => {
  test.each([503, 429])('is sent once with a signature of a person: %i', async (status) => {
    const world = place(() => refusal('BUSY_1', 'later', status))
    const { code } = await world.signIn(await signedElsewhere(world))
    expect({ code, sent: world.logins.length }).toEqual({ code: status === 429 ? 7 : 8, sent: 1 })
  })

  test('is sent again with a fresh signature of a key, as often as --retries says', async () => {
    for (const [flags, sent] of [
      [[], 4],
      [['--retries', '1'], 2],
      [['--retries', '0'], 1],
    ] as const) {
      const { file, signIn, logins } = place(() => refusal('RATE_001', 'later', 429))
      const { code } = await signIn(['--private-key-file', file('private', key), ...flags])
      expect({ code, sent: logins.length }).toEqual({ code: 7, sent })
      expect(new Set(logins.map(({ message }) => message)).size).toBe(sent)
    }
  })
})

describe('the clock of the service', () => {
  test.each([
    ['2026-03-04T12:01:01Z', '61 s behind'],
    ['2026-03-04T11:58:59Z', '61 s ahead of'],
    ['2026-03-04T12:01:00Z', undefined],
    ['2026-03-04T11:59:00Z', undefined],
  ])('that says %s at noon is named beside a login that was taken: %s', async (date, way) => {
    const { code, stderr } = await place((login) => session(login.address, { date })).signIn()
    const told = /warning: This machine's clock is (.*) the service's\./.exec(stderr)?.[1]
    expect({ code, told }).toEqual({ code: 0, told: way })
  })

  test.each([
    ['2026-03-04T12:00:06Z', '6000'],
    ['2026-03-04T11:59:54Z', '-6000'],
    ['2026-03-04T12:00:05Z', undefined],
    ['2026-03-04T11:59:55Z', undefined],
  ])('that says %s at noon is remembered as %s ms', async (date, skew) => {
    const { signIn, stored } = place((login) => session(login.address, { date }))
    expect((await signIn()).code).toBe(0)
    expect((await stored())?.clockSkewMs).toBe(skew)
  })

  test.each([
    ['2026-03-04T13:00:00Z', '2026-03-04T12:30:00Z', 4],
    ['2026-03-04T13:00:00Z', '2026-03-04T13:00:00Z', 4],
    ['2026-03-04T13:00:00Z', '2026-03-04T13:00:01Z', 0],
    ['2026-03-04T11:00:00Z', '2026-03-04T11:30:00Z', 0],
    [undefined, '2026-03-04T12:00:00Z', 4],
    [undefined, '2026-03-04T12:00:00.001Z', 0],
  ])('judges the token of an answer: at %s one that ends at %s', async (date, end, exit) => {
    const { signIn, stored } = place((login) => session(login.address, { ...(date && { date }), end }))
    const { code, stderr } = await signIn(undefined)
    expect({ code, token: (await stored())?.token }).toEqual({
      code: exit,
      token: exit === 0 ? 'a-session-token' : undefined,
    })
    if (exit !== 0) expect(stderr).toContain(`its token expired at ${end}. Nothing was stored.`)
  })

  test.each([
    [401, 'AUTH_002', 4, 'Set the clock, and run it again.'],
    [500, 'OOPS', 8, undefined],
    [400, 'BAD_1', 5, undefined],
  ])('is the reason of a refusal by %i alone where it can be: %s', async (status, code, exit, hint) => {
    const world = place(() => refusal(code, 'no', status, '2026-03-04T12:20:00Z'))
    const ran = await world.signIn([
      '--private-key-file',
      world.file('private', key),
      '--json',
      '--retries',
      '0',
    ])
    expect({ code: ran.code, clock: ran.stderr.includes('1200 s behind') }).toEqual({
      code: exit,
      clock: hint !== undefined,
    })
    if (hint !== undefined) expect(errorOf(ran)['hint']).toBe(hint)
  })
})

test('an answer that is not trusted is one that the service took: the outcome says that it was answered', async () => {
  const world = place(() => session(`0x${'1'.repeat(40)}`))
  const ran = await world.signIn(['--private-key-file', world.file('private', key), '--json'])
  expect(errorOf(ran)).toMatchObject({
    code: 'CLI_LOGIN_ANSWER',
    exit_code: 4,
    outcome: 'rejected',
    http_status: 200,
  })
})

describe('a service that repeats a secret', () => {
  const light = () => {
    const [derived, options] = pbkdf2({ password, iterations: 1 })
    return JSON.stringify(encrypt(key, derived, options))
  }
  const cases: [string, (world: ReturnType<typeof place>) => string[], (login: Login) => string][] = [
    ['the API key', ({ file }) => ['--private-key-file', file('private', key)], () => 'an-ordinary-key'],
    ['the private key', ({ file }) => ['--private-key-file', file('private', key)], () => key],
    ['the mnemonic', ({ file }) => ['--mnemonic-file', file('words', words)], () => words],
    [
      'the password of the keystore',
      ({ file }) => ['--keystore', file('wallet', light()), '--password-file', file('password', password)],
      () => password,
    ],
    [
      'the signature',
      ({ file }) => ['--private-key-file', file('private', key)],
      ({ signature }) => signature,
    ],
  ]
  test.each(cases)('does not bring %s to the screen', async (_, flags, secretOf) => {
    let secret = ''
    const world = place((login) => {
      secret = secretOf(login)
      return refusal('AUTH_002', `unknown: ${secret}`, 401)
    })
    const { code, stderr } = await world.signIn([...flags(world), '-vv'])
    expect(code).toBe(4)
    expect(stderr).toContain('service says: "unknown: [redacted]"')
    expect(stderr).not.toContain(secret)
  })
})

describe('a message that is signed late', () => {
  /** The signer takes `ms`. */
  const signedAfter = async (ms: number) => {
    const time = { at: noon }
    const secrets = createSecrets()
    const resolved = resolve({
      flags: { network: 'testnet', baseUrl },
      env: {},
      settings: emptySettings,
      purpose: 'use',
    })
    const context = {
      now: () => new Date(time.at),
      random: (bytes: number) => new Uint8Array(bytes),
      secrets,
      signal: new AbortController().signal,
    }
    const sign: ReturnType<typeof privateKeySigner> = async (ask) => {
      const made = await privateKeySigner(key)(ask)
      time.at += ms
      return made
    }
    const how = { signer: { sign }, resolved, network: 'testnet', address, contractWallet: false } as const
    const sender = { target: { baseUrl } } as Parameters<typeof signedMessage>[1]['sender']
    return signedMessage({ context, note: async () => {} }, { ...how, sender })
  }

  test('is not sent once it has expired', async () => {
    await expect(signedAfter(600_000)).rejects.toMatchObject({
      message: 'The message expired before it was signed. Nothing was sent.',
      fault: { code: 'CLI_SIGNATURE', exit: 4, outcome: 'not_sent' },
    })
  })

  test('is sent in its last millisecond', async () => {
    expect(await signedAfter(599_999)).toMatchObject({ address })
  })
})

test('nobody signs on the page within --wait: exit 12, nothing sent', async () => {
  const { signIn, logins } = place()
  const { code, stderr } = await signIn(['--browser', '--no-open', '--address', address, '--wait', '0.03'])
  expect({ code, sent: logins.length }).toEqual({ code: 12, sent: 0 })
  expect(stderr).toContain('Nobody signed on the page within')
}, 20_000)

describe('a variable that wins over what was just stored', () => {
  const said = ({ stderr }: { stderr: string }) =>
    [
      ...stderr.matchAll(/note: (\w+) is set, and takes precedence over the ([\w ]+) that was just stored/g),
    ].map(([, name, what]) => [name, what])
  const env = { MOVECLI_NETWORK: 'testnet', MOVECLI_BASE_URL: baseUrl }

  test.each([
    ['MOVECLI_API_KEY', 'API key'],
    ['MOVECLI_API_KEY_FILE', 'API key'],
    ['MOVECLI_TOKEN', 'session token'],
    ['MOVECLI_TOKEN_FILE', 'session token'],
  ])('is named: %s', async (name, what) => {
    const { file, signIn } = place()
    const value = name.endsWith('_FILE') ? file('given', 'another-value') : 'another-value'
    expect(said(await signIn(undefined, { env: { ...env, [name]: value } }))).toEqual([[name, what]])
  })

  test('is not named where it hides nothing', async () => {
    const { file, signIn, run } = place()
    const both = { MOVECLI_API_KEY: 'another-key', MOVECLI_TOKEN: 'another-token' }
    const signer = ['--private-key-file', file('private', key)]
    const named = await signIn([...signer, '--profile', 'default'], { env: { ...env, ...both } })
    const keyOnly = await signIn(['--key-only'], { env: { ...env, MOVECLI_TOKEN: 'another-token' } })
    const keyOfVariable = await run(['login', ...signer], { env: { ...env, MOVECLI_API_KEY: 'another-key' } })
    for (const ran of [named, keyOnly, keyOfVariable])
      expect({ code: ran.code, said: said(ran) }).toEqual({ code: 0, said: [] })
  })
})
