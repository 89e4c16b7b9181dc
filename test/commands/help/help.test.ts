import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { topics } from '../../../src/commands/help/topics.ts'
import { groups } from '../../../src/reference/help-text.ts'
import { nouns } from '../../support/nouns.ts'
import { entriesOf } from '../../../src/reference/command-tree.ts'
import { parse } from '../../support/parse.ts'
import { movecli } from '../../support/movecli.ts'

const entries = entriesOf(nouns)
const root = join(import.meta.dirname, '../../../src')
const sources = readdirSync(root, { recursive: true, encoding: 'utf8' })
  .filter((file) => file.endsWith('.ts'))
  .map((file) => readFileSync(join(root, file), 'utf8'))
const named = entries.map((entry) => ({ name: ['movecli', ...entry.path].join(' '), entry }))
const lines = named.filter(({ entry }) => entry.runs && entry.path.length > 0)

/** The words of an example as a shell would split them, what follows a pipe or redirection left out. */
function wordsOf(example: string): string[] {
  const [command = ''] = example.split(/ (?:\||>>?|<|&&) /)
  return [...command.matchAll(/"([^"]*)"|'([^']*)'|(\S+)/g)].map(([, a, b, c]) => a ?? b ?? c ?? '')
}

test.each(named)('the help of $name fits 80 columns and says where to look next', async ({ entry }) => {
  const { code, stdout } = await movecli([...entry.path, '--help'])
  expect(code).toBe(0)
  expect(stdout.split('\n').filter((line) => line.length > 80)).toEqual([])
  expect(stdout).toMatch(/^usage: movecli/m)
  expect(stdout).toMatch(/^examples:$/m)
  expect(stdout).toMatch(/movecli( \S+)? <command> --help|movecli help /)
})

test.each(named)('the help of $name breaks between words on a terminal of 60 columns', async ({ entry }) => {
  const { stdout } = await movecli([...entry.path, '--help'], { tty: true, columns: 60 })
  // Lines that are typed may be longer, and are broken once, before a flag.
  const prose = stdout.split('\n').filter((line) => !/^ +(movecli|-)|^usage:/.test(line))
  expect(prose.filter((line) => line.length > 60)).toEqual([])
  expect(prose.length).toBeGreaterThan(5)
})

test.each(Object.keys(topics))('help %s fits a terminal of 60 columns', async (topic) => {
  const { stdout } = await movecli(['help', topic], { tty: true, columns: 60 })
  // A single word may be longer.
  const prose = stdout.split('\n').filter((line) => line.trim().includes(' '))
  expect(prose.filter((line) => line.length > 60)).toEqual([])
})

test.each(Object.keys(topics))('help %s fits 80 columns', async (topic) => {
  const { code, stdout } = await movecli(['help', topic])
  expect(code).toBe(0)
  expect(stdout.split('\n').filter((line) => line.length > 80)).toEqual([])
})

test.each(lines)('$name has two to four examples of itself, and each is understood', ({ entry }) => {
  expect(entry.examples.length).toBeGreaterThanOrEqual(2)
  expect(entry.examples.length).toBeLessThanOrEqual(4)
  for (const example of entry.examples) {
    const [program, ...words] = wordsOf(example)
    expect(program).toBe('movecli')
    const parsed = parse(words, nouns)
    const path = parsed.kind === 'run' ? parsed.path : []
    const meant = path.slice(0, entry.path.length)
    expect({ example, meant }).toEqual({ example, meant: [...entry.path] })
  }
})

test('the help of a command says every code that it may end with, in whole words', async () => {
  const { stdout } = await movecli('nft upgrade --help')
  expect(stdout.slice(stdout.indexOf('exit codes:'))).toBe(`exit codes:
  0   done (an empty list is done)
  2   wrong usage or input, nothing sent
  3   configuration missing, unreadable or unsafe, nothing sent
  4   authentication
  5   the service rejected the request
  6   not found
  7   rate limited
  8   unavailable, safe to run again
  9   outcome unknown, do not repeat
  11  confirmation needed or refused
more: movecli help exit-codes
`)
  expect((await movecli('motion daily --help')).stdout).toContain('10  finished with failures')
})

test.each(lines)('$name says with which codes it may end, in order', ({ entry }) => {
  expect([...entry.exits]).toEqual([...new Set(entry.exits)].sort((a, b) => a - b))
  expect(entry.exits.filter((code) => code <= 2)).toEqual([])
})

test('every command stands in one group of the root help', async () => {
  const grouped = groups.flatMap(([, names]) => names)
  expect(nouns.map(({ name }) => name).filter((name) => !grouped.includes(name))).toEqual([])
  expect(new Set(grouped).size).toBe(grouped.length)
})

test('what a command takes stands in its help: arguments with their values, flags with theirs', async () => {
  const { stdout } = await movecli('completion --help')
  expect(stdout).toContain('arguments:')
  expect(stdout).toContain('bash, zsh, fish, powershell')
})

test('help flags names every global flag, help environment every variable, help exit-codes every code', async () => {
  const { stdout: flags } = await movecli('help flags')
  for (const { name } of entries[0]?.flags ?? []) expect(flags).toContain(`--${name}`)
  const { stdout: environment } = await movecli('help environment')
  // Every variable that the source reads, by a name that is written nowhere else.
  const read = new Set(sources.flatMap((text) => text.match(/\bMOVECLI_[A-Z_]*[A-Z]\b/g) ?? []))
  const foreign = ['HTTPS_PROXY', 'HTTP_PROXY', 'NO_PROXY', 'NODE_EXTRA_CA_CERTS', 'TZ', 'ACCESSIBLE', 'CI']
  const color = ['NO_COLOR', 'FORCE_COLOR', 'CLICOLOR', 'CLICOLOR_FORCE', 'TERM=dumb', 'GITHUB_ACTIONS']
  expect(read.size).toBeGreaterThan(15)
  expect([...read, ...foreign, ...color].filter((name) => !environment.includes(name))).toEqual([])
  const { stdout: codes } = await movecli('help exit-codes')
  for (const code of [0, 1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11, 12, 130, 143])
    expect(codes).toMatch(new RegExp(`^ +${code} +\\w`, 'm'))
})

test('a topic that is none is answered with the near one', async () => {
  const { code, stderr } = await movecli('help exitcodes')
  expect(code).toBe(2)
  expect(stderr).toContain('Did you mean movecli help exit-codes?')
})
