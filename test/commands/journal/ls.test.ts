/** What journal ls lists of a long journal, and that ids and addresses are whole wherever they stand. */
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { planned, putJournal } from '../../journal/support.ts'
import { freshFolder, movecli, type Setting } from '../../support/movecli.ts'
import { errorOf } from '../../support/world.ts'

const now = () => new Date('2026-01-31T12:00:00Z')
const idOf = (n: number) => `${(0xabcd0000 + n).toString(16)}00000000`
const [one, other] = [`0xC1b1550860Af${'1'.repeat(24)}Cb8b`, `0xC1b1550860Af${'2'.repeat(24)}Cb8b`]

/** A write for each of `n` hours before now, the newest last. */
const written = (n: number, more: (at: number) => object = () => ({})) =>
  Array.from({ length: n }, (_, place) => {
    const hours = n - place
    const at = new Date(now().getTime() - hours * 3_600_000).toISOString()
    return [
      planned(idOf(hours), { at, address: one, ...more(hours) }),
      { state: 'applied', id: idOf(hours), at, status: 200 },
    ]
  }).flat()

function setUp(lines: unknown[]) {
  const home = freshFolder()
  putJournal(join(home, '.local/state/movecli'), lines)
  return async (line: string, setting: Setting = {}) => movecli(line, { home, now, ...setting })
}
const idsOf = ({ stdout }: { stdout: string }) => (JSON.parse(stdout) as { id: string }[]).map(({ id }) => id)

test('on a terminal the newest 30, and how many there are; --all and --limit say otherwise', async () => {
  const run = setUp(written(50))
  const lines = (text: string) => text.trim().split('\n').length - 1
  const usual = await run('journal ls', { tty: true, columns: 200 })
  expect({ lines: lines(usual.stdout), stderr: usual.stderr }).toEqual({
    lines: 30,
    stderr: 'note: The newest 30 of 50 writes. --all lists every one.\n',
  })
  expect(usual.stdout.split('\n')[1]).toContain(idOf(1))
  expect(lines((await run('journal ls --all', { tty: true, columns: 200 })).stdout)).toBe(50)
  expect(lines((await run('journal ls --limit 3', { tty: true, columns: 200 })).stdout)).toBe(3)
})

test('elsewhere all of them, or as many as --limit says', async () => {
  const run = setUp(written(50))
  expect(idsOf(await run('journal ls --json'))).toHaveLength(50)
  expect((await run('journal ls')).stdout.trim().split('\n')).toHaveLength(51)
  expect(idsOf(await run('journal ls --json --limit 2'))).toEqual([idOf(1), idOf(2)])
})

test.each([
  ['--since 2h', 2],
  ['--since 1d', 24],
  ['--since 90m', 1],
  ['--since 1', 0],
])('%s lists what was sent since', async (flag, count) => {
  expect(idsOf(await setUp(written(50))(`journal ls --json ${flag}`))).toHaveLength(count)
})

test.each(['--limit 0', '--limit many', '--since soon', '--all --limit 2'])('%s is exit 2', async (flags) => {
  expect((await setUp(written(1))(`journal ls ${flags}`)).code).toBe(2)
})

test('what all writes share is said once where there is no room for it, and a write is a line', async () => {
  const run = setUp(written(50))
  const { stdout, stderr } = await run('journal ls', { tty: true, columns: 80 })
  expect(stdout.trim().split('\n')).toHaveLength(31)
  expect(stderr).toContain(`All rows: address ${one}`)
})

test.each([40, 60, 80, 100, 110, 120, 140, 200])(
  'at %i columns ids and addresses are whole',
  async (columns) => {
    const run = setUp(written(5, (at) => ({ address: at % 2 === 0 ? one : other })))
    const joined = (await run('journal ls', { tty: true, columns })).stdout.replaceAll(/\n {2}|\n/g, '')
    for (const text of [idOf(1), idOf(5), one, other]) expect(joined).toContain(text)
    expect(joined).not.toContain('0xC1b1550860Af…')
  },
)

test('an id may be given by its first characters, where they are those of one record', async () => {
  const run = setUp(written(20))
  expect(JSON.parse((await run('journal show abcd0001 --json')).stdout)).toMatchObject({ id: idOf(1) })
  expect(JSON.parse((await run(`journal show ${idOf(2).toUpperCase()} --json`)).stdout)).toMatchObject({
    id: idOf(2),
  })
  const several = await run('journal resolve abcd --as applied --json')
  expect({ code: several.code, message: errorOf(several)['message'] }).toEqual({
    code: 2,
    message: `20 records have an id that begins like this: ${[20, 19, 18, 17, 16].map(idOf).join(', ')}, and 15 more.`,
  })
  expect((await run('journal show abc --json')).code).toBe(2)
})
