/** nft ls: 53 NFTs in whatever shape the service wraps them, against the witness. */
import { afterAll, expect, test } from 'vitest'
import { freshFolder, movecli } from '../../support/movecli.ts'
import { startWitness, type Shape } from '../../witness/service.ts'
import { environmentTo } from '../../support/testnet.ts'

const shapes: Shape[] = ['bare', 'items', 'results', 'list', 'nested']
const witnesses = await Promise.all(
  [...shapes, 'deeper' as const, 'ties' as const].map(async (shape) => startWitness({ shape })),
)
const [bare, items] = witnesses
afterAll(async () => Promise.all(witnesses.map(async (each) => each.close())))
const of = (shape: Shape) => witnesses[[...shapes, 'deeper', 'ties'].indexOf(shape)]!

const ls = async (
  witness: (typeof witnesses)[number],
  words: string,
  more: { tty?: boolean; columns?: number } = {},
) => {
  const before = witness.requests.length
  const env = environmentTo(witness)
  const ran = await movecli(`nft ls ${words}`, { env, ...more })
  return {
    ...ran,
    targets: witness.requests.slice(before).map(({ target }) => target.replace('/v1/nft/collection', '')),
  }
}
const idsOf = (stdout: string) => stdout.match(/(?<="id":)\d+/g) ?? []

test.each(shapes)('--all gives 53 distinct rows with their digits, however %s wraps them', async (shape) => {
  const { code, stdout, stderr, targets } = await ls(of(shape), '--all --json')
  expect({ code, stderr }).toEqual({ code: 0, stderr: '' })
  const ids = idsOf(stdout)
  expect(new Set(ids).size).toBe(53)
  expect(ids[52]).toBe('9007199254741045')
  expect(stdout.startsWith('[{"id":9007199254740993,"type":"shoes","name":"Nr 1","boost":1.10}')).toBe(true)
  expect(targets).toEqual(['?page=1', '?page=2', '?page=3'])
})

test.each(shapes)(
  '--max-items 25 gives 25 rows and asks for two pages, however %s wraps them',
  async (shape) => {
    const { stdout, targets } = await ls(of(shape), '--max-items 25 --format ndjson')
    expect(stdout.trimEnd().split('\n')).toHaveLength(25)
    expect(targets).toEqual(['?page=1', '?page=2'])
  },
)

test.each(shapes)(
  'one page is one array, and nothing is sent that was not given, in the shape %s',
  async (shape) => {
    const { stdout, targets } = await ls(of(shape), '--json')
    expect(idsOf(stdout)).toHaveLength(20)
    expect(JSON.parse(stdout)).toHaveLength(20)
    expect(targets).toEqual([''])
  },
)

test.each(['json', 'ndjson', 'csv', 'tsv', 'table'])('--all holds every row once in %s', async (format) => {
  const { stdout } = await ls(bare!, `--all --format ${format}`)
  const names = stdout.match(/Nr \d+/g) ?? []
  expect(names).toHaveLength(53)
  expect(new Set(names).size).toBe(53)
  expect(stdout).toContain('1.10')
})

test('type, page, limit and further parameters go along, the limit on every page', async () => {
  expect((await ls(items!, '--type shoes --page 2 --limit 5 --param x=a&b')).targets).toEqual([
    '?type=shoes&page=2&limit=5&x=a%26b',
  ])
  expect((await ls(items!, '--all --limit 30 --param x=1')).targets).toEqual([
    '?page=1&limit=30&x=1',
    '?page=2&limit=30&x=1',
  ])
})

test('an address is another operation, which needs no session', async () => {
  const { code, targets } = await ls(
    items!,
    '0x1111111111111111111111111111111111111111 --type apparel --json',
  )
  expect(code).toBe(0)
  expect(targets).toEqual(['/0x1111111111111111111111111111111111111111?type=apparel'])
})

test('a wrong address, type, page or limit is exit 2 and nothing is sent', async () => {
  for (const words of ['0x12', '--type hats', '--page 0', '--limit x', '--max-items -1', '--all --page 2']) {
    const { code, stdout, targets, stderr } = await ls(items!, words)
    expect({ words, code, stdout, targets }).toEqual({ words, code: 2, stdout: '', targets: [] })
    expect(stderr).toContain('fix:')
  }
})

test('an empty list is done, and says so on stderr', async () => {
  items!.answer({ path: '/nft/collection', body: '{"success":true,"data":{"items":[],"total":0}}' })
  expect(await ls(items!, '--all')).toMatchObject({ code: 0, stdout: '', stderr: 'no NFTs\n' })
  items!.answer({ path: '/nft/collection', body: '{"success":true,"data":{"items":[],"total":0}}' })
  expect(await ls(items!, '--json')).toMatchObject({ code: 0, stdout: '[]\n', stderr: '' })
})

