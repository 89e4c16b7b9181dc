import { describe, expect, test } from 'vitest'
import type { MoveError } from '../../src/errors.ts'
import { networks } from '../../src/contract/service.ts'
import { resolve } from '../../src/config/resolve.ts'
import { isSelectedBy } from '../../src/config/select-profile.ts'
import type { Purpose } from '../../src/config/types.ts'
import type { Profile, Settings } from '../../src/config/settings.ts'

const urls = {
  'networks.mainnet.baseUrl': 'https://main.example/v1',
  'networks.testnet.baseUrl': 'https://test.example/v1',
}
const on = (network?: Profile['network']): Profile => ({ ...(network && { network }), settings: {} })
const settings = (profiles: Record<string, Profile>, profile?: string): Settings => ({
  format: 1,
  ...(profile !== undefined && { profile }),
  settings: urls,
  profiles,
})

const nothing = settings({})
const mainDefault = settings({ default: on('mainnet') })
const mainAndOps = settings({ default: on('mainnet'), ops: on('testnet') })
const twoTest = settings({ default: on('mainnet'), ops: on('testnet'), bot: on('testnet') })
const opsChosen = settings({ default: on('mainnet'), ops: on('testnet') }, 'ops')
const blank = settings({ ops: on() })
const gone = settings({ ops: on('testnet') }, 'lost')
const taken = settings({ default: on('mainnet'), testnet: on('mainnet') })
const sandboxes = settings({ a: on('sandbox'), b: on('sandbox') })

type Row = [
  about: string,
  settings: Settings,
  line: string,
  env: Record<string, string>,
  purpose: Purpose,
  expected: string,
]

/**
 * Expected: `network (origin) profile base-url`, with `+` before a profile that will be
 * made; or exit, code and a word of the message.
 */
