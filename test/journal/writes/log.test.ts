/** The journal's file: whole lines or none, by many writers, and never past damage. */
import { journalFolder, journalPath } from '../../../src/journal/present.ts'
import { mkdirSync, readdirSync, readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { encodeLine } from '../../../src/disk/log-format.ts'
import { openJournal, readJournal, rewriteJournal } from '../../../src/journal/writes/log.ts'
import { bundle, start } from '../../support/bundle.ts'
import { freshFolder } from '../../support/movecli.ts'
import { gone, planned, putJournal, sending } from '../support.ts'

const faultOf = async (work: Promise<unknown>) =>
  work.then(
    () => undefined,
    (error: { message: string; fault?: object }) => ({ message: error.message, ...error.fault }),
  )

test('what is appended comes back in order, through every door', async () => {
  const state = freshFolder()
  expect(await readJournal(state)).toEqual({ records: [], torn: false })
  await openJournal(state).append([planned('a'), sending('a')])
  await openJournal(state).append([planned('b')])
  expect((await readJournal(state)).records).toEqual([planned('a'), sending('a'), planned('b')])
})

test('a torn last line is left out, told of, and gone with the next append', async () => {
  const state = freshFolder()
  const path = putJournal(state, [planned('a')], encodeLine(sending('a')).slice(0, -9))
  expect(await readJournal(state)).toEqual({ records: [planned('a')], torn: true })
  await openJournal(state).append([planned('b')])
  expect(await readJournal(state)).toEqual({ records: [planned('a'), planned('b')], torn: false })
  expect(readFileSync(path, 'utf8')).not.toContain('sending')
})

test('any other damage is refused with its line number', async () => {
  const state = freshFolder()
  const path = putJournal(state, [planned('a'), sending('a'), planned('b')])
  writeFileSync(path, readFileSync(path, 'utf8').replace('"sending"', '"pending"'))
  expect(await faultOf(readJournal(state))).toMatchObject({
    message: `The journal of writes cannot be used: ${path} is damaged at line 3.`,
    code: 'CLI_STATE',
    exit: 3,
    outcome: 'not_sent',
  })
})

test('a line whose checksum holds but which is no record is damage too', async () => {
  const state = freshFolder()
  const path = putJournal(state, [planned('a'), { state: 'applied' }])
  expect(await faultOf(readJournal(state))).toMatchObject({
    message: `The journal of writes cannot be used: ${path} is damaged at line 3.`,
  })
})

test('the journal of a newer movecli is read, and never written', async () => {
  const state = freshFolder()
  const path = putJournal(state, [planned('a')], '', 2)
  const before = readFileSync(path)
  expect((await readJournal(state)).records).toEqual([planned('a')])
  expect(await faultOf(openJournal(state).append([planned('b')]))).toMatchObject({
    code: 'CLI_STATE',
    exit: 3,
    hint: 'Use the newer movecli for writes.',
  })
  expect(await faultOf(rewriteJournal(state, () => []))).toMatchObject({ code: 'CLI_STATE', exit: 3 })
  expect(readFileSync(path)).toEqual(before)
})

test('a folder that cannot be written is exit 3 and keeps nothing', async () => {
  const state = freshFolder()
  writeFileSync(join(state, 'journal'), 'a file')
  expect(await faultOf(openJournal(state).append([planned('a')]))).toMatchObject({
    code: 'CLI_STATE',
    exit: 3,
  })
})

test('a link in the place of the journal is not followed', async () => {
  const state = freshFolder()
  mkdirSync(journalFolder(state))
  const { symlinkSync } = await import('node:fs')
  writeFileSync(join(state, 'other'), '')
  symlinkSync(join(state, 'other'), journalPath(state))
  expect(await faultOf(openJournal(state).append([planned('a')]))).toMatchObject({
    code: 'CLI_STATE',
    exit: 3,
  })
  expect(readFileSync(join(state, 'other'), 'utf8')).toBe('')
})

test('appends of one moment share one flush', async () => {
  const state = freshFolder()
  const journal = openJournal(state)
  await Promise.all(Array.from({ length: 200 }, async (_, n) => journal.append([planned(`n${n}`)])))
  expect((await readJournal(state)).records).toHaveLength(200)
  const turns = readdirSync(join(journalFolder(state), 'lock')).map(Number)
  expect(Math.max(...turns)).toBeLessThanOrEqual(2)
})

test('four processes that append at once lose nothing', async () => {
  const state = freshFolder()
  const script = await bundle(`
    import { openJournal } from 'src/journal/writes/log.ts'
    import { planned } from 'test/journal/support.ts'
    const [state, name] = process.argv.slice(2)
    async function main() {
      for (let n = 0; n < 25; n++) await openJournal(state).append([planned(name + n), planned(name + n + 'b')])
    }
    main()`)
  const ended = await Promise.all(
    ['a', 'b', 'c', 'd'].map(async (name) => start(script, [state, name]).ended),
  )
  expect(ended.map(({ stderr }) => stderr)).toEqual(['', '', '', ''])
  const { records } = await readJournal(state)
  expect(new Set(records.map(({ id }) => id)).size).toBe(200)
  const pairs = records.filter((_, n) => n % 2 === 0).map(({ id }, n) => `${id}b` === records[2 * n + 1]?.id)
  expect(pairs.every(Boolean)).toBe(true)
})

test('a rewriting keeps what was chosen, and appends go on after it', async () => {
  const state = freshFolder()
  const journal = openJournal(state)
  await journal.append([planned('a'), planned('b')])
  await rewriteJournal(state, (records) => records.filter(({ id }) => id === 'b'))
  await journal.append([planned('c')])
  expect((await readJournal(state)).records.map(({ id }) => id)).toEqual(['b', 'c'])
  expect(readdirSync(journalFolder(state)).sort()).toEqual(['lock', 'writes.log'])
})

test('a rewriting sweeps away what a killed one left beside the journal, and nothing else', async () => {
  const state = freshFolder()
  putJournal(state, [planned('a'), planned('b')])
  const drafts = ['writes.log.0123456789ab.tmp', 'writes.log.bak', 'writes.log.tmp']
  for (const name of drafts) writeFileSync(join(journalFolder(state), name), 'half a journal')
  await rewriteJournal(state, (records) => records.filter(({ id }) => id === 'b'))
  expect(readdirSync(journalFolder(state)).sort()).toEqual([
    'lock',
    'writes.log',
    'writes.log.bak',
    'writes.log.tmp',
  ])
})

test('what comes into the journal while a rewriting is decided is judged too', async () => {
  const state = freshFolder()
  putJournal(state, [planned('a'), planned('b')])
  let asked = 0
  let late: Promise<void> | undefined
  await rewriteJournal(state, (records) => {
    // Decided first without the lock, and then under it.
    if (++asked === 1) late = openJournal(state).append([planned('c')])
    return records.filter(({ id }) => id !== 'a')
  })
  await late
  expect(asked).toBe(2)
  expect((await readJournal(state)).records.map(({ id }) => id)).toEqual(['b', 'c'])
})

test('nothing is rewritten where everything stays', async () => {
  const state = freshFolder()
  await rewriteJournal(state, (records) => records)
  expect(readdirSync(state)).toEqual([])
})

test('a step whose write is not on record is damage at its line, and so is a journal without any line', async () => {
  const state = freshFolder()
  const unlocked = { state: 'unlocked', id: 'u', at: '2026-01-02T03:04:06.000Z', note: 'x', holder: gone }
  const path = putJournal(state, [unlocked, planned('a'), sending('a'), sending('b')])
  const damage = async () => faultOf(readJournal(state))
  expect(await damage()).toMatchObject({
    message: `The journal of writes cannot be used: ${path} is damaged at line 5.`,
    exit: 3,
  })
  writeFileSync(path, '')
  expect(await damage()).toMatchObject({
    message: expect.stringContaining(`${path} is damaged at line 1`),
    exit: 3,
  })
  expect(await faultOf(openJournal(state).append([planned('c')]))).toMatchObject({ exit: 3 })
})

test('a step of a write that was pruned meanwhile is not kept: it would be of nothing', async () => {
  const state = freshFolder()
  const [writer, other] = [openJournal(state), openJournal(state)]
  await writer.append([planned('a')])
  await other.append([planned('b')])
  await rewriteJournal(state, (records) => records.filter(({ id }) => id !== 'a'))
  await writer.append([sending('a')])
  await openJournal(state).append([sending('a'), sending('b')])
  expect((await readJournal(state)).records).toEqual([planned('b'), sending('b')])
})
