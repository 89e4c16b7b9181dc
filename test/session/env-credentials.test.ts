/** The credentials that the environment gives: a value, or a file that has it. */
import { writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { freshFolder, movecli } from '../support/movecli.ts'
import { reply } from '../support/world.ts'

const home = freshFolder()
const file = (name: string, text: string) => {
  writeFileSync(join(home, name), text, { mode: 0o600 })
  return join(home, name)
}
const keyFile = file('key', 'key-of-file\n')
const tokenFile = file('token', ' token-of-file\r\n')

/** Key and token that a read is sent with, and what came out. */
async function sentWith(env: Record<string, string>) {
  const sent: (string | undefined)[][] = []
  const ran = await movecli('user profile --json -vv', {
    home,
    env: { MOVECLI_NETWORK: 'testnet', MOVECLI_BASE_URL: 'https://service.example/v1', ...env },
    transport: async ({ headers }) => {
      sent.push([headers['X-API-Key'], headers['Authorization']])
      return reply(200, { success: true, data: { echo: Object.values(headers).join(' ') } })
    },
  })
  return { ...ran, sent }
}

test.each<[string, Record<string, string>, string, string | undefined]>([
  [
    'values',
    { MOVECLI_API_KEY: 'key-of-value', MOVECLI_TOKEN: 'token-of-value' },
    'key-of-value',
    'Bearer token-of-value',
  ],
  [
    'values with blanks around them',
    { MOVECLI_API_KEY: ' key-of-value ', MOVECLI_TOKEN: 'token-of-value\n' },
    'key-of-value',
    'Bearer token-of-value',
  ],
  [
    'files',
    { MOVECLI_API_KEY_FILE: keyFile, MOVECLI_TOKEN_FILE: tokenFile },
    'key-of-file',
    'Bearer token-of-file',
  ],
  [
    'a value and a file',
    { MOVECLI_API_KEY: 'key-of-value', MOVECLI_TOKEN_FILE: tokenFile },
    'key-of-value',
    'Bearer token-of-file',
  ],
  [
    'a file and a value',
    { MOVECLI_API_KEY_FILE: keyFile, MOVECLI_TOKEN: 'token-of-value' },
    'key-of-file',
    'Bearer token-of-value',
  ],
  [
    'values beside files, which are not read',
    {
      MOVECLI_API_KEY: 'key-of-value',
      MOVECLI_API_KEY_FILE: '/not/there',
      MOVECLI_TOKEN: 'token-of-value',
      MOVECLI_TOKEN_FILE: '/not/there',
    },
    'key-of-value',
    'Bearer token-of-value',
  ],
  [
    'empty values beside files',
    { MOVECLI_API_KEY: '', MOVECLI_API_KEY_FILE: keyFile, MOVECLI_TOKEN: '', MOVECLI_TOKEN_FILE: tokenFile },
    'key-of-file',
    'Bearer token-of-file',
  ],
  [
    'a key alone',
    { MOVECLI_API_KEY: 'key-of-value', MOVECLI_TOKEN: '', MOVECLI_TOKEN_FILE: '' },
    'key-of-value',
    undefined,
  ],
  [
    'a token that is blank',
    { MOVECLI_API_KEY: 'key-of-value', MOVECLI_TOKEN: ' ' },
    'key-of-value',
    undefined,
  ],
])('%s', async (_, env, key, token) => {
  const { code, sent, stdout, stderr } = await sentWith(env)
  expect({ code, sent }).toEqual({ code: 0, sent: [[key, token]] })
  for (const secret of [key, ...(token ? [token.replace('Bearer ', '')] : [])])
    expect(stdout + stderr).not.toContain(secret)
})

test.each<[string, Record<string, string>, number, string]>([
  ['no key', { MOVECLI_TOKEN: 'token-of-value' }, 4, 'CLI_NO_API_KEY'],
  [
    'a key that is empty in both places',
    { MOVECLI_API_KEY: '', MOVECLI_API_KEY_FILE: '' },
    4,
    'CLI_NO_API_KEY',
  ],
  ['a file of a key that is not there', { MOVECLI_API_KEY_FILE: '/not/there' }, 2, 'CLI_USAGE'],
  ['a file of a key that is empty', { MOVECLI_API_KEY_FILE: file('none', '\n') }, 2, 'CLI_USAGE'],
  [
    'a file of a token that is not there',
    { MOVECLI_API_KEY: 'key-of-value', MOVECLI_TOKEN_FILE: '/not/there' },
    2,
    'CLI_USAGE',
  ],
])('with %s nothing is sent', async (_, env, exit, code) => {
  const ran = await sentWith(env)
  expect([ran.code, ran.sent]).toEqual([exit, []])
  expect(ran.stderr).toContain(`"code":"${code}"`)
})
