/** What is said of what was removed of a profile, where all of it went and where some of it stayed. */
import { expect, test } from 'vitest'
import { misconfigured, MoveError } from '../../src/errors.ts'
import { partWords, removeFromSettings, tokenStays } from '../../src/session/removed-parts.ts'

test('parts are named one after the other', () => {
  expect(partWords(['api_key', 'token', 'signer', 'settings'])).toBe(
    'the API key, the session token, the signer, the settings',
  )
})

test('a token stays valid at the service until its end', () => {
  expect(tokenStays('2026-01-31T12:00:00Z')).toBe(
    'The API cannot revoke a token: it stays valid at the service until 2026-01-31T12:00:00Z.',
  )
  expect(tokenStays()).toContain('until it expires.')
})

test('where the settings cannot be changed, it is said what is gone by then and what stays', async () => {
  const failing = async (gone: Parameters<typeof partWords>[0]) =>
    removeFromSettings(async () => Promise.reject(misconfigured('The disk is full.', 'Make room.')), {
      profile: 'ops',
      gone,
      stays: ['signer'],
    })
  await expect(failing(['api_key', 'token'])).rejects.toMatchObject({
    message:
      'Removed the API key, the session token of ops. Not removed: the signer of ops. The disk is full.',
    fault: { code: 'CLI_CONFIG', exit: 3, hint: 'Make room.' },
  })
  await expect(failing([])).rejects.toThrow(/^Not removed: the signer of ops\. The disk is full\.$/)
})

test('a failure of another kind stays as it is, and where all went well nothing is said', async () => {
  const what = { profile: 'ops', gone: [], stays: ['signer'] } as const
  const broken = new RangeError('out of memory')
  const failed = removeFromSettings(async () => Promise.reject(broken), what)
  await expect(failed).rejects.toBe(broken)
  await expect(failed).rejects.not.toBeInstanceOf(MoveError)
  await removeFromSettings(async () => 'done', what)
})
