/** whoami --min-validity judges by the service's clock, as the session is judged there. */
import { chmodSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { afterAll, expect, test } from 'vitest'
import { freshFolder, movecli } from '../support/movecli.ts'
import { startWitness } from '../witness/service.ts'

const start = Date.parse('2026-01-31T12:00:00Z')
const witness = await startWitness({ expiresAt: new Date(start + 3_600_000).toISOString() })
afterAll(async () => witness.close())

/** A session of an hour by the service's clock, on a machine whose clock is `ahead` of it by so many minutes. */
async function signedIn(ahead: number) {
  const home = freshFolder()
  const key = join(home, 'key')
  writeFileSync(key, `0x${'42'.repeat(32)}\n`)
  chmodSync(key, 0o600)
  const env = { MOVECLI_BASE_URL: witness.url, MOVECLI_API_KEY: witness.key }
  const now = () => new Date(start + ahead * 60_000)
  witness.answer({ path: '/auth/login', headers: { Date: new Date(start).toUTCString() } })
  const login = await movecli(`login -n testnet --private-key-file ${key}`, { home, env, now })
  expect(login.code).toBe(0)
  return async (line: string) => movecli(line, { home, env, now })
}

test.each([
  ['right', 0, '50m', 0],
  ['right', 0, '60m', 0],
  ['right', 0, '3601s', 4],
  ['right', 0, '61m', 4],
  ['forty minutes ahead', 40, '50m', 0],
  ['forty minutes ahead', 40, '61m', 4],
  ['two hours behind', -120, '50m', 0],
  ['two hours behind', -120, '61m', 4],
])(
  'with a clock that is %s (%i min), a session of an hour against %s ends with %i',
  async (_, ahead, least, exit) => {
    const run = await signedIn(ahead)
    const { code, stderr } = await run(`whoami --min-validity ${least} --json`)
    expect({ code, said: stderr.includes('CLI_TOKEN_EXPIRED') }).toEqual({ code: exit, said: exit === 4 })
  },
)

test('the countdown is that of the service, too', async () => {
  const run = await signedIn(40)
  expect((await run('whoami --format table')).stdout).toMatch(/in (59|60) min|in 1 h 00 min/)
})
