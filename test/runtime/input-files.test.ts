/** Files and stdin that a user names: how much of them is read, and what is said of what cannot be. */
import { chmodSync, mkdirSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { Readable } from 'node:stream'
import { expect, test } from 'vitest'
import { readSecret, readStdin, readText } from '../../src/runtime/input-files.ts'
import { toolsFor } from '../../src/runtime/services.ts'
import { contextFor, freshFolder, type Setting } from '../support/movecli.ts'

const folder = freshFolder()
mkdirSync(join(folder, 'taken'))
const file = (name: string, content: string | Buffer, mode = 0o600) => {
  const path = join(folder, name)
  writeFileSync(path, content)
  chmodSync(path, mode)
  return path
}
const opened = (setting: Setting = {}) => {
  const { context, stderr } = contextFor({ sleep: async () => new Promise(() => {}), ...setting })
  return { tools: toolsFor(context, {}, 'tsv'), stderr }
}
/** What it gives, or code and sentence of its refusal. */
const outcome = async (work: Promise<unknown>) =>
  work.catch(
    ({ message, fault }: { message: string; fault: { code: string; exit: number; hint: string } }) => [
      fault.code,
      fault.exit,
      message,
      fault.hint,
    ],
  )
const what = 'the body'
const most = 2048
const hint = 'It should contain the body.'

test('as much as is allowed is read of a file and of stdin, and not a byte more', async () => {
  const [whole, more] = ['x'.repeat(most), 'x'.repeat(most + 1)]
  const [fits, larger] = [file('fits', whole), file('larger', more)]
  const read = async (path: string, stdin = '') =>
    outcome(readText(path, opened({ stdin }).tools, { what, most }))
  expect([await read(fits), await read('-', whole)]).toEqual([whole, whole])
  expect([await read(larger), await read('-', more)]).toEqual([
    ['CLI_USAGE', 2, `${larger} is larger than 2 KB.`, hint],
    ['CLI_USAGE', 2, 'Standard input is too long.', hint],
  ])
})

test('what cannot be read is named with its reason', async () => {
  const bytes = file('bytes', Buffer.from([0xff, 0x00, 0xfe]))
  const read = async (path: string) => outcome(readText(path, opened().tools, { what, most }))
  expect(await Promise.all([join(folder, 'none'), join(folder, 'taken'), bytes].map(read))).toEqual([
    ['CLI_USAGE', 2, `${join(folder, 'none')} does not exist.`, hint],
    ['CLI_USAGE', 2, `${join(folder, 'taken')} is a folder.`, hint],
    ['CLI_USAGE', 2, `${bytes} is not text in UTF-8 or UTF-16.`, hint],
  ])
})

test.each([
  ['s3cret\n', 's3cret'],
  ['s3cret\r\n', 's3cret'],
  ['s3cret\n\n', 's3cret\n'],
  [' s3cret ', ' s3cret '],
])('of a secret one final line break is left out, and nothing else: %j', async (text, secret) => {
  const path = file('secret', text)
  expect(await readSecret(path, opened().tools, what)).toBe(secret)
  expect(await readSecret('-', opened({ stdin: text }).tools, what)).toBe(secret)
})

test.each(['', '\n', ' \t\n'])('a secret that is empty is refused where it may not be: %j', async (text) => {
  const path = file('empty', text)
  const read = async (from: string, mayBeEmpty: boolean) =>
    outcome(readSecret(from, opened({ stdin: text }).tools, what, { mayBeEmpty }))
  expect([await read(path, false), await read('-', false)]).toEqual([
    ['CLI_USAGE', 2, `${path} is empty.`, hint],
    ['CLI_USAGE', 2, 'Standard input is empty.', hint],
  ])
  const kept = text.replace(/\n$/, '')
  expect([await read(path, true), await read('-', true)]).toEqual([kept, kept])
})

test('a secret that others can read is refused with what to type, one that is too long or missing with its name', async () => {
  const path = file('open to all', 's3cret', 0o644)
  expect(await outcome(readSecret(path, opened().tools, what))).toEqual([
    'CLI_UNSAFE_FILE',
    2,
    `${path} can be read by others.`,
    `chmod 600 '${path}'`,
  ])
  const missing = join(folder, 'none')
  expect(await outcome(readSecret(missing, opened().tools, what))).toEqual([
    'CLI_USAGE',
    2,
    expect.stringContaining(missing) as string,
    'Name a file that you can read.',
  ])
  const long = { stdin: 'x'.repeat(64 * 1024 + 1) }
  expect(await outcome(readSecret('-', opened(long).tools, what))).toEqual([
    'CLI_USAGE',
    2,
    'Standard input is too long.',
    hint,
  ])
})

test('a terminal that would show what is typed is not read where nobody may be asked', async () => {
  const { tools } = opened({ tty: true, env: { CI: '1' }, stdin: 's3cret\n' })
  expect(await outcome(readSecret('-', tools, what))).toEqual([
    'CLI_USAGE',
    2,
    'Standard input is a terminal, which would show what you type.',
    'Use a pipe or a file.',
  ])
})

test('after five seconds of silence stderr says what is awaited, and not once something came', async () => {
  for (const silent of [true, false]) {
    const stdin = new Readable({ read: () => {} })
    const pauses: number[] = []
    let pass = () => {}
    const sleep = async (ms: number, signal?: AbortSignal) => {
      pauses.push(ms)
      await new Promise<void>((resolve, reject) => {
        pass = resolve
        signal?.addEventListener('abort', () => reject(signal.reason as Error))
      })
    }
    const { tools, stderr } = opened({ stdin, sleep })
    const read = readStdin(tools, what, most)
    if (silent) pass()
    await new Promise((resolve) => setImmediate(resolve))
    stdin.push('x')
    await new Promise((resolve) => setImmediate(resolve))
    pass()
    stdin.push(null)
    expect((await read).toString()).toBe('x')
    expect({ silent, pauses, stderr: stderr() }).toEqual({
      silent,
      pauses: [5000],
      stderr: silent ? 'Waiting for the body on standard input.\n' : '',
    })
  }
})
