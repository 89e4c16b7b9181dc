/** Questions line by line: what answers them, what is asked again, and what a person sees. */
import { PassThrough, Writable } from 'node:stream'
import { expect, test } from 'vitest'
import { MoveError } from '../../../src/errors.ts'
import { prompts, type Prompter } from '../../../src/output/prompt/prompts.ts'

/** Puts a question; each line is typed once a question mark or a colon is there. */
async function asked<T>(
  ask: (prompter: Prompter) => Promise<T>,
  lines: readonly string[],
  stop = new AbortController(),
) {
  const input = new PassThrough()
  const left = [...lines]
  let seen = ''
  const output = new Writable({
    write: (chunk, _encoding, done) => {
      const words = String(chunk)
      seen += words
      if (/[:)] $/.test(words))
        setImmediate(() => (left.length > 0 ? input.write(`${left.shift()!}\n`) : input.end()))
      done()
    },
  })
  const place = {
    stdin: { stream: input },
    stderr: { stream: output, isTTY: false },
    signal: stop.signal,
    env: { ACCESSIBLE: '1' },
  }
  const answer = await ask(prompts(place)).catch((error: unknown) => {
    if (error instanceof MoveError) return [error.fault.exit, error.fault.outcome]
    throw error
  })
  return { answer, seen, left }
}

test.each<[yes: boolean, line: string, answer: boolean]>([
  [false, '', false],
  [true, '', true],
  [true, ' ', true],
  [true, 'n', false],
  [true, 'no', false],
  [true, 'yep', false],
  [true, 'y', true],
  [false, ' YES ', true],
  [false, 'y', true],
  [false, 'n', false],
  [false, 'yn', false],
])('with a yes by default %s, %j is %s', async (isYes, line, answer) => {
  const told = await asked(async (ask) => ask.confirm('Sign in now?', { default: isYes }), [line])
  expect(told.answer).toBe(answer)
  expect(told.seen).toContain(isYes ? '(Y/n): ' : '(y/N): ')
})

test('no is what a confirmation without a default comes to', async () => {
  expect(await asked(async (ask) => ask.confirm('Claim?'), [''])).toMatchObject({ answer: false })
})

const choices = [
  { name: 'mainnet', value: 'm' },
  { name: 'testnet', value: 't', about: 'for trials' },
]
test.each<[lines: string[], preset: { default?: string }, answer: string]>([
  [['1'], {}, 'm'],
  [[' 2 '], {}, 't'],
  [['0', '3', '-1', '1.5', 'x', '', '2'], {}, 't'],
  [[''], { default: 't' }, 't'],
  [['0', '1'], { default: 't' }, 'm'],
])('of two choices %j, with %o, takes %s', async (lines, preset, answer) => {
  const told = await asked(async (ask) => ask.choose('Network?', choices, preset), lines)
  expect(told).toMatchObject({ answer, left: [] })
  expect(told.seen).toContain('Network?\n  1) mainnet\n  2) testnet: for trials\n')
  expect(told.seen).toContain(preset.default ? 'Number (2): ' : 'Number: ')
  expect(told.seen.split('Give a number from 1 to 2.')).toHaveLength(lines.length)
})

test('a text is held against its check until it fits, and its default too', async () => {
  const check = (text: string) => text.length > 2 || 'That is too short.'
  const text = async (preset: string | undefined, lines: string[]) =>
    asked(
      async (ask) => ask.text('Base URL', { check, ...(preset !== undefined && { default: preset }) }),
      lines,
    )
  expect(await text(undefined, ['a', '', 'abc'])).toMatchObject({ answer: 'abc' })
  expect(await text('preset', [''])).toMatchObject({ answer: 'preset', seen: 'Base URL (preset): ' })
  const short = await text('p', ['', 'long'])
  expect([short.answer, short.seen.split('That is too short.').length]).toEqual(['long', 2])
})

test('a secret is not shown, and is asked for again where it does not fit', async () => {
  const check = (text: string) => text.length > 8 || 'That is too short.'
  const { answer, seen } = await asked(
    async (ask) => ask.secret('API key', { check }),
    ['hunter2', 'hunter2-of-ours'],
  )
  expect(answer).toBe('hunter2-of-ours')
  expect(seen).not.toContain('hunter')
  expect(seen).toContain('API key (not shown): ')
})

test.each(['confirm', 'text', 'secret'] as const)(
  'who leaves a %s is told that nothing was sent',
  async (kind) => {
    expect((await asked(async (ask) => ask[kind]('Claim?'), [])).answer).toEqual([130, 'not_sent'])
    const stop = new AbortController()
    stop.abort('SIGTERM')
    expect((await asked(async (ask) => ask[kind]('Claim?'), ['y'], stop)).answer).toEqual([143, 'not_sent'])
  },
)

test('questions and choices of others are harmless', async () => {
  const odd = [{ name: 'a\u001b[2J', value: 1, about: 'b\u202e' }]
  const { seen } = await asked(async (ask) => ask.choose('Which\u0007\n?', odd), ['1'])
  expect(seen).toContain('Which\\x07\n?\n  1) a\\x1b[2J: b\\u{202e}\n')
})
