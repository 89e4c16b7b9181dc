import { expect, test } from 'vitest'
import {
  currentProfile,
  emptySettings,
  profileNamed,
  settingOf,
  toSettings,
  withAlias,
  withoutProfile,
  withProfile,
  withSetting,
} from '../../src/config/settings.ts'

test('a setting is set, read and unset, for all and for one profile, which is made', () => {
  const set = withSetting(withSetting(emptySettings, 'timeout', '1m'), 'timeout', '', 'ops')
  expect([settingOf(set, 'timeout'), settingOf(set, 'timeout', 'ops')]).toEqual(['1m', ''])
  const unset = withSetting(withSetting(set, 'timeout', undefined), 'timeout', undefined, 'ops')
  expect(unset).toEqual({ ...emptySettings, profiles: { ops: { settings: {} } } })
  expect(settingOf(unset, 'timeout', 'nobody')).toBeUndefined()
})

test('the key profile is the chosen one; else default is current where there is one', () => {
  const two = withProfile(
    withProfile(emptySettings, 'default', (each) => each),
    'ops',
    (each) => each,
  )
  expect({
    emptySettingsCurrentProfile: currentProfile(emptySettings),
    twoCurrentProfile: currentProfile(two),
  }).toEqual({ emptySettingsCurrentProfile: undefined, twoCurrentProfile: 'default' })
  const chosen = withSetting(two, 'profile', 'ops')
  expect({ currentProfile: currentProfile(chosen), setting: settingOf(chosen, 'profile') }).toEqual({
    currentProfile: 'ops',
    setting: 'ops',
  })
  expect(currentProfile(withSetting(chosen, 'profile', undefined))).toBe('default')
})

test('a profile that is removed is no longer chosen', () => {
  const ops = withSetting(
    withProfile(emptySettings, 'ops', (each) => each),
    'profile',
    'ops',
  )
  expect(withoutProfile(ops, 'other')).toEqual(ops)
  expect(withoutProfile(ops, 'ops')).toEqual(emptySettings)
})

test('names of an object are names like any other', () => {
  for (const name of ['constructor', '__proto__']) {
    expect(profileNamed(emptySettings, name)).toBeUndefined()
    expect(settingOf(emptySettings, name)).toBeUndefined()
    expect(settingOf(withSetting(emptySettings, 'timeout', '1m', name), 'timeout', name)).toBe('1m')
  }
})

test.each([
  [{ format: '1' }, '"format" must be a number'],
  [{ profile: 5 }, '"profile" must be a text'],
  [{ settings: 'x' }, '"settings" must be a JSON object'],
  [{ settings: { timeout: null } }, '"timeout" in "settings" must be a text'],
  [{ profiles: [] }, '"profiles" must be a JSON object'],
  [{ profiles: { ops: 'x' } }, 'profile "ops" must be a JSON object'],
  [{ profiles: { a: {}, ops: { network: 'prod' } } }, 'the network of profile "ops" must be one of '],
  [{ profiles: { ops: { address: 5 } } }, 'the address of profile "ops" must be a text'],
  [
    { profiles: { ops: { settings: { retries: {} } } } },
    '"retries" in the settings of profile "ops" must be a text',
  ],
  [{ aliases: { x: [] } }, '"x" in "aliases" must be a text'],
])('%j are no settings, and what is wrong is said', (raw, why) => {
  expect(() => toSettings(raw)).toThrow(why)
})

test('what is written by hand is taken as text, and what is left out has its usual value', () => {
  expect(toSettings({})).toEqual(emptySettings)
  const by = { timeout: 60, color: 'never', retries: 0, strict: false }
  expect(
    toSettings({ settings: by, profiles: { ops: { settings: by } }, aliases: { x: 'token price' } }),
  ).toEqual({
    format: 1,
    settings: { timeout: '60', color: 'never', retries: '0', strict: 'false' },
    profiles: { ops: { settings: { timeout: '60', color: 'never', retries: '0', strict: 'false' } } },
    aliases: { x: 'token price' },
  })
})

test('of two profiles the one that is removed goes alone, and the chosen one stays chosen', () => {
  const two = withSetting(withSetting(emptySettings, 'timeout', '1m', 'a'), 'timeout', '2m', 'b')
  const chosen = withSetting(withSetting(two, 'profile', 'a'), 'retries', '1')
  expect(withoutProfile(chosen, 'b')).toEqual({
    format: 1,
    profile: 'a',
    settings: { retries: '1' },
    profiles: { a: { settings: { timeout: '1m' } } },
  })
})

test('an alias that is set or removed leaves the others and the settings as they are', () => {
  const one = withAlias(withSetting(emptySettings, 'retries', '1'), 'a', 'token price')
  const two = withAlias(one, 'b', 'limits')
  expect(two).toEqual({
    ...emptySettings,
    settings: { retries: '1' },
    aliases: { a: 'token price', b: 'limits' },
  })
  expect(withAlias(two, 'b', undefined)).toEqual(one)
  expect(withAlias(one, 'a', undefined)).toEqual(withSetting(emptySettings, 'retries', '1'))
})
