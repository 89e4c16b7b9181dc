/** Logins of real processes whose input or limits are awkward: text that is none, a late socket, no descriptors left. */
import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { freshFolder } from '../support/movecli.ts'
import { movecliScript } from '../support/process.ts'
import { startWitness } from '../witness/service.ts'

const key = '4c0883a69102937d6231471b5dbb6204fe5129617082792ae468d01a3f362318'
const witness = await startWitness()

/** Runs a line of bash in a process group of its own, with a key file `ak` and `$movecli` at hand. */
async function shell(line: string, input?: { text: Buffer | string; afterMs: number }) {
  const home = freshFolder()
  writeFileSync(join(home, 'ak'), witness.key, { mode: 0o600 })
  writeFileSync(join(home, 'k1'), key, { mode: 0o600 })
  const child = spawn('bash', ['-c', line], {
    cwd: home,
    detached: true,
    env: {
      PATH: process.env['PATH'],
      HOME: home,
      MOVECLI_BASE_URL: witness.url,
      movecli: `${process.execPath} ${await movecliScript()}`,
    },
  })
  let said = ''
  for (const stream of [child.stdout, child.stderr])
    stream.setEncoding('utf8').on('data', (text: string) => (said += text))
  child.stdin.on('error', () => {})
  if (input) setTimeout(() => child.stdin.end(input.text), input.afterMs)
  else child.stdin.end()
  const [code] = (await once(child, 'close')) as [number | null]
  return { code, said }
}

test.each([19, 21, 22, 24, 28])('with %i descriptors a login ends nothing but itself', async (limit) => {
  const { said } = await shell(
    `sleep 30 & S=$!; (ulimit -n ${limit}; $movecli login -n testnet --key-file ak --private-key-file k1; echo "exit $?"); kill -0 $S && echo alive; kill $S`,
  )
  expect(said).toMatch(/exit (?!137)\d+\n[^]*alive/)
})

test.each(['--private-key-file -', '--mnemonic-file -'])(
  '%s with bytes that are no text is wrong input',
  async (flag) => {
    const { code, said } = await shell(`$movecli login -n testnet --key-file ak ${flag}`, {
      text: Buffer.from('ab\xc3(', 'latin1'),
      afterMs: 0,
    })
    expect({ code, said }).toEqual({
      code: 2,
      said: expect.stringContaining('Standard input is not UTF-8 text.'),
    })
  },
)

test.each(['/dev/stdin', '/proc/self/fd/0', '-'])(
  'a key that comes late over a socket is read: %s',
  async (path) => {
    const { code, said } = await shell(
      `exec $movecli login -n testnet --key-file ak --private-key-file ${path}`,
      {
        text: `${key}\n`,
        afterMs: 700,
      },
    )
    expect({ code, said }).toEqual({ code: 0, said: expect.stringContaining('Signed in') })
  },
)
