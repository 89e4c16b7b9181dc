/** A claim whose lock was freed by `journal unlock` while its process still runs. */
import { readdirSync, truncateSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { runCommandLine } from '../../../src/cli/run.ts'
import { createSandbox } from '../../../src/sandbox/sandbox.ts'
import { contextFor } from '../../support/movecli.ts'
import { world } from '../../support/world.ts'

/** What `journal unlock` does to every lock of a turn. */
function freeTurns(home: string): void {
  const turns = join(home, '.local/state/movecli/journal/turns')
  for (const name of readdirSync(turns, { recursive: true, encoding: 'utf8' }))
    if (/\/\d+$/.test(name)) truncateSync(join(turns, name))
}

test('freed before its request leaves, a claim is not sent', async () => {
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
    freeTurns(it.home)
    return context.random(bytes)
  }
  const code = await runCommandLine(['token', 'claim', '--yes', '-n', 'sandbox'], { ...context, random })
  expect({ code, stderr: stderr() }).toEqual({
    code: 8,
    stderr: expect.stringContaining('is no longer held by this process: movecli journal unlock freed it'),
  })
  expect(sent).not.toContain('POST')
  expect(await it.writes()).toMatchObject([{ state: 'not_sent' }])
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
