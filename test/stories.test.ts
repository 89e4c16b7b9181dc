/** Every story is replayed to the letter; the README quotes nothing else. `UPDATE=1 npx vitest run test/stories.test.ts` rewrites them. */
import { readdirSync, readFileSync, writeFileSync } from 'node:fs'
import { expect, test } from 'vitest'
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

test('every session in the README is part of a story', () => {
  const stories = names.map((name) => readFileSync(new URL(name, folder), 'utf8')).join('\n')
  const readme = readFileSync(new URL('../README.md', import.meta.url), 'utf8')
  const sessions = [...readme.matchAll(/^```console\n([\s\S]*?)^```$/gm)].map(([, text]) => text ?? '')
  expect(sessions.length).toBeGreaterThan(3)
  for (const session of sessions) expect(stories).toContain(session)
})
