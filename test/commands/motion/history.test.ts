/** motion history and motion daily --explain: days as rows, as a chart, and part by part. */
import stringWidth from 'string-width'
import { expect, test } from 'vitest'
import { chartText } from '../../../src/output/chart.ts'
import { movecli } from '../../support/movecli.ts'
import { testnet } from '../../support/testnet.ts'

const { witness, env, requested } = await testnet()
const history = async (words: string, more: Record<string, string> = {}) =>
  movecli(`motion history ${words}`, { env: { ...env, ...more } })
const answer = (days: string) =>
  witness.answer({ path: '/motion/history', body: `{"success":true,"data":[${days}]}` })

test('one page as it comes, nothing sent that was not given', async () => {
  const { code, stdout } = await history('--json')
  expect({ code, stdout: (JSON.parse(stdout) as unknown[]).length }).toEqual({ code: 0, stdout: 20 })
  expect(requested().map(({ target }) => target)).toEqual(['/v1/motion/history'])
  expect(stdout).toContain('"distance":5.20,"earnings":{"mft":1.10}')
})

test('--all reads 45 days in three pages and no more', async () => {
  const { stdout } = await history('--all --format ndjson')
  expect(new Set(stdout.match(/\d{4}-\d{2}-\d{2}/g)).size).toBe(45)
  expect(requested().map(({ target }) => target.slice(-7))).toEqual(['?page=1', '?page=2', '?page=3'])
})

test('a table has units, CSV the raw digits', async () => {
  expect((await history('--limit 2 --format table')).stdout).toBe(
    'Date        Steps  Distance    Earned\n2026-01-31   8000   5.20 km  1.10 MFT\n2026-01-30   8001   5.20 km  1.10 MFT\n',
  )
  expect((await history('--limit 1 --format csv')).stdout).toBe(
    'date,steps,distance,earnings.mft\n2026-01-31,8000,5.20,1.10\n',
  )
})

test('--chart draws steps and earnings per day, the earliest first, in ASCII where the locale says no more', async () => {
  answer(
    '{"date":"2026-01-03","steps":4000,"earnings":{"mft":1.10}},{"date":"2026-01-02","steps":8000},{"date":"2026-01-01","steps":0,"earnings":{"mft":2.20}}',
  )
  expect((await history('--chart')).stdout).toMatchInlineSnapshot(`
    "Date        Steps                              Earned (MFT)
    2026-01-01                                  0  ############################ 2.20
    2026-01-02  ############################ 8000                                  -
    2026-01-03  ##############               4000  ##############               1.10
    "
  `)
})

test('--chart draws with blocks in a UTF-8 locale, unless ACCESSIBLE asks for plain characters', async () => {
  const day = '{"date":"2026-01-03","steps":4000,"earnings":{"mft":1.10}}'
  const drawn = async (more: object) => {
    answer(day)
    return (await history('--chart', { ...more })).stdout
  }
  expect(await drawn({ LANG: 'en_GB.UTF-8' })).toContain('█')
  expect(await drawn({ LC_ALL: 'C', LANG: 'en_GB.UTF-8' })).not.toContain('█')
  expect(await drawn({ LANG: 'en_GB.UTF-8', ACCESSIBLE: '1' })).toMatch(/^[\x20-\x7e\n]+$/)
})

test('several rows of one day are added up in decimal', async () => {
  answer(
    '{"day":"2026-01-03T08:00:00Z","mft":1.10},{"day":"2026-01-03T20:00:00Z","mft":0.0000000000000000000001}',
  )
  expect((await history('--chart')).stdout).toContain('1.1000000000000000000001')
})

test('a narrow terminal gets one series under the other, within its width', async () => {
  answer('{"date":"2026-01-03","steps":4000,"earnings":{"mft":1.10}}')
  const { stdout } = await movecli('motion history --chart', { env, tty: true, columns: 30 })
  const lines = stdout.split('\n')
  expect(lines.every((line) => line.length <= 30)).toBe(true)
  expect(stdout).toMatch(/Steps[\s\S]*\n\n[\s\S]*Earned/)
})

test('with --chart the formats for machines have the rows as ever', async () => {
  for (const format of ['json', 'ndjson', 'csv', 'tsv']) {
    const plain = await history(`--limit 3 --format ${format}`)
    expect((await history(`--limit 3 --chart --format ${format}`)).stdout).toBe(plain.stdout)
  }
  expect((await history('--chart --limit 3 --jq length')).stdout).toBe('3\n')
})

