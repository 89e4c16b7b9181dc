import { expect, test } from 'vitest'
import { topics } from '../../../src/commands/help/topics.ts'
import { groups } from '../../../src/commands/help/text.ts'
import { nouns } from '../../../src/commands/index.ts'
import { entriesOf } from '../../../src/commands/tree.ts'
import { parse } from '../../../src/program.ts'
import { movecli } from '../../support/movecli.ts'

const entries = entriesOf(nouns)
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
    const parsed = parse(words)
    expect([example, parsed.kind]).toEqual([example, 'run'])
    expect('path' in parsed && parsed.path.slice(0, 1)).toEqual(entry.path.slice(0, 1))
  }
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
  for (const name of ['MOVECLI_API_KEY_FILE', 'MOVECLI_SANDBOX_FAULTS', 'MOVECLI_STATE_DIR', 'HTTPS_PROXY'])
    expect(environment).toContain(name)
  const { stdout: codes } = await movecli('help exit-codes')
  for (const code of [0, 9, 12, 143]) expect(codes).toMatch(new RegExp(`^ +${code} `, 'm'))
})

test('a topic that is none is answered with the near one', async () => {
  const { code, stderr } = await movecli('help exitcodes')
  expect(code).toBe(2)
  expect(stderr).toContain('Did you mean movecli help exit-codes?')
})
