/**
 * Every story is replayed to the letter; the README quotes nothing else. `UPDATE=1 npx
 * vitest run test/stories.test.ts` rewrites them.
 */
import { readdirSync, readFileSync, writeFileSync } from 'node:fs'
import { expect, test } from 'vitest'
import { terminalPicture } from '../scripts/terminal-picture.ts'
import { play } from './support/story.ts'

const folder = new URL('stories/', import.meta.url)
const names = readdirSync(folder).filter((name) => name.endsWith('.txt'))
const isRetelling = process.env['UPDATE'] === '1'

test.each(names)('%s', async (name) => {
  const path = new URL(name, folder)
  const told = readFileSync(path, 'utf8')
  const played = await play(told)
  if (!isRetelling || played === told) return expect(played).toBe(told)
  // What is told from now on is what is played a second time, too.
  expect(await play(played)).toBe(played)
  writeFileSync(path, played)
})

test('stories are retold by hand, never by a build', () => {
  if (process.env['CI']) expect(isRetelling).toBe(false)
})

test('the sessions of the README are one story, from the top in an empty home', () => {
  const story = readFileSync(new URL('readme.txt', folder), 'utf8')
  const readme = readFileSync(new URL('../README.md', import.meta.url), 'utf8')
  const sessions = [...readme.matchAll(/^```console\n([\s\S]*?)^```$/gm)].map(([, text]) => text ?? '')
  expect(sessions.length).toBeGreaterThan(3)
  expect(sessions.join('\n')).toBe(story)
})

test('the sessions of docs/import.md are of the story of an import', () => {
  const story = readFileSync(new URL('import.txt', folder), 'utf8')
  const page = readFileSync(new URL('../docs/import.md', import.meta.url), 'utf8')
  const sessions = [...page.matchAll(/^```console\n([\s\S]*?)^```$/gm)].map(([, text]) => text ?? '')
  expect(sessions).toHaveLength(1)
  expect(story.startsWith(sessions[0]!)).toBe(true)
})

const picture =
  '$ movecli motion daily -n sandbox\n\n$ movecli motion history -n sandbox --limit 7 --chart\n\n$ movecli motion submit -n sandbox --from rows.csv --run january\n'

test.each(['light', 'dark'] as const)('docs/session-%s.svg shows what a terminal shows', async (theme) => {
  const path = new URL(`../docs/session-${theme}.svg`, import.meta.url)
  const shown = await play(picture, { columns: 84, color: true })
  const drawn = terminalPicture(shown, { theme, title: 'A session of movecli in a terminal' })
  if (isRetelling) writeFileSync(path, drawn)
  expect(readFileSync(path, 'utf8') === drawn).toBe(true)
})
