/** docs/journal-format.md: its examples are read by the real readers, and what real commands write is on the page. */
import { mkdirSync, readdirSync, readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { encodeLine } from '../../src/disk/log-format.ts'
import { writeStates } from '../../src/journal/writes/record.ts'
import { readWrites } from '../../src/journal/writes/fold.ts'
import { readEvents } from '../../src/journal/runs/log-records.ts'
import { makeProof } from '../../src/sandbox/proof.ts'
import { freshFolder, movecli } from '../support/movecli.ts'

const page = readFileSync(new URL('../../docs/journal-format.md', import.meta.url), 'utf8')
const blocks = (kind: string) =>
  [...page.matchAll(new RegExp(`^\`\`\`${kind}\\n([\\s\\S]*?)^\`\`\`$`, 'gm'))].map(([, text]) => text ?? '')

type Fields = Record<string, unknown>
const [writes = [], rows = []] = blocks('jsonl').map((text) =>
  text
    .trimEnd()
    .split('\n')
    .map((line) => JSON.parse(line) as Fields),
)
const header = { format: 1 }
/** A state folder with these lines in its journal of single writes. */
function stateWith(records: readonly Fields[]): string {
  const state = freshFolder()
  mkdirSync(join(state, 'journal'), { mode: 0o700 })
  writeFileSync(join(state, 'journal/writes.log'), [header, ...records].map(encodeLine).join(''), {
    mode: 0o600,
  })
  return state
}
const stateOf = async (records: readonly Fields[]) =>
  (await readWrites(stateWith(records))).writes.map(({ state }) => state)

test('the raw line is the one that a log begins with', () => {
  expect(blocks('log')).toEqual([encodeLine(header)])
})

test('the single writes read back as the page says, after each line', async () => {
  const read = await Promise.all(writes.map(async (_, at) => stateOf(writes.slice(0, at + 1))))
  // The example's process ran on another machine: nobody can tell that it is gone.
  expect(read.flat()).toEqual(['planned', 'sending', 'planned', 'sending', 'unknown', 'resolved', 'resolved'])
})

test('every state of a single write is explained', () => {
  for (const state of [...writeStates, 'unlocked']) expect(page).toContain(`\`${state}\``)
})

const runWith = (records: readonly Fields[]): string => {
  const folder = freshFolder()
  writeFileSync(join(folder, 'rows.log'), [header, ...records].map(encodeLine).join(''), { mode: 0o600 })
  return folder
}
/** What each row of the example is, after these records, read on this machine or in the memory that they were written in. */
async function statesOf(records: readonly Fields[], now = {}) {
  const found: Record<string, string> = {}
  for await (const event of readEvents(runWith(records), undefined, now)) {
    if (event.is === 'sent') found[event.sent.row.slice(0, 2)] = 'unknown'
    if (event.is === 'ended') found[event.ended.row.slice(0, 2)] = event.ended.state
  }
  return found
}
const { boot, mount } = rows[1] as { boot: string; mount: string }
const to = (state: string) => rows.findIndex((record) => record['state'] === state) + 1

test('the rows read back as the page says', async () => {
  expect(await statesOf(rows)).toEqual({ AA: 'applied', AQ: 'rejected', Aw: 'not_taken', BA: 'resolved' })
})

test('a kill leaves the rows at sending unknown, a power loss all that were planned', async () => {
  const killed = rows.slice(0, to('sending'))
  expect(await statesOf(killed, { boot, mount })).toEqual({ AA: 'unknown' })
  expect(await statesOf(killed, { boot, mount: 'another' })).toEqual({
    AA: 'unknown',
    AQ: 'unknown',
    Aw: 'unknown',
    BA: 'unknown',
  })
})

/** Names of fields in backquotes, and those of the examples. */
const explained = new Set([...page.matchAll(/`([a-z_]+)`/g)].map(([, name]) => name))
const fieldsIn = (path: string) => [
  ...new Set(
    readFileSync(path, 'utf8')
      .trimEnd()
      .split('\n')
      .flatMap((line) => Object.keys(JSON.parse(line.slice(9)) as Fields)),
  ),
]

test('what a claim, a motion and a run write has no field that the page does not explain', async () => {
  const home = freshFolder()
  const motion = { steps: 5000, distance: 3.2, duration: 1860 }
  await movecli('token claim -n sandbox --yes', { home })
  const values = '--steps 5000 --distance 3.2 --duration 1860'
  await movecli(`motion submit -n sandbox ${values} --proof ${makeProof(motion)}`, { home })
  const row = JSON.stringify({ ...motion, steps: 6000, proof: 'a-false-proof' })
  await movecli('motion submit -n sandbox --from - --run format', { home, stdin: row })
  const journal = join(home, '.local/state/movecli/journal')
  const [scope = ''] = readdirSync(join(journal, 'runs/format'))
  const used = [
    ...fieldsIn(join(journal, 'writes.log')),
    ...fieldsIn(join(journal, 'runs/format', scope, 'rows.log')),
  ]
  expect(used).toEqual(expect.arrayContaining(['balance', 'content', 'holder', 'rows', 'mount']))
  const known = ['id', 'state', 'at', 'format', ...[...writes, ...rows].flatMap(Object.keys), ...explained]
  expect(used.filter((name) => !known.includes(name))).toEqual([])
})
