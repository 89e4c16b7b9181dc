/** motion history --svg and --html: a picture of the days as one file that needs nothing else. */
import { mkdirSync, readFileSync, symlinkSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { freshFolder, movecli } from '../../support/movecli.ts'
import { testnet } from '../../support/testnet.ts'

const { witness, env, requested } = await testnet()
const folder = freshFolder()
const at = (name: string) => join(folder, name)
const history = async (words: string) => movecli(['motion', 'history', ...words.split(' ')], { env })
const answer = (days: string) =>
  witness.answer({ path: '/motion/history', body: `{"success":true,"data":[${days}]}` })
const pictured = async (days: string, more = '') => {
  answer(days)
  const ran = await history(`--svg ${at('h.svg')} --html ${at('h.html')}${more}`)
  expect(ran.code, ran.stderr).toBe(0)
  return { ...ran, svg: readFileSync(at('h.svg'), 'utf8'), html: readFileSync(at('h.html'), 'utf8') }
}

const days = [
  '{"date":"2026-01-03","steps":4000,"distance":5.20,"duration":1860,"earnings":{"mft":1.10,"multipliers":{"nft":1.50,"streak":1.0}}}',
  '{"date":"2026-01-02","steps":8000,"distance":0.05,"duration":60,"earnings":{"mft":0.0000000000000000001,"multipliers":{"nft":1.2,"streak":1.1}}}',
].join(',')

test('the rows go to stdout as ever, and both files say what they show', async () => {
  const { stdout, stderr, svg, html } = await pictured(days, ' --format csv --fields date,steps')
  expect(stdout).toBe('date,steps\n2026-01-03,4000\n2026-01-02,8000\n')
  expect(stderr).toBe(`Wrote ${at('h.svg')} (2 days).\nWrote ${at('h.html')} (2 days).\n`)
  for (const text of [svg, html]) {
    expect(text).toContain(
      '<desc id="picture-about">2 days, 2026-01-02 to 2026-01-03: steps, earned (mft), multipliers per day. Days 2, Steps 12000, Distance 5.25 km, Active 32 min, Earned 1.1000000000000000001 MFT.</desc>',
    )
    expect(text).toContain('2026-01-03: Earned (MFT) 1.10 MFT')
    expect(text).toContain('2026-01-03: nft ×1.50')
  }
})

test('the page has every value as text, with the digits and units of the table', async () => {
  const { html } = await pictured(days)
  const cells = [...html.matchAll(/<t[hd](?: [^>]*)?>([^<]*)/g)].map(([, text]) => text)
  expect(cells.join('|')).toBe(
    [
      'Date|Steps|Distance|Active|Earned|Multipliers',
      '2026-01-03|4000|5.20 km|31 min|1.10 MFT|nft ×1.50, streak ×1.0',
      '2026-01-02|8000|0.05 km|1 min|0.0000000000000000001 MFT|nft ×1.2, streak ×1.1',
    ].join('|'),
  )
})

test('a file holds no script, no address to load from, and both color schemes', async () => {
  const { svg, html } = await pictured(days)
  for (const text of [svg, html]) {
    expect(text).not.toMatch(/<script|javascript:|\son\w+=|<link|<img|<iframe|@import|url\(/i)
    expect(text.replaceAll('http://www.w3.org/2000/svg', '')).not.toMatch(/https?:/)
    expect(text).toContain('prefers-color-scheme: dark')
  }
})

test('what the service says is text in both files, never markup', async () => {
  const foreign = '</text></svg><script>alert(1)</script>'
  const undrawn = JSON.stringify({ date: `${foreign}'"&\u202e\u001b[31m`, steps: 1 })
  const day = JSON.stringify({
    date: '2026-01-03',
    steps: 1,
    note: foreign,
    earnings: { mft: 2, multipliers: { [`${foreign}"><img src=x onerror=alert(1)>`]: 3 } },
  })
  const { svg, html } = await pictured(`${day},${undrawn}`)
  for (const text of [svg, html]) {
    expect(text).not.toMatch(/<script|<img/)
    expect(text).toContain('&lt;/text&gt;')
    expect(['\u202e', '\u001b'].filter((each) => text.includes(each))).toEqual([])
  }
})

test('a row whose date is none is not drawn, and counted in a note', async () => {
  const { stderr, svg, html } = await pictured(
    '{"date":"2026-01-03","steps":1000},{"date":"nope","steps":99999},{"date":20260104,"steps":5}',
  )
  expect(stderr).toMatch(/Wrote .*h\.svg \(1 day\)\./)
  expect(stderr).toContain('note: 2 of 3 rows have no valid date with steps or earnings, and are not drawn.')
  expect(svg).not.toContain('nope: ')
  expect(svg).toContain('Days 1, Steps 1000.')
  expect(html).not.toContain('nope: ')
})

test('numbers that no drawing can hold leave it whole, and stand in the table as they came', async () => {
  const { svg, html } = await pictured(
    '{"date":"2026-01-03","steps":1e400},{"date":"2026-01-02","steps":-5},{"date":"2026-01-01","steps":1.7e308},{"date":"2025-12-31","steps":-1.7e308}',
  )
  expect(svg).not.toMatch(/NaN|Infinity|undefined/)
  expect(html).toContain('1e400')
})

test('one day without movement, and three thousand days, are drawn', async () => {
  expect((await pictured('{"date":"2026-01-03","steps":0}')).svg).not.toMatch(/NaN|Infinity/)
  const many = Array.from({ length: 3000 }, (_, n) => {
    const date = new Date(n * 86_400_000).toISOString().slice(0, 10)
    return `{"date":"${date}","steps":${n},"earnings":{"mft":1}}`
  })
  const { svg } = await pictured(many.join(','))
  expect([svg.match(/<rect/g)?.length, svg.match(/<path/g)?.length]).toEqual([1, 2])
})

test('amounts that come as decimal texts are drawn and added up', async () => {
  const { svg } = await pictured(
    '{"date":"2026-01-03","steps":1,"earnings":{"mft":"0.1"}},{"date":"2026-01-04","steps":"2","earnings":{"mft":"0.2"}}',
  )
  expect(svg).toContain('Steps 3, Earned 0.3 MFT.')
  expect(svg).toContain('2026-01-03: Earned (MFT) 0.1 MFT')
})

test('amounts with exponents are added up to the last digit', async () => {
  const { svg } = await pictured(
    '{"date":"2026-01-03","steps":1,"earnings":{"mft":0.623456789012345678901}},{"date":"2026-01-04","steps":1e3,"earnings":{"mft":1E-7}}',
  )
  expect(svg).toContain('Steps 1001, Earned 0.623456889012345678901 MFT.')
})

test('with nothing to draw no file is touched, the rows are printed, and the exit says that the file is an old one', async () => {
  writeFileSync(at('old.svg'), 'old')
  answer('{"note":"walked"}')
  const { code, stdout, stderr } = await history(`--svg ${at('old.svg')}`)
  expect({ code, stdout }).toEqual({ code: 10, stdout: 'note\nwalked\n' })
  expect(stderr).toContain(
    `error: There is nothing to draw. ${at('old.svg')} was not written. (CLI_PARTIAL)\n`,
  )
  expect(readFileSync(at('old.svg'), 'utf8')).toBe('old')
})

test.each(['table', 'json', 'ndjson', 'csv'])(
  'with no list in the answer no file is touched, and the exit says so, as %s',
  async (format) => {
    writeFileSync(at('old.svg'), 'old')
    witness.answer({ path: '/motion/history', body: '{"success":true,"data":{"a":1}}' })
    const { code, stdout, stderr } = await history(`--svg ${at('old.svg')} --format ${format}`)
    expect(code).toBe(10)
    expect(stdout).toContain('1')
    expect(stderr).toContain(
      `There is nothing to draw: the answer has no list of days. ${at('old.svg')} was not written.`,
    )
    expect(readFileSync(at('old.svg'), 'utf8')).toBe('old')
  },
)

test('--dry-run reads and draws, and writes nothing', async () => {
  answer(days)
  const { code, stderr } = await history(`--svg ${at('dry.svg')} --dry-run`)
  expect({ code, stderr }).toEqual({ code: 0, stderr: `Would write ${at('dry.svg')} (2 days).\n` })
  expect(() => readFileSync(at('dry.svg'))).toThrow('ENOENT')
})

test('a place that cannot hold the file is wrong usage, and nothing is read', async () => {
  const home = freshFolder()
  const config = join(home, '.config/movecli')
  mkdirSync(config, { recursive: true, mode: 0o700 })
  writeFileSync(at('target'), 'mine')
  symlinkSync(at('target'), at('link.svg'))
  requested()
  const wrong = [
    [`--svg ${join(config, 'config.json')}`, "is in a folder of movecli's own"],
    [`--html ${at('nowhere/h.html')}`, 'The folder of'],
    [`--svg ${folder}`, 'is not a regular file'],
    [`--svg ${at('link.svg')}`, 'is not a regular file'],
    ['--svg=', '--svg needs the name of a file'],
    [`--svg ${at('same')} --html ${at('same')}`, 'name the same file'],
    [`--svg ${at('h.svg')} --profiles ops-*`, '--svg works with one profile only'],
  ]
  for (const [words, said] of wrong) {
    const { code, stderr } = await movecli(['motion', 'history', ...words!.split(' ')], { home, env })
    expect({ code, stderr }).toEqual({ code: 2, stderr: expect.stringContaining(said!) })
  }
  expect(requested()).toEqual([])
  expect(readFileSync(at('target'), 'utf8')).toBe('mine')
})

test('a picture of the sandbox says that its data is made up, and one of a service does not', async () => {
  const home = freshFolder()
  const html = at('sandbox.html')
  const { code, stderr } = await movecli(`motion history -n sandbox --html ${html}`, { home })
  expect({ code, stderr: stderr.includes('Wrote') }).toEqual({ code: 0, stderr: true })
  expect(readFileSync(html, 'utf8')).toContain('the data is made up')
  expect((await pictured(days)).html).not.toContain('made up')
})

test('a picture of a list of which rows may be missing is written, and ends with 10', async () => {
  const page = Array.from({ length: 20 }, (_, n) => `{"date":"2026-01-${n + 10}","steps":1}`).join(',')
  answer(page)
  answer(page)
  const { code, stdout, stderr } = await history(`--svg ${at('cut.svg')} --all --format csv`)
  expect({ code, rows: stdout.match(/2026-/g)?.length }).toEqual({ code: 10, rows: 20 })
  expect(stderr).toContain('error: Page 2 repeats the page before it')
  expect(readFileSync(at('cut.svg'), 'utf8')).toContain('Days 20, Steps 20.')
})

test('rows of one day are one day of the picture: steps, earnings and totals are those of all of them', async () => {
  const { stderr, svg } = await pictured(
    '{"date":"2026-01-03","steps":1000,"distance":1,"duration":60,"mft":1.5},{"date":"2026-01-03T20:00:00Z","steps":200,"distance":2.5,"duration":120,"mft":0.25}',
  )
  expect(stderr).toContain('(1 day)')
  expect(svg).toContain('Days 1, Steps 1200, Distance 3.5 km, Active 3 min, Earned 1.75 MFT.')
  expect(svg).toContain('2026-01-03: Steps 1200')
  expect(svg).toContain('2026-01-03: Earned (MFT) 1.75 MFT')
})

test('one file by two spellings is still one file', async () => {
  requested()
  const { code, stderr } = await history(`--svg ${at('one')} --html ${folder}/./x/../one`)
  expect({ code, requests: requested() }).toEqual({ code: 2, requests: [] })
  expect(stderr).toContain('--svg and --html name the same file.')
})

test('with --chart the picture is written too, and what neither draws is counted once', async () => {
  answer('{"date":"2026-01-03","steps":1},{"date":"nope","steps":2}')
  const { code, stdout, stderr } = await history(`--chart --svg ${at('both.svg')}`)
  expect({ code, drawn: stdout.startsWith('Date') }).toEqual({ code: 0, drawn: true })
  expect(stderr).toBe(
    `Wrote ${at('both.svg')} (1 day).\nnote: 1 of 2 rows have no valid date with steps or earnings, and are not drawn.\n`,
  )
})
