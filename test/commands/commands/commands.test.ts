import { spawnSync } from 'node:child_process'
import { expect, test } from 'vitest'
import { nouns } from '../../support/nouns.ts'
import { exitCodes } from '../../../src/contract/codes.ts'
import { readEndpoints } from '../../spec/read.ts'
import { movecli } from '../../support/movecli.ts'

type Row = {
  command: string
  writes: boolean
  operation: string | null
  arguments: { name: string; required: boolean; values: string[] }[]
  flags: { name: string; short: string | null; value: string | null; values: string[] }[]
  exit_codes: number[]
  examples: string[]
}
const all = async () => JSON.parse((await movecli('commands --json')).stdout) as Row[]
const named = async (command: string) => (await all()).find((row) => row.command === command)

test('commands --json has the whole tree, movecli itself first with the global flags', async () => {
  const rows = await all()
  const lines = nouns.flatMap((noun) =>
    'lines' in noun
      ? [
          ...(noun.defaultCommand ? [noun.name] : []),
          ...noun.lines.map((line) => `${noun.name} ${line.name}`),
        ]
      : [noun.name],
  )
  expect(rows.map(({ command }) => command)).toEqual(['', ...lines])
  expect(rows[0]?.flags.find(({ name }) => name === '--network')).toMatchObject({
    short: '-n',
    values: ['mainnet', 'testnet', 'sandbox'],
  })
})

test('every example can be typed in a shell', async () => {
  for (const { examples } of await all())
    for (const example of examples) {
      const { status, stderr } = spawnSync('bash', ['-n'], { input: example, encoding: 'utf8' })
      expect({ example, status, stderr }).toEqual({ example, status: 0, stderr: '' })
    }
})

test('every operation of the service has a command', async () => {
  const operations = new Set((await all()).map(({ operation }) => operation))
  const endpoints = readEndpoints().filter(({ operation }) => operation !== 'nft.collectionOf')
  // nft ls also asks for the collection of an address.
  expect([...operations].filter((each) => each !== null).toSorted()).toEqual(
    endpoints.map(({ method, path }) => `${method} ${path}`).toSorted(),
  )
})

test('a command says what it takes, whether it writes and how it may end', async () => {
  expect(await named('profile rm')).toMatchObject({
    writes: true,
    arguments: [{ name: 'name', required: true, values: [] }],
    exit_codes: [0, 1, 2, 3, 8, 11],
  })
  expect((await named('completion'))?.arguments[0]?.values).toContain('fish')
  expect((await named('config get'))?.arguments[0]?.values).toContain('networks.testnet.baseUrl')
  expect((await named('motion daily'))?.writes).toBe(false)
})

test('every exit code that is named exists', async () => {
  for (const { exit_codes: codes } of await all())
    expect(codes.filter((code) => !Object.hasOwn(exitCodes, code))).toEqual([])
})

test('the table fits people: one line a command', async () => {
  const { code, stdout } = await movecli('commands', { tty: true, columns: 120 })
  expect(code).toBe(0)
  const rows = stdout.split('\n').filter((line) => line.startsWith('movecli'))
  expect(rows.length).toBe((await all()).length)
  expect(rows.find((row) => row.startsWith('movecli motion daily '))).toMatch(/Show .*day/)
  expect(rows.filter((row) => row.length > 120)).toEqual([])
})

test('what asks the service names the codes that it may end with, a write also the unknown outcome', async () => {
  const codes = async (command: string) => (await named(command))?.exit_codes
  expect(await codes('token price')).toEqual([0, 1, 2, 3, 4, 5, 6, 7, 8, 10])
  expect(await codes('nft mint')).toEqual([0, 1, 2, 3, 4, 5, 6, 7, 8, 9, 11])
  expect(await codes('user settings')).toEqual([0, 1, 2, 3, 4, 5, 6, 7, 8, 10])
  expect(await codes('login')).toEqual([0, 1, 2, 3, 4, 5, 6, 7, 8, 11, 12])
  expect(await codes('whoami')).toEqual([0, 1, 2, 3, 4, 5, 6, 7, 8])
  expect(await codes('explain')).toEqual([0, 1, 2])
})

test('what changes files here may find them unwritable (3) or held by another process (8)', async () => {
  for (const command of ['config set', 'config unset', 'profile use', 'profile rm', 'logout'])
    expect({ command, exit_codes: (await named(command))?.exit_codes }).toEqual({
      command,
      exit_codes: expect.arrayContaining([3, 8]),
    })
})
