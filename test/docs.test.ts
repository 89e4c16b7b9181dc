import { existsSync, readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { derived } from '../scripts/derived.ts'
import { levels } from '../scripts/imports.ts'
import { operationNames, operationOf } from '../src/contract/operations.ts'

const root = join(import.meta.dirname, '..')

test.each(Object.entries(await derived(root)))(
  '%s is as the lines make it: else run npm run docs',
  (path, text) => {
    expect(readFileSync(join(root, path), 'utf8') === text).toBe(true)
  },
)

test('every box of the drawing of the levels lies inside it and has its words', () => {
  const drawing = readFileSync(join(root, 'docs/levels.svg'), 'utf8')
  const [, width, height] = /viewBox="0 0 (\d+) (\d+)"/.exec(drawing)!.map(Number)
  const boxes = [...drawing.matchAll(/<rect x="(.+?)" y="(.+?)" width="(.+?)" height="(.+?)"/g)]
  expect(boxes).toHaveLength(levels.flat().length)
  for (const box of boxes) {
    const [x, y, wide, high] = box.slice(1).map(Number) as [number, number, number, number]
    expect([x >= 0, y >= 0, x + wide <= width!, y + high <= height!]).toEqual([true, true, true, true])
  }
  expect(drawing.match(/<text class="about".*?<\/text>/g)).toHaveLength(boxes.length)
  expect(drawing).not.toMatch(/<text class="about"[^>]*><\/text>/)
})

/** Read by hand, not from the lines: what a reader of the reference must find. */
test('the reference says what the product promises', () => {
  const text = readFileSync(join(root, 'docs/commands.md'), 'utf8')
  const section = (command: string) => text.split(`\n## ${command}\n`)[1]?.split('\n## ')[0] ?? ''
  const [globals = ''] = text.split('\n## Global flags\n').slice(1)
  for (const row of [
    '| `-n, --network <name>` | Which network: `mainnet`, `testnet`, `sandbox`; `MOVECLI_NETWORK` |',
    '| `--no-header` | Leave out the header line of CSV and TSV |',
    '| `-y, --yes` | Answer yes to confirmations |',
  ])
    expect(globals).toContain(row)
  expect(globals).toMatch(/--timeout <duration>`.*30s; 120s for claim, mint/)
  expect(section('nft upgrade')).toContain('Operation: `PUT /nft/upgrade`')
  expect(section('nft upgrade')).toMatch(/it writes .*exit codes 0, 1, 2, 3, 4, 5, 6, 7, 8, 9, 11\.$/m)
  expect(section('token price')).toMatch(
    /^Operation: `GET \/token\/price`; exit codes 0, 1, 2, 3, 4, 5, 6, 7, 8, 10\.$/m,
  )
  expect(section('api')).toContain('movecli api [method] <path> [flags]')
  expect(section('motion daily')).toContain('--date <day>')
  const codes = readFileSync(join(root, 'docs/exit-codes.md'), 'utf8')
  expect(codes).toContain('| 10 | finished with failures |')
  expect(codes).toMatch(/^\| `RATE_001` \| 429 \| 7 \|/m)
  expect(codes).toMatch(
    /^\| `CHAIN_001` \| 503 \| 8 \| .* a read: yes; a write: its outcome is unknown, exit 9 \|/m,
  )
})

/** Lines that name claim, mint and upgrade name all operations that wait for an unresolved one. */
const naming = ['README.md', 'CHANGELOG.md', 'src/contract/codes.ts', 'src/config/options.ts']
  .concat(readdirSync(join(root, 'docs'), { encoding: 'utf8' }).map((name) => `docs/${name}`))
  .filter((path) => /\.(md|ts)$/.test(path))
  .flatMap((path) =>
    readFileSync(join(root, path), 'utf8')
      .split('\n')
      .map((line, at) => ({ where: `${path}:${at + 1}`, line })),
  )
  .filter(({ line }) => ['claim', 'mint', 'upgrade'].every((verb) => line.includes(verb)))

test.each(operationNames.filter((name) => operationOf(name).heldBy === 'owner'))(
  'sentences that name all guarded operations name %s',
  (name) => {
    expect(naming.length).toBeGreaterThan(5)
    const verb = name.slice(name.indexOf('.') + 1)
    expect(naming.filter(({ line }) => !line.includes(verb)).map(({ where }) => where)).toEqual([])
  },
)

const below = (folder: string) =>
  readdirSync(join(root, folder), { recursive: true, encoding: 'utf8' })
    .map((name) => join(folder, name))
    .filter((path) => /\.(ts|mjs|http)$/.test(path))

/** Numbers of sections and of the points in them: 4, 5.5. */
function sectionsOf(page: string): Set<string> {
  const numbers = new Set<string>()
  for (const section of page.split(/^## /m).slice(1)) {
    const top = section.split('.', 1)[0] ?? ''
    numbers.add(top)
    for (const [, point] of section.matchAll(/^(\d+)\. /gm)) numbers.add(`${top}.${point}`)
  }
  return numbers
}

test('every section of docs/service.md that the code points at is there', () => {
  const numbers = sectionsOf(readFileSync(join(root, 'docs/service.md'), 'utf8'))
  const cited = ['src', 'test', 'scripts']
    .flatMap(below)
    .flatMap((path) =>
      [
        ...readFileSync(join(root, path), 'utf8').matchAll(/docs\/service\.md ((?:§[\d.]+(?:, | and )?)+)/g),
      ].flatMap(([, list = '']) =>
        [...list.matchAll(/§(\d+(?:\.\d+)?)/g)].map(([, number = '']) => ({ path, number })),
      ),
    )
  expect(cited.length).toBeGreaterThan(100)
  expect(cited.filter(({ number }) => !numbers.has(number))).toEqual([])
})

test('what a page of docs names below src, test and scripts is there', () => {
  const missing = readdirSync(join(root, 'docs'))
    .filter((name) => name.endsWith('.md'))
    .flatMap((name) =>
      [
        ...readFileSync(join(root, 'docs', name), 'utf8').matchAll(
          /`((?:src|test|scripts|bench)\/[\w./-]+)`/g,
        ),
      ]
        .map(([, path = '']) => path)
        .filter((path) => !existsSync(join(root, path)))
        .map((path) => `docs/${name}: ${path}`),
    )
  expect(missing).toEqual([])
})
