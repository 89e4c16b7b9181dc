/** The sign-in page is opened by the system's opener, found in absolute folders alone and started without our secrets. */
import { chmodSync, existsSync, readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { openInBrowser } from '../../../src/login/browser/open.ts'
import { createSecrets } from '../../../src/output/redact.ts'
import { freshFolder, movecli } from '../../support/movecli.ts'

const url = 'http://127.0.0.1:8484/a-secret-path/'

/** A folder with an opener that writes down what it is called with. */
function opener(name: string) {
  const folder = freshFolder()
  const heard = join(folder, 'heard')
  const script = `#!/bin/sh\necho "$@ key=$MOVECLI_API_KEY token=$MOVECLI_TOKEN" > '${heard}.part'\n/bin/mv '${heard}.part' '${heard}'\n`
  writeFileSync(join(folder, name), script)
  chmodSync(join(folder, name), 0o700)
  const words = async () => {
    await expect.poll(() => existsSync(heard), { interval: 10, timeout: 20_000 }).toBe(true)
    return readFileSync(heard, 'utf8').trim()
  }
  return { folder, heard, words }
}
async function opened(platform: NodeJS.Platform, PATH: string) {
  const notes: string[] = []
  const env = { PATH, MOVECLI_API_KEY: 'a-key', MOVECLI_TOKEN: 'a-token' }
  const context = { env, platform, secrets: createSecrets() }
  await openInBrowser(url, { note: async (text) => void notes.push(text), context })
  return notes
}

test.each([
  ['linux', 'xdg-open', url],
  ['freebsd', 'xdg-open', url],
  ['win32', 'rundll32.exe', `url.dll,FileProtocolHandler ${url}`],
] as const)('on %s it is %s, with the address alone', async (platform, name, line) => {
  const { folder, words } = opener(name)
  expect(await opened(platform, folder)).toEqual([])
  expect(await words()).toBe(`${line} key= token=`)
})

test.each(['', '.', 'relative', '/nowhere'])(
  'with the PATH "%s" there is none, and the person is told',
  async (path) => {
    expect(await opened('linux', path)).toEqual(['note: Cannot open a browser. Open the address yourself.'])
  },
)

test('a login opens the page that it prints, and with --no-open prints it alone', async () => {
  const { folder, heard, words } = opener('xdg-open')
  const line = `login -n sandbox --browser --address 0x${'1'.repeat(40)} --wait 0.05`
  const env = { PATH: folder }
  const printed = async (more: string) => {
    const { code, stderr } = await movecli(`${line} ${more}`, { env })
    expect(code).toBe(12)
    return /http:\/\/127\.0\.0\.1:\d+\/[\w-]+\//.exec(stderr)?.[0]
  }
  expect(await printed('--no-open')).toBeDefined()
  expect(existsSync(heard)).toBe(false)
  if (process.platform === 'linux') expect(`${await printed('')} key= token=`).toBe(await words())
}, 60_000)