const rows: Row[] = [
  ['nothing at all', nothing, '', {}, 'use', '3 CLI_NO_NETWORK No network'],
  ['nothing, looked at', nothing, '', {}, 'inspect', 'none'],
  ['nothing, doctor', nothing, '', {}, 'configure', 'none'],
  ['a network alone', nothing, '-n testnet', {}, 'use', 'testnet (flag) none https://test.example/v1'],
  [
    'a network from the environment',
    nothing,
    '',
    { MOVECLI_NETWORK: 'testnet' },
    'use',
    'testnet (environment) none https://test.example/v1',
  ],
  [
    'empty variables are unset',
    nothing,
    '',
    { MOVECLI_NETWORK: '', MOVECLI_PROFILE: '' },
    'use',
    '3 CLI_NO_NETWORK No network',
  ],
  [
    'the flag beats the environment',
    nothing,
    '-n testnet',
    { MOVECLI_NETWORK: 'mainnet' },
    'use',
    'testnet (flag) none https://test.example/v1',
  ],
  [
    'an unknown network in the environment',
    nothing,
    '',
    { MOVECLI_NETWORK: 'prod' },
    'use',
    '3 CLI_CONFIG MOVECLI_NETWORK must be one of',
  ],
  [
    'the sandbox needs nothing',
    nothing,
    '-n sandbox',
    {},
    'use',
    'sandbox (flag) none http://127.0.0.1:4017/v1',
  ],
  [
    'the sandbox beside profiles',
    mainAndOps,
    '-n sandbox',
    {},
    'use',
    'sandbox (flag) none http://127.0.0.1:4017/v1',
  ],
  [
    'the sandbox beside a lost choice',
    gone,
    '-n sandbox',
    {},
    'use',
    'sandbox (flag) none http://127.0.0.1:4017/v1',
  ],
  [
    'the sandbox never asks which',
    sandboxes,
    '-n sandbox',
    {},
    'use',
    'sandbox (flag) none http://127.0.0.1:4017/v1',
  ],
  [
    'default is the current profile',
    mainDefault,
    '',
    {},
    'use',
    'mainnet (profile) default https://main.example/v1',
  ],
  ['the chosen profile', opsChosen, '', {}, 'use', 'testnet (profile) ops https://test.example/v1'],
  ['the only profile is not chosen by itself', blank, '', {}, 'use', '3 CLI_NO_NETWORK No network'],
  ['a choice that is gone', gone, '', {}, 'use', '3 CLI_CONFIG choose profile lost'],
  ['a choice that is gone, looked at', gone, '', {}, 'inspect', 'none'],
  [
    '-n fits the current profile',
    opsChosen,
    '-n testnet',
    {},
    'use',
    'testnet (flag) ops https://test.example/v1',
  ],
  [
    '-n takes the only profile of it',
    mainAndOps,
    '-n testnet',
    {},
    'use',
    'testnet (flag) ops https://test.example/v1',
  ],
  ['-n with several of it', twoTest, '-n testnet', {}, 'use', '2 CLI_USAGE ops, bot'],
  [
    '-n with several, one of them current',
    settings(twoTest.profiles, 'bot'),
    '-n testnet',
    {},
    'use',
    'testnet (flag) bot https://test.example/v1',
  ],
  ['-n with none of it', mainDefault, '-n testnet', {}, 'use', 'testnet (flag) none https://test.example/v1'],
  [
    '-n with a current profile without network',
    settings({ ops: on() }, 'ops'),
    '-n testnet',
    {},
    'use',
    'testnet (flag) none https://test.example/v1',
  ],
  ['a named profile', mainAndOps, '-p ops', {}, 'use', 'testnet (profile) ops https://test.example/v1'],
  [
    'a profile named by the environment',
    mainAndOps,
    '',
    { MOVECLI_PROFILE: 'ops' },
    'use',
    'testnet (profile) ops https://test.example/v1',
  ],
  [
    'a named profile and its network',
    mainAndOps,
    '-p ops -n testnet',
    {},
    'use',
    'testnet (flag) ops https://test.example/v1',
  ],
  [
    'a named profile and another network',
    mainAndOps,
    '-p ops -n mainnet',
    {},
    'use',
    '2 CLI_USAGE Profile ops (--profile) belongs to testnet',
  ],
  [
    'MOVECLI_PROFILE and another network',
    mainAndOps,
    '-n mainnet',
    { MOVECLI_PROFILE: 'ops' },
    'use',
    '2 CLI_USAGE Profile ops (MOVECLI_PROFILE) belongs to testnet',
  ],
  [
    '--profile and MOVECLI_NETWORK of another',
    mainAndOps,
    '-p ops',
    { MOVECLI_NETWORK: 'mainnet' },
    'use',
    '2 CLI_USAGE MOVECLI_NETWORK is mainnet',
  ],
  ['a named profile and the sandbox', mainAndOps, '-p ops -n sandbox', {}, 'use', '2 CLI_USAGE Profile ops'],
  ['the same for login', mainAndOps, '-p ops -n mainnet', {}, 'login', '2 CLI_USAGE Profile ops'],
  ['a named profile without network', blank, '-p ops', {}, 'use', '3 CLI_NO_NETWORK ops has no network'],
  [
    'a named profile without network, with one',
    blank,
    '-p ops -n testnet',
    {},
    'use',
    'testnet (flag) ops https://test.example/v1',
  ],
  ['a profile that does not exist', mainAndOps, '-p opps', {}, 'use', '2 CLI_USAGE No profile named "opps"'],
  [
    'the same from the environment',
    mainAndOps,
    '',
    { MOVECLI_PROFILE: 'opps' },
    'use',
    '2 CLI_USAGE No profile named "opps"',
  ],
  ['the same, looked at', mainAndOps, '-p opps', {}, 'inspect', '2 CLI_USAGE No profile named "opps"'],
  ['the same, configured', mainAndOps, '-p opps', {}, 'configure', 'none +opps'],
  [
    'a name of an object is no profile',
    nothing,
    '-p constructor',
    {},
    'use',
    '2 CLI_USAGE No profile named "constructor"',
  ],
  ['a name that cannot be', nothing, '-p Ops!', {}, 'login', '2 CLI_USAGE --profile must be'],
  [
    'a name that cannot be, from the environment',
    nothing,
    '',
    { MOVECLI_PROFILE: 'Ops!' },
    'login',
    '3 CLI_CONFIG MOVECLI_PROFILE must be',
  ],
  ['the first login', nothing, '-n testnet', {}, 'login', 'testnet (flag) +default https://test.example/v1'],
  ['the first login without a network', nothing, '', {}, 'login', '3 CLI_NO_NETWORK No network'],
  [
    'a login beside a default of another network',
    mainDefault,
    '-n testnet',
    {},
    'login',
    'testnet (flag) +testnet https://test.example/v1',
  ],
  [
    'the same again renews it',
    settings({ default: on('mainnet'), testnet: on('testnet') }),
    '-n testnet',
    {},
    'login',
    'testnet (flag) testnet https://test.example/v1',
  ],
  [
    'a login on the only profile of it',
    mainAndOps,
    '-n testnet',
    {},
    'login',
    'testnet (flag) ops https://test.example/v1',
  ],
  ['a login with several of it', twoTest, '-n testnet', {}, 'login', '2 CLI_USAGE ops, bot'],
  ['a login on the sandbox with several of it', sandboxes, '-n sandbox', {}, 'login', '2 CLI_USAGE a, b'],
  ['a login whose name is taken', taken, '-n testnet', {}, 'login', '2 CLI_USAGE the profile named testnet'],
  [
    'a login without anything renews the current',
    opsChosen,
    '',
    {},
    'login',
    'testnet (profile) ops https://test.example/v1',
  ],
  [
    'a login under a new name',
    mainDefault,
    '-p ops -n testnet',
    {},
    'login',
    'testnet (flag) +ops https://test.example/v1',
  ],
  [
    'a login gives a profile its network',
    settings({ ops: on() }, 'ops'),
    '-n testnet',
    {},
    'login',
    'testnet (flag) ops https://test.example/v1',
  ],
  [
    'a login on the sandbox',
    mainDefault,
    '-n sandbox',
    {},
    'login',
    'sandbox (flag) +sandbox http://127.0.0.1:4017/v1',
  ],
]

