/** What stderr says beside errors has one style: `note:` or `warning:`, then sentences with a capital and a full stop. */
import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { expect, test } from 'vitest'
import { filesBelow } from '../scripts/imports.ts'

const root = fileURLToPath(new URL('..', import.meta.url))
const notes = filesBelow(root, 'src').flatMap((file) =>
  [...readFileSync(join(root, file), 'utf8').matchAll(/(['"`])(?:note|warning): (.*)\1/g)].map(
    ([, , words = '']) => words,
  ),
)

test('notes are found in the source', () => {
  expect(notes.length).toBeGreaterThan(40)
})

test.each(notes)('a note is made of sentences, and may end with what to type: %s', (words) => {
  // A value, a flag, a program or a variable may come first.
  expect(words).toMatch(/^(?:[A-Z\d$]|--|ps )/)
  expect(words).toMatch(/[.}]$|: (?:chmod|movecli) [^.]*$/)
  expect(words).not.toContain('; ')
})
