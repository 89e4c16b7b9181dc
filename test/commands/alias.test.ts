/** Own words for command lines: what they stand for, and that none hides a question or takes the place of a command. */
import { mkdirSync, readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import fc from 'fast-check'
import { expect, test } from 'vitest'
import { nouns } from '../support/nouns.ts'
import { entriesOf } from '../../src/reference/command-tree.ts'
import { expandedAlias, wordsIn } from '../../src/config/aliases.ts'
import { nodeNames } from '../../src/runtime/command.ts'
import { freshFolder, movecli } from '../support/movecli.ts'

const set = async (home: string, name: string, line: string) =>
  movecli(['alias', 'set', name, line], { home })
const settings = (home: string) => join(home, '.config/movecli/config.json')

test('an alias stands for its line; what follows it is added, and flags may stand before it', async () => {
  const home = freshFolder()
  expect(await set(home, 'price', 'token price -n sandbox')).toMatchObject({ code: 0 })
  const plain = await movecli('token price -n sandbox --json', { home })
  expect(await movecli('price --json', { home })).toEqual(plain)
  expect(await movecli('--json price', { home })).toEqual(plain)
  expect((await movecli('price --help', { home })).stdout).toContain('movecli token price')
  expect((await movecli('price extra', { home })).stderr).toContain('Unexpected argument "extra".')
})

test('$1 is replaced by what is typed, within its word and as one word; a missing one is exit 2', async () => {
  const home = freshFolder()
  await set(home, 'on', "motion daily -n sandbox --date '$1' --fields date,$2")
  const { code, stdout } = await movecli('on 2026-03-04 steps --json', { home })
  expect({ code, Object: Object.keys(JSON.parse(stdout) as object) }).toEqual({
    code: 0,
    Object: ['date', 'steps'],
  })
  const { code: wrong, stderr } = await movecli(['on', '2026-03-04 --all'], { home })
  expect({ wrong, stderr }).toEqual({ wrong: 2, stderr: expect.stringContaining('needs 2 arguments') })
  // A blank or a dash in an argument makes no further word of it.
  expect((await movecli(['on', '2026-03-04 --yes', 'steps'], { home })).stderr).toContain('is not a')
})

test('no alias starts a program, whichever flag names it', async () => {
  const flags = entriesOf(nouns).flatMap(({ path, flags }) =>
    flags
      .filter(({ value }) => value?.includes('program'))
      .map(({ name }) => [...path, `--${name}`].join(' ')),
  )
  expect(flags).toEqual(
    expect.arrayContaining([
      'login --exec',
      'motion submit --prover',
      'wallet address --exec',
      'smoke --prover',
    ]),
  )
  for (const words of flags)
    expect(await set(freshFolder(), 'run', `${words} ./it`)).toMatchObject({ code: 2 })
})

test.each([
  'token claim --yes',
  'token claim -y',
  'token claim -qy',
  'token claim "--yes"',
  "token claim '-'y",
  'token claim --force',
  'token claim --$1',
  'token claim -$1',
  'token claim $1es',
  'motion submit --from r.ndjson --resubmit',
  'motion submit --from r.ndjson --retry-unknown',
  'motion submit --from r.ndjson --resubmit=true',
  'mcp --allow "token claim"',
  'token claim --json --network sandbox --yes',
])('no alias hides a question: %s is refused', async (line) => {
  const home = freshFolder()
  const { code, stderr } = await set(home, 'grab', line)
  expect({ code, stderr }).toEqual({ code: 2, stderr: expect.stringContaining('The alias was not set') })
  // Written into the file by hand it is refused when it is used, and nothing is sent.
  mkdirSync(join(home, '.config/movecli'), { recursive: true })
  writeFileSync(settings(home), JSON.stringify({ format: 1, aliases: { grab: line } }))
  const used = await movecli(['grab', 'yes', '-n', 'sandbox'], { home })
  expect({ code: used.code, stderr: used.stderr }).toEqual({
    code: 3,
    stderr: expect.stringContaining('cannot be used'),
  })
  expect((await movecli('journal ls --json', { home })).stdout).toBe('[]\n')
})

test.each([
  'sandbox start --memory --port 0 -- movecli token claim --yes',
  'sandbox start --memory --port 0 -- "$1"',
  'sandbox start -- sh -c id',
  'token price -- x',
  'login --exec ./signer',
  'login --exec=./signer',
  'motion submit --from r.ndjson --prover ./prover',
  'motion submit --from r.ndjson "--prover=./prover"',
])('no alias starts a program: %s is refused', async (line) => {
  const home = freshFolder()
  const { code, stderr } = await set(home, 'pay', line)
  expect({ code, stderr }).toEqual({ code: 2, stderr: expect.stringContaining('an alias starts no program') })
  mkdirSync(join(home, '.config/movecli'), { recursive: true })
  writeFileSync(settings(home), JSON.stringify({ format: 1, aliases: { pay: line } }))
  const used = await movecli(['pay', 'id'], { home })
  expect({ code: used.code, stderr: used.stderr }).toEqual({
    code: 3,
    stderr: expect.stringContaining('an alias starts no program'),
  })
})

test.each(['--', '--exec', '--prover=./prover'])(
  'an argument of %s starts no program that the line holds',
  async (typed) => {
    const home = freshFolder()
    await set(home, 'start', 'sandbox start --memory $1 movecli token claim')
    const { code, stderr } = await movecli(['start', typed], { home })
    expect({ code, stderr }).toEqual({
      code: 3,
      stderr: expect.stringContaining('an alias starts no program'),
    })
  },
)

test('whatever an alias holds, the claim is asked for unless --yes is typed', async () => {
  const home = freshFolder()
  await set(home, 'grab', 'token claim -n sandbox')
  expect((await movecli('grab', { home })).code).toBe(11)
  expect((await movecli('grab --yes', { home })).code).toBe(0)
})

test('no alias takes the name of a command, also not by hand', async () => {
  const home = freshFolder()
  for (const name of nouns.flatMap(nodeNames)) {
    const { code, stderr } = await set(home, name, 'token price')
    expect({ name, code, stderr }).toEqual({ name, code: 2, stderr: expect.stringContaining('is a command') })
  }
  mkdirSync(join(home, '.config/movecli'), { recursive: true })
  writeFileSync(settings(home), JSON.stringify({ format: 1, aliases: { limits: 'token price' } }))
  expect((await movecli('limits -n sandbox --json', { home })).stdout).toContain('left_for_bulk')
})

test.each([
  ['Upper', 'token price'],
  ['-x', 'token price'],
  ['a b', 'token price'],
  ['x', 'no-such command'],
  ['x', 'movecli token price'],
  ['x', '!sh -c id'],
  ['x', 'x'],
  ['x', ''],
  ['x', 'token "price'],
  ['x', 'login --key abc'],
  ['x', 'login --key=abc'],
  ['x', 'login --key=-abc'],
  ['x', 'login -n testnet --key abc --key-only'],
  [`a${'b'.repeat(32)}`, 'token price'],
  ['x', `api /x --param k=0x${'a1'.repeat(32)}`],
])('%j for %j is exit 2, and nothing is kept', async (name, line) => {
  const home = freshFolder()
  const { code } = await movecli(['alias', 'set', '--', name, line], { home })
  expect(code).toBe(2)
  expect((await movecli('alias list --json', { home })).stdout).toBe('[]\n')
})

test('aliases are listed, replaced with a word on what they were, and deleted', async () => {
  const home = freshFolder()
  await set(home, 'today', 'motion daily')
  const { stderr } = await set(home, 'today', 'motion daily --date today')
  expect(stderr).toContain('It was: motion daily')
  expect(JSON.parse((await movecli('alias list --json', { home })).stdout)).toEqual([
    { name: 'today', line: 'motion daily --date today' },
  ])
  expect((await movecli('alias delete today --dry-run', { home })).code).toBe(0)
  expect((await movecli('alias delete today', { home })).code).toBe(0)
  expect(readFileSync(settings(home), 'utf8')).not.toContain('aliases')
  expect((await movecli('alias delete today', { home })).code).toBe(2)
  expect((await movecli('today', { home })).stderr).toContain('movecli has no command "today".')
})

test('a word that is no alias stays a wrong command, also where the settings are broken', async () => {
  const home = freshFolder()
  mkdirSync(join(home, '.config/movecli'), { recursive: true })
  writeFileSync(settings(home), '{')
  const { code, stderr } = await movecli('motoin daily', { home })
  expect({ code, stderr }).toEqual({
    code: 2,
    stderr: expect.stringContaining('Did you mean movecli motion'),
  })
})

test('a line is cut into words as it was written: quoted words come back whole', () => {
  const quoted = (word: string) => (word.includes("'") ? `"${word.replace(/["\\$]/g, '\\$&')}"` : `'${word}'`)
  fc.assert(
    fc.property(fc.array(fc.string({ minLength: 0, maxLength: 12 }), { maxLength: 6 }), (words) => {
      expect(wordsIn(words.map(quoted).join(' '))).toEqual(words)
    }),
  )
  expect(wordsIn(String.raw`a b\ c  "d e"f '$(x)' "\"" `)).toEqual(['a', 'b c', 'd ef', '$(x)', '"'])
})

test('a line that begins with a flag is said to be one, and then to need a command first', async () => {
  const home = freshFolder()
  const line = '--profile p --network testnet token claim'
  const { code, stderr } = await movecli(['alias', 'set', 'x', line], { home })
  expect({ code, stderr }).toEqual({
    code: 2,
    stderr:
      'error: movecli alias set takes what begins with - as a flag. (CLI_USAGE)\nfix: Put an argument that begins with - after --. See movecli alias set --help.\n',
  })
  const after = await movecli(['alias', 'set', 'x', '--', line], { home })
  expect(after.stderr).toContain('the line must begin with a command')
})

test.each([
  [`a${'b'.repeat(31)}`, 'token price'],
  ['k', 'login --key --key-only'],
  ['k', 'login --key'],
  ['k', 'login --key-file key.txt'],
])('%j for %j is kept', async (name, line) => {
  const home = freshFolder()
  expect((await set(home, name, line)).code).toBe(0)
  expect(JSON.parse((await movecli('alias list --json', { home })).stdout)).toEqual([{ name, line }])
})

test.each([
  ['token $1', ['a', 'b', 'c'], ['token', 'a', 'b', 'c']],
  ['token $2 $1', ['a', 'b', 'c'], ['token', 'b', 'a', 'c']],
  ['token x$1y$1', ['a', 'b'], ['token', 'xaya', 'b']],
  [
    'token $9',
    ['1', '2', '3', '4', '5', '6', '7', '8', '9', '10'],
    ['token', '9', '1', '2', '3', '4', '5', '6', '7', '8', '10'],
  ],
  ['token $0', ['a'], ['token', '$0', 'a']],
  ['token', ['a b', ''], ['token', 'a b', '']],
  ['token $1', ['$2', 'b'], ['token', '$2', 'b']],
])('%j with %j stands for %j', (line, typed, words) => {
  expect(expandedAlias('x', line, typed, ['token'])).toEqual(words)
})
