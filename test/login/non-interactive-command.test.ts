/** The command that a guided login prints to be run without prompts. */
import { expect, test } from 'vitest'
import { equivalent } from '../../src/login/non-interactive-command.ts'
import type { LoginValues } from '../../src/login/login-flags.ts'
import type { GlobalFlags } from '../../src/config/types.ts'
import type { Answers } from '../../src/login/answers.ts'

test('a number and a duration that were typed stand in it as they were typed', () => {
  const flags: Partial<LoginValues> = { browser: true, port: 8484, wait: { text: '5m', seconds: 300 } }
  const given = { args: [], flags: flags as LoginValues, passthrough: [] }
  expect(equivalent(given, {}, { network: 'sandbox' })).toBe(
    'movecli login --network sandbox --browser --port 8484 --wait 5m',
  )
})

const given = (flags: Partial<LoginValues>) => ({ args: [], flags: flags as LoginValues, passthrough: [] })
const url = 'https://host/v1'
const rows: [
  flags: Partial<LoginValues>,
  globals: GlobalFlags,
  answers: Answers,
  words: string | undefined,
][] = [
  [{ key: 'a-secret-key' }, { network: 'testnet' }, {}, undefined],
  [{}, {}, { key: true }, '--key-file api-key.txt'],
  [{ key: 'a-secret-key' }, {}, { network: 'testnet' }, '--network testnet --key-file api-key.txt'],
  [{ keyFile: 'my.txt' }, {}, { network: 'testnet' }, '--network testnet --key-file my.txt'],
  [{ keyFile: 'my key' }, {}, { password: true }, "--key-file 'my key' --password-file password.txt"],
  [
    {},
    { profile: 'ops', network: 'testnet', baseUrl: url },
    { key: true },
    `--profile ops --network testnet --base-url ${url} --key-file api-key.txt`,
  ],
  [{}, {}, { network: 'testnet', baseUrl: url }, `--network testnet --base-url ${url}`],
  [{}, {}, { key: true, keyOnly: true }, '--key-file api-key.txt --key-only'],
  [{}, {}, { signer: { flag: 'browser' } }, '--browser'],
  [{}, {}, { signer: { flag: 'privateKeyFile', file: "it's" } }, String.raw`--private-key-file 'it'\''s'`],
  [
    { keystore: 'ops', rememberSigner: true, store: 'file' },
    {},
    { password: true },
    '--keystore ops --remember-signer --store file --password-file password.txt',
  ],
]
test.each(rows)('of %j, %j and the answers %j it is: %s', (flags, globals, answers, words) => {
  expect(equivalent(given(flags), globals, answers)).toBe(words && `movecli login ${words}`)
})