const flagsOf = (line: string) => {
  const words = line.split(' ')
  const after = (flag: string) => (words.includes(flag) ? words[words.indexOf(flag) + 1] : undefined)
  return { network: networks.find((each) => each === after('-n')), profile: after('-p') }
}

const answer = (settings: Settings, line: string, env: Record<string, string>, purpose: Purpose): string => {
  try {
    const { profile, network, baseUrl } = resolve({ flags: flagsOf(line), env, settings, purpose })
    const name = profile && `${profile.isNew ? '+' : ''}${profile.name}`
    if (network) return `${network.value} (${network.origin}) ${name ?? 'none'} ${baseUrl?.value}`
    return ['none', name].filter(Boolean).join(' ')
  } catch (error) {
    const { fault, message } = error as MoveError
    return `${fault.exit} ${fault.code} ${message}`
  }
}

test.each(rows)('which network: %s', (_, settings, line, env, purpose, expected) => {
  const found = answer(settings, line, env, purpose)
  const [, failure, words = ''] = /^(\d CLI_\w+) (.+)$/.exec(expected) ?? []
  expect(failure ? found.startsWith(`${failure} `) && found.includes(words) && 'as expected' : found).toBe(
    failure ? 'as expected' : expected,
  )
})

describe('a profile that is held', () => {
  const held = { name: 'ops', origin: 'settings', source: 'the current profile', network: 'testnet' } as const
  const chosen = (now: Settings, line = '') => {
    const { profile, network } = resolve({
      flags: flagsOf(line),
      env: {},
      settings: now,
      purpose: 'use',
      held,
    })
    return [profile?.name, profile?.origin, network?.value]
  }

  test('stays in force whichever is the current one, as it was chosen', () => {
    for (const now of [opsChosen, mainAndOps, twoTest])
      for (const line of ['', '-n testnet']) expect(chosen(now, line)).toEqual(['ops', 'settings', 'testnet'])
  })

  test('is not replaced once it is gone, and has its network for life', () => {
    expect(failure(() => chosen(settings({ bot: on('testnet') }))).message).toContain(
      'No profile named "ops"',
    )
    const { fault, message } = failure(() => chosen(settings({ ops: on('mainnet') })))
    expect([fault.code, fault.exit, message]).toEqual([
      'CLI_PROFILE_CHANGED',
      4,
      'This server acts for profile ops on testnet, but ops is now on mainnet.',
    ])
  })
})

const failure = (run: () => unknown): MoveError => {
  try {
    run()
  } catch (error) {
    return error as MoveError
  }
  throw new Error('it did not fail')
}

test('no network names the ways on', () => {
  const { fault } = failure(() => resolve({ flags: {}, env: {}, settings: nothing, purpose: 'use' }))
  for (const way of ['movecli login', '-n testnet', '-n sandbox']) expect(fault.hint).toContain(way)
})

test('a profile without network that is named is named in the login too, the current one is not', () => {
  const hint = (flags: object, among: Settings) =>
    failure(() => resolve({ flags, env: {}, settings: among, purpose: 'use' })).fault.hint
  expect(hint({ profile: 'ops' }, blank)).toContain('Sign in with movecli login --profile ops, or ')
  expect(hint({}, settings({ ops: on() }, 'ops'))).toContain('Sign in with movecli login, or ')
})