test('an answer without a list is printed as it came, with a note', async () => {
  const { code, stdout, stderr, targets } = await ls(of('deeper'), '--all --format csv')
  expect({ code, targets }).toEqual({ code: 0, targets: ['?page=1'] })
  expect(stderr).toBe('note: The answer has no list and is shown unchanged.\n')
  expect(stdout.split('\n')[0]).toBe('a.b.c')
  expect((await ls(of('deeper'), '--json')).stdout).toMatch(/^\{"a":\{"b":\{"c":\[/)
})

test('items are taken before other lists of their level', async () => {
  expect((await ls(of('ties'), '--all --jq length')).stdout).toBe('53\n')
})

test('a page of many says how many there are', async () => {
  expect((await ls(items!, '')).stderr).toBe('note: 20 of 53 rows. --all reads every page.\n')
  expect((await ls(items!, '-q')).stderr).toBe('')
})

test('--sort orders by every digit, and with a dash from the greatest down', async () => {
  const jq = ['--jq', 'map(.id)|[first,last]']
  const run = async (by: string) => (await ls(items!, `--all --sort ${by} ${jq.join(' ')}`)).stdout
  expect(await run('id')).toBe('[9007199254740993,9007199254741045]\n')
  expect(await run('-id')).toBe('[9007199254741045,9007199254740993]\n')
  expect((await ls(items!, '--all --sort type --jq .[0].type')).stdout).toBe('accessories\n')
})

test('--sort by a field that no record has keeps the order and says so', async () => {
  const { stdout, stderr } = await ls(bare!, '--sort weight --format csv')
  expect(stdout.match(/Nr \d+/g)?.slice(0, 2)).toEqual(['Nr 1', 'Nr 2'])
  expect(stderr).toBe('note: No record has weight. The order is unchanged.\n')
})

test('known names come first in a table, the others follow', async () => {
  const row = '{"weight":1.50,"name":"Comet","level":3,"id":"a"}'
  bare!.answer({ path: '/nft/collection', body: `{"success":true,"data":[${row}]}` })
  expect((await ls(bare!, '--format table')).stdout).toBe(
    'Id  Name   Level  weight\na   Comet      3    1.50\n',
  )
})

test.each(['json', 'ndjson', 'csv', 'tsv', 'table'])(
  'a failure on a later page keeps its exit code: the rows before it are written, but never half an array (%s)',
  async (format) => {
    items!.answer({
      path: '/nft/collection?page=2',
      status: 404,
      body: '{"success":false,"error":{"code":"NFT_001","message":"gone"}}',
    })
    const { code, stdout, stderr } = await ls(items!, `--all --format ${format}`)
    expect([code, stdout.match(/Nr \d+/g)?.length ?? 0]).toEqual([6, format === 'json' ? 0 : 20])
    expect(stderr).toContain('NFT_001')
  },
)

test.each([
  ['in JSON', '', 0],
  ['sorted', ' --sort -id', 19],
])('a list of which rows may be missing is written and ends with 10, %s too', async (_, more, first) => {
  const rows = Array.from({ length: 20 }, (_, n) => `{"id":${n}}`).join(',')
  for (const page of [1, 2])
    bare!.answer({ path: `/nft/collection?page=${page}`, body: `{"success":true,"data":[${rows}]}` })
  const { code, stdout, stderr } = await ls(bare!, `--all --json${more}`)
  const told = JSON.parse(stdout) as { id: number }[]
  expect({ code, rows: told.length, first: told[0]?.id }).toEqual({ code: 10, rows: 20, first })
  expect(JSON.parse(stderr)).toMatchObject({ error: { code: 'CLI_PARTIAL', exit_code: 10 } })
})

test('list is another name of ls', async () => {
  const { code, stdout } = await movecli('nft list -n sandbox --limit 1 --format ndjson')
  expect({ code, stdout: stdout.split('\n').length }).toEqual({ code: 0, stdout: 2 })
})

test.each([
  ['waits for it with a word', '--max-wait 2h', 0, 53],
  ['ends with 7 where that takes longer than --max-wait', '', 7, 20],
])('--all keeps to --rate-limit, and %s', async (_, words, exit, rows) => {
  let clock = Date.parse('2026-01-05T12:00:00Z')
  const slept: number[] = []
  const env = {
    MOVECLI_NETWORK: 'testnet',
    MOVECLI_BASE_URL: bare!.url,
    MOVECLI_API_KEY: bare!.key,
    MOVECLI_TOKEN: bare!.token,
  }
  const { code, stdout, stderr } = await movecli(`nft ls --all --rate-limit 2 --format csv ${words}`, {
    env,
    now: () => new Date(clock),
    sleep: async (ms) => {
      slept.push(ms)
      clock += ms
    },
  })
  expect({ code, printed: stdout.match(/Nr \d+/g)?.length }).toEqual({ code: exit, printed: rows })
  const waited = slept.reduce((sum, ms) => sum + ms, 0)
  expect(waited > 3_600_000).toBe(exit === 0)
  if (exit === 0) expect(stderr).toMatch(/Waiting \d+ s for the hourly limit/)
})

test('waits of a page for a limit that others use up meanwhile count together against --max-wait', async () => {
  let clock = Date.parse('2026-01-05T12:00:00Z')
  const slept: number[] = []
  const env = {
    MOVECLI_NETWORK: 'testnet',
    MOVECLI_BASE_URL: bare!.url,
    MOVECLI_API_KEY: bare!.key,
    MOVECLI_TOKEN: bare!.token,
  }
  const setting = { home: freshFolder(), env, now: () => new Date(clock) }
  const { code, stdout } = await movecli('nft ls --all --rate-limit 2 --max-wait 2h --format csv', {
    ...setting,
    sleep: async (ms) => {
      slept.push(ms)
      clock += ms
      if (slept.length < 4) await movecli('nft ls --rate-limit 2', setting)
    },
  })
  expect({ code, printed: stdout.match(/Nr \d+/g)?.length }).toEqual({ code: 7, printed: 20 })
  expect(slept).toHaveLength(1)
})
