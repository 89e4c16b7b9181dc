/** Every question has a flag, and none is put where nobody can answer. */
import { cpSync, readdirSync, readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { globalFlags } from '../../src/runtime/global-flags.ts'
import { nouns } from '../support/nouns.ts'
import { entriesOf } from '../../src/reference/command-tree.ts'
import { freshFolder, movecli, type Setting } from '../support/movecli.ts'
import { startWitness } from '../witness/service.ts'

/** The questions of each file, in its order, by the flag (or config key) that answers them beforehand. */
const questions: Record<string, string[]> = {
  'commands/login/login.ts': ['--key-only'],
  'commands/login/prompt-network.ts': ['--network', '--base-url', '--base-url', '--base-url'],
  'commands/motion/prompt-missing.ts': ['--steps', '--proof'],
  'login/api-key.ts': ['--key-file'],
  'login/signer-browser.ts': ['--address'],
  'login/signer-files.ts': ['--password-file'],
  'login/choose-signer.ts': ['--browser', '--keystore'],
  'runtime/confirm.ts': ['--yes'],
  'runtime/input-files.ts': ['--key-file'],
}

const folder = join(import.meta.dirname, '../../src')
const asking = /\bask(?:\(\)\))?\??\.(text|secret|choose|confirm)(<\w+>)?\(/g

test('every question in the source is in the table above, with a flag that exists', () => {
  const files = readdirSync(folder, { recursive: true, encoding: 'utf8' }).filter((name) =>
    name.endsWith('.ts'),
  )
  const found = Object.fromEntries(
    files
      .map((name) => [name, readFileSync(join(folder, name), 'utf8').match(asking)?.length ?? 0] as const)
      .filter(([, count]) => count > 0),
  )
  expect(found).toEqual(
    Object.fromEntries(Object.entries(questions).map(([name, flags]) => [name, flags.length])),
  )
  const flags = new Set([
    ...globalFlags.map(({ name }) => `--${name}`),
    ...entriesOf(nouns).flatMap((entry) => entry.flags.map(({ name }) => `--${name}`)),
  ])
  expect(
    Object.values(questions)
      .flat()
      .filter((flag) => !flags.has(flag)),
  ).toEqual([])
})

/** Where nobody is asked: no terminal, CI, --no-input, and its variable. */
const places: [string, Setting & { flag?: string }][] = [
  ['off a terminal', { tty: false }],
  ['in CI', { tty: true, env: { CI: 'true' } }],
  ['with --no-input', { tty: true, flag: '--no-input' }],
  ['with MOVECLI_NO_INPUT', { tty: true, env: { MOVECLI_NO_INPUT: '1' } }],
]

/** Command lines that would ask, with the exit code and the flag that is named instead. */
const lines: [line: string, exit: number, named: RegExp][] = [
  ['login', 3, /-n testnet/],
  ['login -n testnet', 3, /config set networks\.testnet\.baseUrl/],
  ['login -n testnet --base-url URL', 2, /--key-file/],
  ['login -n testnet --base-url URL --key-file HOME/key --keystore HOME/wallet.json', 2, /--password-file/],
  ['login -n testnet --base-url https://host.example/v1', 2, /--key-file/],
  ['token claim -n sandbox', 11, /--yes/],
  ['nft mint -n sandbox -f type=shoes', 11, /--yes/],
  ['kyc submit -n sandbox -f name=x', 11, /--yes/],
  ['sandbox reset', 11, /--yes/],
  ['profile rm ops', 11, /--yes/],
  ['motion submit -n sandbox', 2, /--steps/],
]

test.each(
  places.flatMap(([place, setting]) =>
    lines.map(([line, exit, named]) => ({ place, setting, line, exit, named })),
  ),
)(
  '$place nobody is asked: $line ends with $exit and names the flag',
  async ({ setting: { flag, ...setting }, line, exit, named }) => {
    const witness = await startWitness()
    const home = freshFolder()
    writeFileSync(join(home, 'key'), 'witness-key', { mode: 0o600 })
    cpSync(new URL('../fixtures/wallets/cast-1.json', import.meta.url), join(home, 'wallet.json'))
    await movecli('config set deviceId w -p ops -n testnet', { home })
    const words = `${line} ${flag ?? ''}`.replaceAll('URL', witness.url).replaceAll('HOME', home)
    const { code, stdout, stderr } = await movecli(words, { home, ...setting })
    expect({ code, stdout }).toEqual({ code: exit, stdout: '' })
    expect(stderr).toMatch(named)
    expect(stderr).not.toMatch(/[?›] |\(y\/N\)/)
    expect(witness.requests).toHaveLength(0)
    await witness.close()
  },
)

test('--key without a value reads stdin where nobody is asked', async () => {
  const home = freshFolder()
  const line = 'login -n testnet --base-url https://testnet.example/v1 --key-only --no-input --key'
  const { code } = await movecli(line, { home, stdin: 'witness-key' })
  expect(code).toBe(0)
})
