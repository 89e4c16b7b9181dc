/**
 * What holds for every command of the tree: --json alone on stdout, one line of JSON for
 * a failure, --dry-run that changes nothing.
 */
import { chmodSync, readdirSync, readFileSync, statSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import type { CommandSpec } from '../../src/runtime/command.ts'
import { nouns } from '../support/nouns.ts'
import { failure } from '../witness/service.ts'
import { living, planned, putJournal, sending as begun } from '../journal/support.ts'
import { readExchanges } from '../spec/read.ts'
import { freshFolder, movecli, type Setting } from '../support/movecli.ts'
import { testnet } from '../support/testnet.ts'

const { witness, env, requested } = await testnet()

/** How to run a command: `args` do, `fails` does not; `service` stands for a service that refuses. */
type Entry = {
  args?: string | ((home: string) => Promise<string> | string)
  stdin?: string
  fails?: string
  /** For --dry-run, where it is not `args`. */
  dry?: string
  /** Lines to be run before, in the same home. */
  before?: string[]
  setting?: () => Setting
}

const keyFile = (home: string): string => {
  const path = join(home, 'key')
  writeFileSync(path, `0x${'42'.repeat(32)}\n`)
  chmodSync(path, 0o600)
  return path
}
const profile = ['config set deviceId watch-7 --profile ops']
/** The id of an unresolved claim. */
const unresolvedClaim = async (home: string): Promise<string> => {
  witness.answer({ method: 'POST', path: '/token/claim', destroy: 'before-answer' })
  await movecli('token claim --yes', { env, home })
  const { stdout } = await movecli('journal ls --json', { env, home })
  return (JSON.parse(stdout) as { id: string }[])[0]?.id ?? ''
}
/** A claim that a process in another container may be sending. */
const held = (home: string): string => {
  const holder = { ...living, pid: 1, space: 'pid:[1]' }
  putJournal(join(home, '.local/state/movecli'), [planned('aa', { holder }), begun('aa')])
  return 'token.claim --yes'
}
const activity = join(import.meta.dirname, '../fixtures/activity/walk.fit')
const motion = '--steps 5000 --distance 3.2km --duration 31m --proof p'

const entries: Record<string, Entry> = {
  login: { args: (home) => `--private-key-file ${keyFile(home)}` },
  logout: { before: profile, args: '--profile ops' },
  whoami: {},
  'motion submit': { args: motion },
  'motion import': { args: activity, fails: 'absent.fit' },
  'nft mint': { args: '-f type=shoes --yes', fails: '-f type=shoes' },
  'nft upgrade': { args: '-F id=1 --yes', fails: '-F id=1' },
  'token claim': { args: '--yes', fails: '-f amount' },
  'kyc submit': { args: '--input - --yes', stdin: '{"name":"Zoy"}', fails: '--input -' },
  api: { args: 'GET /token/price', dry: 'POST /token/claim --yes', fails: 'GET https://example.org' },
  'profile ls': { before: profile },
  'profile use': { before: profile, args: 'ops', fails: 'nobody' },
  'profile show': { before: profile, args: 'ops', fails: 'nobody' },
  'profile rm': { before: profile, args: 'ops --yes', fails: 'nobody' },
  'config get': { before: profile, args: 'deviceId --profile ops', fails: 'devceId' },
  'config set': { args: 'deviceId watch-8', fails: 'deviceId' },
  'config unset': { before: ['config set deviceId watch-7'], args: 'deviceId', fails: 'devceId' },
  'config list': { before: profile, args: '--show-origin' },
  'config path': {},
  'alias set': { args: 'mine doctor', fails: 'doctor limits' },
  'alias list': { before: ['alias set mine doctor'] },
  'alias delete': { before: ['alias set mine doctor'], args: 'mine', fails: 'other' },
  'journal ls': {},
  'journal show': { args: unresolvedClaim, fails: 'nothing' },
  'journal resolve': {
    args: async (home) => `${await unresolvedClaim(home)} --as not-applied`,
    fails: 'nothing --as applied',
  },
  'journal unlock': { args: held, fails: '' },
  'journal export': {},
  'journal prune': { args: '--before 90d' },
  limits: {},
  smoke: { args: '--suite read' },
  doctor: {},
  'sandbox start': {
    args: '--memory --port 0',
    fails: '--memory --data x',
    setting: () => {
      const stop = new AbortController()
      setTimeout(() => stop.abort('SIGINT'), 300)
      return { signal: stop.signal }
    },
  },
  'sandbox status': {},
  'sandbox reset': { args: '--yes' },
  'sandbox proof': { args: '--steps 5', fails: '--steps x' },
  'wallet list': {},
  'wallet address': { args: (home) => `--private-key-file ${keyFile(home)}` },
  completion: { args: 'bash', fails: 'tcsh' },
  explain: { args: 'AUTH_001', fails: 'AUTH_999' },
  mcp: { stdin: '{"jsonrpc":"2.0","id":1,"method":"ping"}\n', fails: '--allow login' },
  commands: {},
  help: { args: 'token claim', fails: 'tokn' },
}

type Command = { words: string; line: CommandSpec }
const commands: Command[] = nouns.flatMap((noun) =>
  'lines' in noun
    ? noun.lines.map((line) => ({ words: `${noun.name} ${line.name}`, line }))
    : [{ words: noun.name, line: noun }],
)
const exchanges = readExchanges()
/** Its own entry, else what its exchange in test/spec says. */
function entryOf({ words, line }: Command): Entry {
  if (words in entries || line.operation === undefined) return entries[words] ?? {}
  const own = exchanges.find(({ operation, command }) => {
    return operation === line.operation && `${command} `.startsWith(`${words} `)
  })
  if (own?.command === undefined) return {}
  return { args: own.command.slice(words.length), ...(own.stdin !== '' && { stdin: own.stdin }) }
}

/** Runs the lines before, then the command. */
async function ran(command: Command, manner: string, dry = false) {
  const { args = '', before = [], stdin, dry: other, setting = () => ({}) } = entryOf(command)
  const home = freshFolder()
  for (const line of before) expect(await movecli(line, { env, home })).toMatchObject({ code: 0 })
  const given = dry && other !== undefined ? other : typeof args === 'string' ? args : await args(home)
  const start = filesIn(home)
  requested()
  const line = `${command.words} ${given} ${manner}`
  const result = await movecli(line, { env, home, ...(stdin !== undefined && { stdin }), ...setting() })
  return { ...result, start, end: filesIn(home) }
}

/** Every file below a folder with its content. */
const filesIn = (folder: string): Record<string, string> =>
  Object.fromEntries(
    readdirSync(folder, { recursive: true, encoding: 'utf8' })
      .filter((name) => statSync(join(folder, name)).isFile())
      .map((name) => [name, readFileSync(join(folder, name), 'latin1')]),
  )

test('every command has an entry here, but those of an operation, which its exchange gives', () => {
  const others = commands.filter(({ line }) => line.operation === undefined)
  expect(others.map(({ words }) => words).filter((words) => !(words in entries))).toEqual([])
})

test.each(commands)('$words --json: one document on stdout, nothing on stderr', async (command) => {
  const { code, stdout, stderr } = await ran(command, '--json')
  expect({ code, stderr }).toEqual({ code: 0, stderr: '' })
  expect(stdout.endsWith('\n')).toBe(true)
  expect(() => JSON.parse(stdout) as unknown).not.toThrow()
})

test.each(commands)('$words in a pipe ends with 0 and has a result on stdout', async (command) => {
  const { code, stdout } = await ran(command, '')
  expect(code).toBe(0)
  expect(stdout).not.toBe('')
})

function expectFailure({ code, stdout, stderr }: { code: number; stdout: string; stderr: string }) {
  expect([code > 0, stdout]).toEqual([true, ''])
  expect(stderr).toMatch(/^[^\n]+\n$/)
  const { success, error } = JSON.parse(stderr) as { success: boolean; error: Record<string, unknown> }
  expect({ success, exit_code: error['exit_code'] }).toEqual({ success: false, exit_code: code })
  expect(Object.keys(error)).toEqual(
    'code message details http_status exit_code retryable outcome hint request_id'.split(' '),
  )
  expect(error['hint']).toMatch(/\w/)
}

test.each(commands)(
  '$words --json that fails: one line of JSON on stderr, nothing on stdout',
  async (command) => {
    const { fails } = entryOf(command)
    const stdin = entryOf(command).stdin?.replace('{', '[')
    const setting = { env, ...(stdin !== undefined && { stdin }) }
    const ways = ['--no-such-flag', ...(fails === undefined ? [] : [fails])]
    const results = []
    for (const given of ways) results.push(await movecli(`${command.words} ${given} --json`, setting))
    expect(results.map(({ stdout }) => stdout)).toEqual(ways.map(() => ''))
    results.forEach(expectFailure)
  },
)

const sending = commands.filter(({ line }) => line.operation !== undefined)
test.each(sending)('$words --json where the service refuses', async (command) => {
  const { args = '', stdin } = entryOf(command)
  const home = freshFolder()
  const own = await startRefusing()
  const given = typeof args === 'string' ? args : await args(home)
  const setting = { env: { ...env, MOVECLI_BASE_URL: own.url }, home, ...(stdin !== undefined && { stdin }) }
  const result = await movecli(`${command.words} ${given} --json`, setting)
  expectFailure(result)
  expect(result.code).toBe(4)
})

async function startRefusing() {
  const { startWitness } = await import('../witness/service.ts')
  const own = await startWitness()
  own.answer({ ...failure('AUTH_002'), times: 99 })
  return own
}

const writing = commands.filter(({ line }) => line.writes)
test('what sends another method than GET says that it writes', () => {
  const methods = [
    'nft mint',
    'nft upgrade',
    'token claim',
    'motion submit',
    'user settings',
    'kyc submit',
    'api',
    'login',
  ]
  expect(writing.map(({ words }) => words)).toEqual(expect.arrayContaining(methods))
})

test.each(writing)('$words --dry-run changes nothing at the service nor here', async (command) => {
  const json = await ran(command, '--dry-run --json', true)
  expect(requested().filter(({ method }) => method !== 'GET')).toEqual([])
  expect({ code: json.code, stderr: json.stderr, files: json.end }).toEqual({
    code: 0,
    stderr: '',
    files: json.start,
  })
  expect(JSON.parse(json.stdout)).toMatchObject({ dry_run: true })
  const yes = await ran(command, '--dry-run --yes', true)
  expect(requested().filter(({ method }) => method !== 'GET')).toEqual([])
  expect({ code: yes.code, files: yes.end }).toEqual({ code: 0, files: yes.start })
})
