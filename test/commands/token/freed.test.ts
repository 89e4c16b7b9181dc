/** A claim whose lock was freed by `journal unlock` while its process still runs. */
import { readdirSync, truncateSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { runCommandLine } from '../../../src/cli/run.ts'
import { createSandbox } from '../../../src/sandbox/sandbox.ts'
import { contextFor } from '../../support/movecli.ts'
import { world } from '../../support/world.ts'

/** What `journal unlock` does to every lock of a turn, or of who decides. */
function freeTurns(home: string, folder = 'turns'): void {
  const turns = join(home, '.local/state/movecli/journal', folder)
  for (const name of readdirSync(turns, { recursive: true, encoding: 'utf8' }))
    if (/\/\d+$/.test(name)) truncateSync(join(turns, name))
}

test.each([
  ['token claim --yes', 'turns', 'The lock of token claim'],
  ['nft mint -f type=shoes --yes', 'turns', 'The lock of nft mint'],
  ['kyc submit -f name=Ada --yes', 'turns', 'The lock of kyc submit'],
  ['motion submit --steps 5 --proof p', 'turns', 'The lock of motion submit'],
  ['motion submit --steps 5 --proof p', 'planning', 'The lock of journal'],
])('freed before its request leaves, %s is not sent (%s)', async (line, folder, lock) => {
  const it = world()
  const sandbox = createSandbox({ faults: [] })
  const sent: string[] = []
  const { context, stderr } = contextFor({
    home: it.home,
    transport: async (request) => {
      sent.push(request.method)
      return sandbox(request)
    },
  })
  // The id of the record is made once the turn is held.
  const random = (bytes: number) => {
    freeTurns(it.home, folder)
    return context.random(bytes)
  }
  const code = await runCommandLine([...line.split(' '), '-n', 'sandbox'], { ...context, random })
  expect({ code, stderr: stderr() }).toEqual({
    code: 8,
    stderr: expect.stringContaining(
      `${lock} is no longer held by this process: movecli journal unlock freed it`,
    ),
  })
  expect(sent.filter((method) => method !== 'GET')).toEqual([])
  expect(await it.writes()).toMatchObject([{ state: 'not_sent', code: 'CLI_BUSY' }])
  // Nothing is held any more: the same may be sent.
  expect((await it.run(line)).code).not.toBe(8)
})

test('freed while it waits for its next attempt, a claim is not sent again', async () => {
  const it = world({ faults: 'POST /token/claim:RATE_001@1' })
  const { code } = await it.run('token claim --yes', { sleep: async () => freeTurns(it.home) })
  expect({ code, requested: it.requested().filter((each) => each.startsWith('POST')) }).toEqual({
    code: 7,
    requested: ['POST /token/claim'],
  })
  expect(await it.writes()).toMatchObject([{ state: 'rejected' }])
})
