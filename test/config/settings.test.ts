import { expect, test } from 'vitest'
import {
  currentProfile,
  emptySettings,
  profileNamed,
  settingOf,
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
