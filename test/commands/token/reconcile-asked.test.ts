/** --reconcile at a terminal: each unresolved claim is asked about, and what is answered, and no more, is on record. */
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { recordVerdict } from '../../../src/journal/writes/ledger.ts'
import type { JournalRecord, PlannedRecord } from '../../../src/journal/writes/record.ts'
import { sandboxAddress } from '../../../src/sandbox/constants.ts'
import { unresolved as unresolvedClaim } from '../../journal/sandbox-claims.ts'
import { putJournal } from '../../journal/support.ts'
import { errorOf, person, reply, world } from '../../support/world.ts'

const balance = '{"balance":1,"claimable":1}'
const unresolved = (id: string, more: Partial<PlannedRecord> = {}) =>
  unresolvedClaim(id, { balance, ...more })

/** A home with these records and a service whose balance stands still; `asked` is told each read. */
function home(records: JournalRecord[], asked: (state: string) => void | Promise<void> = () => {}) {
  const it = world({
    service: async () => {
      await asked(state)
      return reply(200, `{"success":true,"data":${balance}}`)
    },
  })
  const state = join(it.home, '.local/state/movecli')
  putJournal(state, records)
  const verdicts = async () => (await it.writes()).map(({ id, state, as }) => [id, as ?? state])
  return { ...it, verdicts }
}

test.each([
  ['2', 'applied', 'applied'],
  ['3', 'not-applied', 'not applied'],
])('the answer %s is the result, in JSON and in words: %s', async (answer, as, words) => {
  const asJson = home(unresolved('c1'))
  const json = await asJson.run('token claim --reconcile --json', person(answer))
  expect({ code: json.code, stdout: JSON.parse(json.stdout) }).toEqual({
    code: 0,
    stdout: {
      operation: 'token.claim',
      address: sandboxAddress,
      records: [{ id: 'c1', as, evidence: 'answered at the terminal' }],
    },
  })
  expect(asJson.lines().at(-1)).toMatchObject({ state: 'resolved', as, note: 'answered at the terminal' })
  const told = await home(unresolved('c1')).run('token claim --reconcile', person(answer))
  expect(told.stdout).toBe(`c1  ${words}: answered at the terminal\n`)
})

test('of several the one that nobody knows of is left, and named alone', async () => {
  const { run, verdicts, requested } = home([...unresolved('c1'), ...unresolved('c2'), ...unresolved('c3')])
  const ran = await run('token claim --reconcile --json', person('3', '1', '2'))
  expect({
    code: ran.code,
    stdout: ran.stdout,
    error: errorOf({ stderr: ran.stderr.replace(/.*\): /s, '') }),
  }).toMatchObject({
    code: 9,
    stdout: '',
    error: {
      code: 'CLI_EARLIER_UNKNOWN',
      outcome: 'not_sent',
      message: 'The outcome of an earlier token claim (record c2) is unknown. Nothing was sent.',
      hint: 'movecli token claim --reconcile -n sandbox, or movecli journal resolve c2 --as applied|not-applied',
    },
  })
  expect(requested().filter((each) => !each.startsWith('GET'))).toEqual([])
  expect(await verdicts()).toEqual([
    ['c1', 'not-applied'],
    ['c2', 'unknown'],
    ['c3', 'applied'],
  ])
})

test('with --dry-run nobody is asked, and nothing is on record', async () => {
  const { run, verdicts } = home(unresolved('c1'))
  const { code, stderr } = await run('token claim --reconcile --dry-run', person('2'))
  expect([code, stderr]).toEqual([9, expect.not.stringContaining('What is the outcome')])
  expect(await verdicts()).toEqual([['c1', 'unknown']])
})

test.each<[string, string[], string[][]]>([
  ['alone', [], [['c1', 'applied']]],
  [
    'beside another, which is asked about anew',
    ['c2'],
    [
      ['c1', 'applied'],
      ['c2', 'not-applied'],
    ],
  ],
])('an answer about what was settled meanwhile is not kept: %s', async (_, more, verdicts) => {
  let settled = false
  const it = home(
    ['c1', ...more].flatMap((id) => unresolved(id)),
    async (state) => {
      if (settled) return
      settled = true
      await recordVerdict(state, { id: 'c1' }, { at: new Date(), as: 'applied' })
    },
  )
  const { code, stdout } = await it.run('token claim --reconcile', person('3', '3'))
  const none = `No token claim of ${sandboxAddress} has an unknown outcome.\n`
  const words = more.length === 0 ? none : 'c2  not applied: answered at the terminal\n'
  expect({ code, stdout }).toEqual({ code: 0, stdout: words })
  expect(await it.verdicts()).toEqual(verdicts)
})

const other = '0x2222222222222222222222222222222222222222'
test.each<[string, JournalRecord[], string]>([
  ['a mint of this wallet', unresolved('m1', { operation: 'nft.mint' }), ''],
  [
    'claims of other wallets',
    [
      ...unresolved('o1', { address: other, token: 'token:1' }),
      ...unresolved('o2', { address: other, token: 'token:2', origin: 'https://other.example' }),
    ],
    `note: The outcome of record o1 of ${other}, record o2 of ${other} at https://other.example is unknown. See: movecli journal ls --state unknown\n`,
  ],
])('beside %s there is nothing to settle, and claims alone are named', async (_, records, note) => {
  const { run } = home(records)
  const { code, stdout, stderr } = await run('token claim --reconcile -q')
  expect({ code, stdout, stderr }).toEqual({
    code: 0,
    stdout: `No token claim of ${sandboxAddress} has an unknown outcome.\n`,
    stderr: '',
  })
  const said = (await run('token claim --reconcile')).stderr.replace(/^.*made up.*\n/m, '')
  expect(said).toBe(note)
})
