/** Whether a journal has to be read at all. */
import { mkdirSync, symlinkSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { journalFolder, journalPath, mayHaveJournal } from '../../src/journal/present.ts'
import { freshFolder } from '../support/movecli.ts'

test('without its file there is no journal to read', () => {
  const state = freshFolder()
  expect(mayHaveJournal(state)).toBe(false)
  expect(mayHaveJournal(join(state, 'not-made'))).toBe(false)
})

test('a journal, a link in its place and a place that cannot be looked at are for its reader to judge', () => {
  const [whole, linked, blocked] = [freshFolder(), freshFolder(), freshFolder()]
  for (const state of [whole, linked]) mkdirSync(journalFolder(state))
  writeFileSync(journalPath(whole), '')
  symlinkSync(join(linked, 'nowhere'), journalPath(linked))
  writeFileSync(journalFolder(blocked), 'a file where the folder belongs')
  expect([whole, linked, blocked].map(mayHaveJournal)).toEqual([true, true, true])
})
