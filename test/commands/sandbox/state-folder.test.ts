/** A state folder that cannot be one is a fault of the setup, and no bug. */
import { mkdirSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { living } from '../../journal/support.ts'
import { freshFolder, movecli } from '../../support/movecli.ts'

test.each([
  'token price -n sandbox',
  'token claim --yes -n sandbox',
  'sandbox status',
  'sandbox reset --yes',
  'smoke -n sandbox',
])('%s ends with 3 where a part of its path is not a folder', async (line) => {
  const { code, stderr } = await movecli(`${line} --json`, { env: { MOVECLI_STATE_DIR: '/dev/null/x' } })
  expect({ code, stderr: JSON.parse(stderr) }).toMatchObject({
    code: 3,
    stderr: { error: { code: 'CLI_STATE', outcome: 'not_sent' } },
  })
})

test('sandbox reset says what it cannot delete, and does not name itself as the remedy', async () => {
  const state = freshFolder()
  mkdirSync(join(state, 'sandbox/events.log'), { recursive: true, mode: 0o700 })
  const { code, stderr } = await movecli('sandbox reset --yes', { env: { MOVECLI_STATE_DIR: state } })
  expect({ code, stderr }).toEqual({
    code: 3,
    stderr: expect.stringContaining('events.log: it is a folder.'),
  })
  expect(stderr).not.toContain('movecli sandbox reset')
})

test('sandbox start names the command that frees data which a server in another container may hold', async () => {
  const state = freshFolder()
  const data = freshFolder()
  for (const folder of [join(state, 'sandbox'), data]) {
    mkdirSync(join(folder, 'lock'), { recursive: true, mode: 0o700 })
    const elsewhere = { ...living, pid: 1, space: 'pid:[1]', note: 'http://127.0.0.1:1' }
    writeFileSync(join(folder, 'lock/1'), JSON.stringify(elsewhere))
  }
  const start = async (words = '') =>
    (await movecli(`sandbox start --port 0${words}`, { env: { MOVECLI_STATE_DIR: state } })).stderr
  const [own, other] = await Promise.all([start(), start(` --data ${data}`)])
  expect(own).toContain('movecli journal unlock sandbox')
  expect(other).toContain('use --data')
})
