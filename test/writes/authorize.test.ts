/** What is looked at once more under the write lock: what was applied, or is in doubt, since the write was prepared. */
import { expect, test } from 'vitest'
import { compose } from '../../src/client/compose.ts'
import { operationOf } from '../../src/contract/operations.ts'
import { thisProcess } from '../../src/disk/liveness.ts'
import { moveError } from '../../src/errors.ts'
import { openJournal } from '../../src/journal/writes/log.ts'
import type { JournalRecord } from '../../src/journal/writes/record.ts'
import { heldWriteLocks } from '../../src/journal/writes/write-lock.ts'
import { toolsFor } from '../../src/runtime/services.ts'
import { ownerOf } from '../../src/session/session-owner.ts'
import { openSession } from '../../src/session/session.ts'
import { identityOf } from '../../src/writes/write-attempt.ts'
import { prepareWrite } from '../../src/writes/write-guard.ts'
import { planned, sending } from '../journal/support.ts'
import { contextFor } from '../support/movecli.ts'
import { reply } from '../support/world.ts'

const inputs = {
  'token.claim': { body: {} },
  'nft.mint': { body: { type: 'shoes' } },
  'user.kyc': { body: { name: 'Ada' } },
  'user.settings': { body: { units: 'km' } },
  'motion.submit': { steps: '5', proof: 'p' },
} as const
type Name = keyof typeof inputs

/** A write that is prepared, off a terminal; `record` puts an equal one that ended so, or another, into the journal. */
async function prepared(name: Name, { yes }: { yes?: true } = {}) {
  let reads = 0
  const transport = async () => reply(200, `{"success":true,"data":{"balance":${++reads}}}`)
  const { context } = contextFor({ transport })
  const tools = toolsFor(context, { network: 'sandbox', ...(yes && { yes }) }, 'table')
  const session = await openSession(tools, operationOf(name))
  const request = compose(name, inputs[name], session.sender.target)
  const { state } = tools.folders
  const owner = await ownerOf(session, state)
  const write = await prepareWrite(tools, session, request)
  const record = async (last: JournalRecord['state'], more: object = {}) => {
    const same = { ...identityOf(owner, request), ...more, holder: thisProcess() }
    const end = { state: last, id: 'other', at: '2026-01-02T03:04:07.000Z' } as JournalRecord
    await openJournal(state).append([planned('other', same), sending('other'), end])
  }
  const held = async () => (await heldWriteLocks(state)).length
  return { write, record, held, request, reads: () => reads }
}

test.each<[Name, question: string | undefined, held: boolean]>([
  ['token.claim', '/token/claim', true],
  ['nft.mint', '/nft/mint', true],
  ['user.kyc', '/user/kyc', true],
  ['motion.submit', undefined, true],
  ['user.settings', undefined, false],
])('%s is asked about, and held until it is released', async (name, question, isHeld) => {
  const { write, held, request } = await prepared(name)
  if (question === undefined) expect(write.question).toBeUndefined()
  else expect(write.question).toContain(question)
  expect(write.summary).toContain(`${request.method} ${request.url}`)
  expect(write.summary.includes('balance before: {"balance":1}')).toBe(name === 'token.claim')
  const permit = await write.authorize(true)
  expect(permit.request).toEqual(request)
  expect((await held()) > 0).toBe(isHeld)
  await permit.release()
  expect(await held()).toBe(0)
})

const other = 'ab'.repeat(32)
test.each<[Name, string, last: JournalRecord['state'], more: object, code: string | undefined]>([
  ['token.claim', 'was applied', 'applied', {}, 'CLI_CONSENT'],
  ['token.claim', 'of another wallet was applied', 'applied', { address: `0x${'2'.repeat(40)}` }, undefined],
  ['token.claim', 'was rejected', 'rejected', {}, undefined],
  ['token.claim', 'was not sent', 'not_sent', {}, undefined],
  ['token.claim', 'is in doubt', 'unknown', {}, 'CLI_EARLIER_UNKNOWN'],
  ['token.claim', 'is being sent', 'sending', {}, 'CLI_BUSY'],
  ['token.claim', 'waits to be sent once more', 'planned', {}, undefined],
  ['nft.mint', 'was applied', 'applied', {}, 'CLI_CONSENT'],
  ['nft.mint', 'with another body was applied', 'applied', { digest: other }, 'CLI_CONSENT'],
  ['user.kyc', 'was applied', 'applied', {}, 'CLI_CONSENT'],
  ['user.kyc', 'of other data was applied', 'applied', { content: other }, undefined],
  ['user.kyc', 'of other data is in doubt', 'unknown', { content: other }, undefined],
  ['user.kyc', 'is in doubt', 'unknown', {}, 'CLI_EARLIER_UNKNOWN'],
  ['motion.submit', 'was applied', 'applied', {}, undefined],
  ['motion.submit', 'is in doubt', 'unknown', {}, 'CLI_EARLIER_UNKNOWN'],
  ['motion.submit', 'with another proof is in doubt', 'unknown', { content: other }, 'CLI_EARLIER_UNKNOWN'],
  ['motion.submit', 'is being sent', 'sending', {}, 'CLI_BUSY'],
  ['user.settings', 'is in doubt', 'unknown', {}, undefined],
  ['user.settings', 'is being sent', 'sending', {}, undefined],
])('%s beside one that %s since', async (name, _, last, more, code) => {
  const { write, record, held } = await prepared(name)
  await record(last, more)
  const authorized = write.authorize(true)
  if (code === undefined) await (await authorized).release()
  else await expect(authorized).rejects.toMatchObject({ fault: { code, outcome: 'not_sent' } })
  expect(await held()).toBe(0)
})

test('with --yes a claim goes beside one that was applied since, and keeps the balance after that', async () => {
  const { write, record, reads } = await prepared('token.claim', { yes: true })
  await record('applied')
  const { release } = await write.authorize(false)
  expect(reads()).toBe(2)
  await release()
})

test.each(['token.claim', 'user.settings'] as const)(
  '%s that is left out where the same was sent is judged by the journal as it is under the lock',
  async (name) => {
    const { write, record, held } = await prepared(name)
    await record('rejected')
    const seen: string[] = []
    const same = { origin: 'https://api.example', address: null, key: 'key:1', operation: name }
    const refuse = async (writes: readonly { id: string }[]) => {
      seen.push(...writes.map(({ id }) => id))
      expect(await held()).toBeGreaterThan(0)
      throw moveError('CLI_BUSY', { message: 'It was sent.' })
    }
    await expect(write.authorize(true, { same, refuse })).rejects.toThrow('It was sent.')
    expect({ seen, held: await held() }).toEqual({ seen: ['other'], held: 0 })
    const permit = await write.authorize(true, { same, refuse: async () => {} })
    expect(await held()).toBeGreaterThan(0)
    await permit.release()
    expect(await held()).toBe(0)
  },
)
