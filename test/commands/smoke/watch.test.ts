/** smoke --watch: what is news of a check, and what a run may ask of a person. */
import { cpSync, existsSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { createSandbox } from '../../../src/sandbox/sandbox.ts'
import { prover, type Row } from '../../smoke/support.ts'
import { clock } from '../../support/clock.ts'
import { freshFolder, movecli } from '../../support/movecli.ts'
import { reply } from '../../support/world.ts'

/** What the balance is answered with in each run; nothing is as it should be. */
async function watched(answers: readonly ([code: string, message: string] | undefined)[], flags = '') {
  const time = clock()
  const stop = new AbortController()
  let runs = 0
  const sleep = async (ms: number) => {
    time.pass(ms)
    runs += 1
    if (runs === answers.length) stop.abort('SIGINT')
  }
  const sandbox = createSandbox({ now: time.now })
  const { code, stdout } = await movecli(`smoke -n sandbox --watch 5m --json ${flags}`, {
    now: time.now,
    sleep,
    signal: stop.signal,
    transport: async (request) => {
      const [error, message] = answers[runs] ?? []
      return error !== undefined && request.url.endsWith('/token/balance')
        ? reply(500, { success: false, error: { code: error, message } })
        : sandbox(request)
    },
  })
  const rows = stdout
    .trimEnd()
    .split('\n')
    .map((line) => JSON.parse(line) as Row & { at: string })
  return { code, rows: rows.filter(({ name }) => name === 'envelope token.balance') }
}

test('a check that fails for the same reason, whatever its numbers, is no news; another reason is', async () => {
  const { code, rows } = await watched([
    ['DB_1', 'away for 12 s'],
    ['DB_1', 'away for 345 s'],
    ['NET_1', 'away for 345 s'],
    undefined,
    undefined,
  ])
  expect(code).toBe(130)
  expect(rows.map(({ status, message = '' }) => [status, /(DB|NET)_1/.exec(message)?.[0]])).toEqual([
    ['failed', 'DB_1'],
    ['failed', 'NET_1'],
    ['passed', undefined],
  ])
  const times = rows.map(({ at }) => Date.parse(at))
  expect([times[1]! - times[0]!, times[2]! - times[1]!]).toEqual([600_000, 300_000])
})

test('the file of a run is written again where a check changed', async () => {
  const junit = join(freshFolder(), 'smoke.xml')
  const { rows } = await watched([undefined, ['DB_1', 'away'], ['DB_1', 'away']], `--junit ${junit}`)
  expect(rows.map(({ status }) => status)).toEqual(['passed', 'failed'])
  expect(readFileSync(junit, 'utf8')).toContain('DB_1')
})

test.each(['read', 'auth'])('the suite %s asks nobody for the password of a keystore', async (suite) => {
  const home = freshFolder()
  const keystore = join(home, 'wallet.json')
  cpSync(new URL('../../fixtures/wallets/cast-1.json', import.meta.url), keystore)
  const env = {
    MOVECLI_KEYSTORE: keystore,
    MOVECLI_API_KEY: 'sandbox-public-api-key',
    MOVECLI_BASE_URL: 'http://127.0.0.1:4017/v1',
  }
  const setting = { home, env, tty: true, transport: createSandbox() }
  const { code, stderr } = await movecli(`smoke -n testnet --suite ${suite}`, setting)
  expect({ code, asked: /password/i.test(stderr) }).toEqual({ code: 0, asked: false })
})

test('--dry-run with a prover starts none of it, and a prover that is not there ends it before anything is sent', async () => {
  let asked = 0
  const sandbox = createSandbox()
  const transport = async (request: Parameters<typeof sandbox>[0]) => (asked++, sandbox(request))
  const missing = await movecli('smoke -n sandbox --suite full --prover ./not-there', { transport })
  expect([missing.code, asked]).toEqual([2, 0])
  const home = freshFolder()
  const line = `smoke -n sandbox --suite full --prover ${prover()} --dry-run --json`
  const { stdout } = await movecli(line, { home, transport })
  const { checks } = JSON.parse(stdout) as { checks: Row[] }
  expect(checks.find(({ name }) => name === 'submission')).toMatchObject({ status: 'skipped' })
  expect(existsSync(join(home, '.local/state/movecli/journal'))).toBe(false)
})
