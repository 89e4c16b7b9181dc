import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { spawn } from '@lydell/node-pty'
import { rolldown } from 'rolldown'
import { afterAll, beforeAll, expect, test } from 'vitest'

let folder = ''
let asker = ''

beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'movecli-prompts-'))
  const bundle = await rolldown({ input: 'test/output/asker.ts', platform: 'node' })
  await bundle.write({
    dir: folder,
    format: 'cjs',
    entryFileNames: 'asker.cjs',
    chunkFileNames: '[name].cjs',
  })
  await bundle.close()
  asker = join(folder, 'asker.cjs')
})
afterAll(async () => rm(folder, { recursive: true, force: true }))

const wordsTold = /told (.*)\r/
const isTold = (seen: string) => wordsTold.test(seen)

/** What the child told, and all that the terminal saw, after `keys` were typed at the prompt. */
async function asked(question: string, keys: string, more: { env?: object; kill?: string } = {}) {
  const env = { PATH: process.env['PATH'], TERM: 'xterm', ...more.env } as Record<string, string>
  const child = spawn(process.execPath, [asker, question], { cols: 80, rows: 24, env })
  let seen = ''
  let typed = false
  child.onData((data) => {
    seen += data
    if (isTold(seen)) child.kill('SIGKILL')
    if (typed) return
    typed = true
    setTimeout(() => (more.kill ? child.kill(more.kill) : child.write(keys)), 60)
  })
  const late = setTimeout(() => child.kill('SIGKILL'), 60_000)
  await new Promise<void>((resolve) => child.onExit(() => resolve()))
  clearTimeout(late)
  const [, told = 'null'] = wordsTold.exec(seen) ?? []
  return { told: JSON.parse(told) as unknown, seen }
}

const enter = '\r'
const down = '\u001b[B'
const ctrlC = '\u0003'
const ctrlD = '\u0004'

test.concurrent.each([
  ['text', `abc${enter}`, { value: 'abc' }],
  ['text', enter, { value: 'd' }],
  ['secret', `hunter2${enter}`, { value: 'hunter2' }],
  ['choose', enter, { value: 2 }],
  ['choose', down + enter, { value: 1 }],
  ['confirm', enter, { value: false }],
  ['confirm', `y${enter}`, { value: true }],
  ['text', ctrlC, { exit: 130 }],
  ['secret', ctrlD, { exit: 130 }],
  ['confirm', ctrlD, { exit: 130 }],
])('%s answered with %j', async (question, keys, told) => {
  const answer = await asked(question, keys)
  expect(answer.told).toEqual(told)
  expect(answer.seen.replace(/told .*/, '')).not.toContain('hunter2')
})

test.concurrent.each([
  ['text', `abc${enter}`, { value: 'abc' }],
  ['text', `far too long${enter}ok${enter}`, { value: 'ok' }],
  ['secret', `hunter2${enter}`, { value: 'hunter2' }],
  ['choose', `7${enter}1${enter}`, { value: 1 }],
  ['choose', enter, { value: 2 }],
  ['confirm', `yes${enter}`, { value: true }],
  ['confirm', enter, { value: false }],
  ['text', ctrlC, { exit: 130 }],
  ['secret', ctrlC, { exit: 130 }],
  ['confirm', ctrlD, { exit: 130 }],
])('line by line, %s answered with %j', async (question, keys, told) => {
  const answer = await asked(question, keys, { env: { ACCESSIBLE: '1' } })
  expect(answer.told).toEqual(told)
  expect(answer.seen.replace(/told .*/, '')).not.toContain('hunter2')
  expect(answer.seen).not.toContain('\u001b')
})

test.concurrent('a polite kill ends a prompt with 143', async () => {
  expect((await asked('choose', '', { kill: 'SIGTERM' })).told).toEqual({ exit: 143 })
})

test.concurrent('foreign text in a question is harmless, and NO_COLOR is kept', async () => {
  const { seen } = await asked('choose', enter, { env: { NO_COLOR: '1' } })
  expect(seen).toContain(String.raw`mainnet\x1b[2J`)
  expect(seen).not.toContain('\u001b[3')
  expect((await asked('text', enter)).seen).toContain(String.raw`Base URL?\u{202e}`)
})

/** The keys are typed at once, before anything is drawn; then `later`, once the question is there. */
async function typedAhead(question: string, keys: string, later: string, drawn: string, env: object = {}) {
  const variables = { PATH: process.env['PATH'], TERM: 'xterm', NO_COLOR: '1', ...env } as Record<
    string,
    string
  >
  const child = spawn(process.execPath, [asker, question], { cols: 80, rows: 24, env: variables })
  child.write(keys)
  let seen = ''
  let told = false
  child.onData((data) => {
    seen += data
    if (isTold(seen)) child.kill('SIGKILL')
    if (told || !seen.includes(drawn)) return
    told = true
    setTimeout(() => child.write(later), 60)
  })
  const late = setTimeout(() => child.kill('SIGKILL'), 60_000)
  await new Promise<void>((resolve) => child.onExit(() => resolve()))
  clearTimeout(late)
  const [shown = '', answer = 'null'] = seen.split('told ')
  return { told: JSON.parse(answer) as unknown, shown, after: shown.slice(shown.lastIndexOf(drawn)) }
}

test.each([
  ['confirm', 'y\ry\r', 'n\r', '(y/N)', { value: false }],
  ['confirm', 'y', '\r', '(y/N)', { value: false }],
  ['late', 'y\ry\r', 'n\r', '(y/N)', { value: false }],
])(
  'what was typed before %s was drawn (%j) does not answer it',
  async (question, keys, later, drawn, told) => {
    for (const env of [{}, { ACCESSIBLE: '1' }])
      expect((await typedAhead(question, keys, later, drawn, env)).told).toEqual(told)
  },
)

test.each(['yn', 'ye', 'yess', 'sure', '1'])('%s is not a yes', async (word) => {
  expect((await asked('confirm', `${word}\r`)).told).toEqual({ value: false })
})

test('a confirmation that has its answer draws no more, whatever is typed after it', async () => {
  const { told, seen } = await asked('confirm', 'y\ry\rn\ry\r')
  expect(told).toEqual({ value: true })
  expect(seen.split('Claim?').length).toBe(2)
  expect(seen).not.toContain('\u001b[1A')
})
