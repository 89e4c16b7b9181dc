/** logout removes what is stored, also where its profile is gone from the settings. */
import { readFileSync, rmSync, symlinkSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { freshFolder, movecli } from '../support/movecli.ts'

const stored = (home: string) => readFileSync(join(home, '.local/state/movecli/credentials.json'), 'utf8')

async function keyWithoutProfile(...names: string[]) {
  const home = freshFolder()
  for (const name of names) {
    const { code } = await movecli(`login -n sandbox -p ${name} --key-only --key canary-${name}`, { home })
    expect(code).toBe(0)
  }
  rmSync(join(home, '.config/movecli/config.json'))
  return home
}

test.each(['logout --all -p default', 'logout --all'])(
  '%s removes a key whose profile is gone',
  async (line) => {
    const home = await keyWithoutProfile('default')
    const { code, stdout, stderr } = await movecli(line, { home })
    expect({ code, printed: stdout.includes('api_key'), stderr }).toEqual({
      code: 0,
      printed: true,
      stderr: `Removed the API key of default from ${join(home, '.local/state/movecli/credentials.json')}.\n`,
    })
    expect(stored(home)).not.toContain('canary')
  },
)

test('of several it asks which, and removes the one that is named', async () => {
  const home = await keyWithoutProfile('one', 'two')
  const { code, stderr } = await movecli('logout --all', { home })
  expect({ code, stderr }).toEqual({
    code: 2,
    stderr: expect.stringContaining('one, two: choose one with --profile one'),
  })
  expect((await movecli('logout --all -p two', { home })).code).toBe(0)
  expect([stored(home).includes('canary-one'), stored(home).includes('canary-two')]).toEqual([true, false])
})

test('a name that neither settings nor credentials know is exit 2', async () => {
  const { code, stderr } = await movecli('logout -p nobody')
  expect({ code, stderr }).toEqual({ code: 2, stderr: expect.stringContaining('No profile named "nobody".') })
})

test('without --all the signer and the API key stay', async () => {
  const home = freshFolder()
  const settings = join(home, '.config/movecli/config.json')
  expect((await movecli('login -n sandbox --key canary-key --key-only -p default', { home })).code).toBe(0)
  const signer = { kind: 'exec', program: '/bin/true', args: [], origin: 'https://api.example' }
  writeFileSync(
    settings,
    JSON.stringify({ format: 1, profile: 'default', profiles: { default: { network: 'sandbox', signer } } }),
  )
  const { code, stdout } = await movecli('logout --json', { home })
  expect({ code, removed: (JSON.parse(stdout) as { removed: string[] }).removed }).toEqual({
    code: 0,
    removed: [],
  })
  expect(readFileSync(settings, 'utf8')).toContain('/bin/true')
  expect(stored(home)).toContain('canary-key')
})

test('a signer is removed from the settings, and they are named', async () => {
  const home = await keyWithoutProfile('default')
  const settings = join(home, '.config/movecli/config.json')
  const credentials = join(home, '.local/state/movecli/credentials.json')
  const signer = { kind: 'exec', program: '/bin/true', args: [], origin: 'https://api.example' }
  const text = JSON.stringify({
    format: 1,
    profile: 'default',
    profiles: { default: { network: 'sandbox', signer } },
  })
  writeFileSync(settings, text)
  const first = await movecli('logout --all', { home })
  expect(first.stderr).toBe(
    `Removed the API key, the signer of default from ${credentials} and ${settings}.\n`,
  )
  expect(readFileSync(settings, 'utf8')).not.toContain('signer')
  writeFileSync(settings, text)
  const second = await movecli('logout --all --json', { home })
  expect(JSON.parse(second.stdout)).toMatchObject({ removed: ['signer'], from: settings })
})

test.each([
  ['logout --all', 'signer'],
  ['profile rm default --yes', 'settings, the signer'],
])('%s removes the secrets and says what stays where the settings cannot be written', async (line, stays) => {
  const home = await keyWithoutProfile('default')
  const [settings, elsewhere] = [join(home, '.config/movecli/config.json'), join(home, 'settings.json')]
  const signer = { kind: 'exec', program: '/bin/true', args: [], origin: 'https://api.example' }
  writeFileSync(
    elsewhere,
    JSON.stringify({ format: 1, profile: 'default', profiles: { default: { network: 'sandbox', signer } } }),
  )
  symlinkSync(elsewhere, settings)
  const { code, stderr } = await movecli(line, { home })
  expect({ code, stderr }).toEqual({
    code: 3,
    stderr: expect.stringContaining(
      `error: Removed the API key of default. Not removed: the ${stays} of default. `,
    ),
  })
  expect(stored(home)).not.toContain('canary')
})