test('a profile that does not exist suggests the near one', () => {
  const { fault } = failure(() =>
    resolve({ flags: { profile: 'opss' }, env: {}, settings: mainAndOps, purpose: 'use' }),
  )
  expect(fault.hint).toBe('Did you mean ops? Profiles: default, ops')
})

test('a missing base URL is exit 3 with the exact command', () => {
  const bare = { ...nothing, settings: {} }
  const { fault } = failure(() =>
    resolve({ flags: { network: 'testnet' }, env: {}, settings: bare, purpose: 'use' }),
  )
  expect(fault).toMatchObject({
    code: 'CLI_NO_BASE_URL',
    exit: 3,
    hint: 'movecli config set networks.testnet.baseUrl https://…/v1',
  })
  const looked = resolve({ flags: { network: 'testnet' }, env: {}, settings: bare, purpose: 'inspect' })
  expect(looked.baseUrl).toBeUndefined()
})

test.each([
  ['the current one of the network', opsChosen, 'ops', { network: 'testnet' }, {}, true],
  ['the only one of the network', mainAndOps, 'ops', { network: 'testnet' }, {}, true],
  ['one of several', twoTest, 'ops', { network: 'testnet' }, {}, false],
  ['another than the current one', mainAndOps, 'ops', {}, {}, false],
  ['the current one', mainAndOps, 'default', {}, {}, true],
  [
    'the current one, where a variable names another',
    mainAndOps,
    'default',
    {},
    { MOVECLI_PROFILE: 'ops' },
    false,
  ],
  ['one that a variable names and nothing else', mainAndOps, 'ops', {}, { MOVECLI_PROFILE: 'ops' }, false],
  ['one that is named', mainAndOps, 'ops', { profile: 'ops' }, { MOVECLI_PROFILE: 'default' }, true],
  [
    'one of another network than a variable',
    mainAndOps,
    'ops',
    { profile: 'ops' },
    { MOVECLI_NETWORK: 'mainnet' },
    false,
  ],
] as const)('whether flags alone come to %s', (_, settings, profile, flags, env, selected) => {
  expect(isSelectedBy(profile, flags, { env, settings, purpose: 'use' })).toBe(selected)
})

test.each([
  ['a first login where one was chosen that is gone', { ...nothing, profile: 'lost' }, '-n testnet', '+lost'],
  ['a login without a network where one was chosen that is gone', gone, '-n testnet', 'ops'],
  [
    'a login beside a profile that has its name and no network',
    settings({ default: on('mainnet'), testnet: on() }),
    '-n testnet',
    'testnet',
  ],
] as const)('%s', (_, among, line, name) => {
  expect(answer(among, line, {}, 'login')).toBe(`testnet (flag) ${name} https://test.example/v1`)
})

test('where a profile came from is said as it was chosen', () => {
  const source = (among: Settings, line: string, env = {}, purpose: Purpose = 'use') => {
    const { profile, network } = resolve({ flags: flagsOf(line), env, settings: among, purpose })
    return [profile?.origin, profile?.source, network?.source]
  }
  expect(source(opsChosen, '')).toEqual(['settings', 'the current profile', 'profile ops'])
  expect(source(mainDefault, '')).toEqual(['default', 'the current profile', 'profile default'])
  expect(source(mainAndOps, '-n testnet')).toEqual(['default', 'the only profile of testnet', '--network'])
  expect(source(opsChosen, '-n testnet')).toEqual(['settings', 'the current profile', '--network'])
  expect(source(mainAndOps, '-p ops')).toEqual(['flag', '--profile', 'profile ops'])
  expect(source(mainAndOps, '', { MOVECLI_PROFILE: 'ops' })).toEqual([
    'environment',
    'MOVECLI_PROFILE',
    'profile ops',
  ])
  expect(source(nothing, '-n testnet', {}, 'login')).toEqual(['default', 'the first login', '--network'])
})

test('a held profile whose network another one asks for is refused, and one without a network yet takes it', () => {
  const held = { name: 'ops', origin: 'settings', source: 'the current profile', network: undefined } as const
  const run = (among: Settings, line: string) =>
    resolve({ flags: flagsOf(line), env: {}, settings: among, purpose: 'use', held })
  expect(failure(() => run(mainAndOps, '-n mainnet')).fault.exit).toBe(2)
  expect(run(mainAndOps, '').network?.value).toBe('testnet')
  expect(run(blank, '-n testnet').profile?.name).toBe('ops')
})
