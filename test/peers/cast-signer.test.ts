/** The signer script that docs/sign-in.md quotes, with foundry's cast; and with a stand-in for a Ledger behind cast. */
import { mkdirSync, readFileSync, symlinkSync, writeFileSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { execa } from 'execa'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { built } from '../support/built.ts'
import { freshFolder } from '../support/movecli.ts'
import { startWitness, type Witness } from '../witness/service.ts'
import { known } from '../wallet/fixtures.ts'

const cast = process.env['MOVECLI_CAST'] ?? 'cast'
const page = readFileSync(new URL('../../docs/sign-in.md', import.meta.url), 'utf8')
const script = /```sh\n(#!\/bin\/sh\n# cast-signer[\s\S]*?)```/.exec(page)?.[1] ?? ''
const password = ' two words 🔑'

let witness: Witness
beforeAll(async () => void (witness = await startWitness()))
afterAll(async () => witness.close())

/** A home with cast on PATH, its keystore `ops`, and the password where the script looks for it. */
async function homeWithCast() {
  const home = freshFolder()
  const bin = join(home, 'bin')
  mkdirSync(bin)
  const { stdout: path } = await execa('sh', ['-c', `command -v "${cast}"`])
  symlinkSync(path.trim(), join(bin, 'cast'))
  const secrets = ['--private-key', known.privateKey, '--unsafe-password', password]
  await execa(path.trim(), ['wallet', 'import', 'ops', ...secrets], { env: { HOME: home } })
  writeFileSync(join(home, '.movecli-cast'), password, { mode: 0o600 })
  writeFileSync(join(home, 'key'), witness.key, { mode: 0o600 })
  return { home, bin, path: path.trim() }
}

const signIn = async (home: string, bin: string, words: string) => {
  const signer = join(home, 'cast-signer')
  writeFileSync(signer, words, { mode: 0o700 })
  return built(
    ['login', '--key-file', join(home, 'key'), '--exec', signer, '--address', known.address, '--json'],
    {
      home,
      env: {
        MOVECLI_NETWORK: 'testnet',
        MOVECLI_BASE_URL: witness.url,
        PATH: `${bin}:${dirname(process.execPath)}:/usr/bin:/bin`,
      },
    },
  )
}

test('the quoted script has ten lines or fewer besides its first two', () => {
  expect(script.trim().split('\n').length).toBeGreaterThan(5)
  expect(script.trim().split('\n').length).toBeLessThanOrEqual(12)
})

test('the quoted script signs in with a keystore of cast', async () => {
  const { home, bin } = await homeWithCast()
  const { code, stdout, stderr } = await signIn(home, bin, script)
  expect({ code, stderr }).toEqual({ code: 0, stderr: '' })
  expect(JSON.parse(stdout)).toMatchObject({ address: known.address })
  const found = await built(
    ['wallet', 'address', '--keystore', 'ops', '--password-file', join(home, '.movecli-cast'), '--json'],
    { home },
  )
  expect(JSON.parse(found.stdout)).toEqual({ address: known.address })
})

test('the same script with --ledger signs in through whatever cast asks: a stand-in here', async () => {
  const { home, bin, path } = await homeWithCast()
  const standIn = join(home, 'stand-in')
  mkdirSync(standIn)
  writeFileSync(
    join(standIn, 'cast'),
    `#!/bin/sh
[ "$3" = --ledger ] || exit 1
echo 'confirm on your Ledger' >&2
command=$2
shift 3
exec "${path}" wallet "$command" --private-key ${known.privateKey} "$@"
`,
    { mode: 0o700 },
  )
  const ledger = script.replaceAll('--account ops --password-file ~/.movecli-cast', '--ledger')
  const { code, stdout, stderr } = await signIn(home, `${standIn}:${bin}`, ledger)
  expect({ code, stdout }).toMatchObject({ code: 0, stdout: expect.stringContaining(known.address) })
  expect(stderr).toBe('confirm on your Ledger\n')
})
