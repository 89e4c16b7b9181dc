/** How far an import is, on a terminal. */
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { movecli } from '../support/movecli.ts'
import { apple, folderOf, steps } from './support.ts'
import { zip } from './zip.ts'

/** An export of some megabytes, with steps of one day. */
const export30k = (): string => {
  const time = (minute: number) => new Date(Date.UTC(2026, 0, 2, 0, minute)).toISOString().slice(11, 19)
  const record = (at: number) =>
    steps(1, `2026-01-02 ${time(at)} +0000`, `2026-01-02 ${time(at + 1)} +0000`, 'Watch')
  const records = Array.from({ length: 30_000 }, (_, at) => record(at % 1400))
  return apple(...records)
}
const large = () => join(folderOf({ 'export.xml': export30k() }), 'export.xml')

test('a large file shows on a terminal how much of it is read, and takes the line away at the end', async () => {
  const path = large()
  const { stderr } = await movecli(['motion', 'import', path], { tty: true, env: { ACCESSIBLE: '1' } })
  expect(stderr).toMatch(/Reading \S*export\.xml: \d+ MB of \d+ MB \(\d+%\)/)
  const painted = await movecli(['motion', 'import', path], { tty: true })
  expect(painted.stderr).toMatch(/Reading .*export\.xml: \d+ MB of \d+ MB \(\d+%\)/)
  expect(painted.stderr).toMatch(/note: 1 row from 1 file, 30000 samples\.\n$/)
})

test('of a zip with a zip in it, the share that is read is one of the outer zip', async () => {
  const inner = zip([{ name: 'inner.xml', content: apple(' '.repeat(20_000_000)) }])
  const outer = zip([
    { name: '1.zip', content: inner },
    { name: '2.xml', content: export30k() },
  ])
  const path = join(folderOf({ 'all.zip': outer }), 'all.zip')
  const { stderr } = await movecli(['motion', 'import', path], { tty: true })
  const shares = [...stderr.matchAll(/: \d+ MB of (\d+) MB \((\d+)%\)/g)]
  expect(shares.length).toBeGreaterThan(0)
  const megabytes = String(Math.round((inner.length + export30k().length) / 1e6))
  expect(new Set(shares.map(([, all]) => all))).toEqual(new Set([megabytes]))
})

test('off a terminal, and with --quiet, nothing is said of progress', async () => {
  const path = large()
  expect((await movecli(['motion', 'import', path])).stderr).toBe('note: 1 row from 1 file, 30000 samples.\n')
  const quiet = await movecli(['motion', 'import', path, '--quiet'], { tty: true })
  expect(quiet.stderr).not.toContain('Reading')
})
