/**
 * A child that asks what its argument names and prints what came of it on stdout, as one line of JSON. It stays until it is
 * ended: a pseudo-terminal may lose the last words of a program that ends.
 */
import { MoveError } from '../../src/errors.ts'
import { prompts } from '../../src/output/prompt/prompts.ts'

const stopping = new AbortController()
process.on('SIGTERM', () => stopping.abort('SIGTERM'))
process.on('SIGINT', () => stopping.abort('SIGINT'))

const ask = prompts({
  stdin: { stream: process.stdin },
  stderr: { stream: process.stderr, isTTY: process.stderr.isTTY },
  signal: stopping.signal,
  env: process.env,
})
const networks = [
  { name: 'mainnet\u001b[2J', value: 1 },
  { name: 'testnet', value: 2, about: 'for trials' },
]
const questions: Record<string, () => Promise<unknown>> = {
  text: async () =>
    ask.text('Base URL?\u202e', { default: 'd', check: (url) => url.length < 5 || 'That is too long.' }),
  secret: async () => ask.secret('API key?'),
  choose: async () => ask.choose('Network?', networks, { default: 2 }),
  confirm: async () => ask.confirm('Claim?'),
  // The process is held up between the question and its first look at the terminal, as on a busy machine.
  late: async () => {
    const answer = ask.confirm('Claim?')
    Atomics.wait(new Int32Array(new SharedArrayBuffer(4)), 0, 0, 400)
    return answer
  },
}
const answer = async (): Promise<unknown> => questions[process.argv[2] ?? '']?.()

void answer()
  .then((value) => ({ value }))
  .catch((error: unknown) =>
    error instanceof MoveError ? { exit: error.fault.exit } : { error: String(error) },
  )
  .then((told) => process.stdout.write(`told ${JSON.stringify(told)}\n`))
  .then(() => setTimeout(() => {}, 60_000))