test('a history with nothing to draw is printed as rows, with a note; an empty one says so', async () => {
  answer('{"note":"walked"}')
  expect(await history('--chart')).toEqual({
    code: 0,
    stdout: 'note\nwalked\n',
    stderr: 'note: No row has a valid date with steps or earnings to draw.\n',
  })
  answer('')
  expect(await history('--chart')).toEqual({ code: 0, stdout: '', stderr: 'no motion yet\n' })
})

test('amounts that come as decimal texts are drawn with their digits', async () => {
  answer('{"date":"2026-01-03","steps":"4000","earnings":{"mft":"0.10"}},{"date":"2026-01-04","steps":7}')
  const { stdout, stderr } = await history('--chart')
  expect(stdout).toMatch(/^2026-01-03 .* 4000 .*# +0\.10$/m)
  expect(stderr).toBe('')
})

test('a date that the calendar does not have is not drawn', async () => {
  answer(
    '{"date":"2026-02-28","steps":1},{"date":"2026-02-30","steps":2},{"date":"2026-13-01T08:00:00Z","steps":3}',
  )
  const { stdout, stderr } = await history('--chart')
  expect(stdout.match(/2026-\S+/g)).toEqual(['2026-02-28'])
  expect(stderr).toBe('note: 2 of 3 rows have no valid date with steps or earnings, and are not drawn.\n')
})

test('rows that cannot be drawn are counted in a note', async () => {
  answer('{"date":"2026-01-03","steps":1},{"steps":2},{"date":"2026-01-04"}')
  const { code, stdout, stderr } = await history('--chart')
  expect({ code, printed: stdout.match(/2026-/g) }).toEqual({ code: 0, printed: ['2026-'] })
  expect(stderr).toBe('note: 2 of 3 rows have no valid date with steps or earnings, and are not drawn.\n')
})

test('a chart of a list of which rows may be missing is drawn, and ends with 10', async () => {
  const days = Array.from({ length: 20 }, (_, n) => `{"date":"2026-01-${n + 10}","steps":1}`).join(',')
  answer(days)
  answer(days)
  const { code, stdout, stderr } = await history('--chart --all')
  expect({ code, printed: stdout.match(/2026-/g)?.length }).toEqual({ code: 10, printed: 20 })
  expect(stderr).toContain('error: Page 2 repeats the page before it')
})

test('wide labels of a chart are aligned', async () => {
  const days = ['一月三日', '2026-01-03'].map((label) => ({ label, bars: [{ value: 4, words: '4' }] }))
  const chart = await chartText({ title: 'Date', series: ['Steps'], days }, { width: 80, unicode: false })
  const lines = chart.split('\n').slice(1, 3)
  const columns = lines.map((line) => stringWidth(line.slice(0, line.indexOf('#'))))
  expect(columns[0]).toBe(columns[1])
})

test('foreign text in place of a date is harmless, and is not drawn', async () => {
  answer('{"date":"\\u001b[31m","steps":1}')
  const { stdout, stderr } = await history('--chart')
  expect(stdout).toContain('\\x1b[31m')
  expect(stderr).toBe('note: No row has a valid date with steps or earnings to draw.\n')
})

test('--explain sets mft, k_day and each multiplier side by side and claims no formula', async () => {
  const daily = async (words: string) => movecli(`motion daily --date 2026-01-05 --explain ${words}`, { env })
  const { code, stdout, stderr } = await daily('--format table')
  expect(code).toBe(0)
  expect(stdout).toBe(
    'Date    2026-01-05\nmft     1.10\nk_day   9007199254740993\nnft     ×0.1234567890123456789\nstreak  ×1.0\nsocial  ×1.25\n',
  )
  expect(stderr).toContain('gives no formula that ties them together.')
  const plain = await movecli('motion daily --date 2026-01-05 --json', { env })
  expect(await daily('--json')).toEqual(plain)
})

test('--explain leaves open what did not come', async () => {
  witness.answer({
    path: '/motion/daily',
    body: '{"success":true,"data":{"date":"2026-01-05","earnings":{"mft":1.10}}}',
  })
  const { stdout } = await movecli('motion daily --date 2026-01-05 --explain --format table', { env })
  expect(stdout).toBe('Date    2026-01-05\nmft     1.10\nk_day   –\nnft     –\nstreak  –\nsocial  –\n')
})
