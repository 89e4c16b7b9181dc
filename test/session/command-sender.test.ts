/** What the settings of a command make of its requests: deadline, repetition, header and scheme, and what is said of waits. */
import { expect, test } from 'vitest'
import type { Origin, Resolved } from '../../src/config/types.ts'
import type { WireRequest } from '../../src/contract/wire.ts'
import { senderFor, targetOf, type SenderTools } from '../../src/session/command-sender.ts'
import { contextFor, freshFolder } from '../support/movecli.ts'
import { reply } from '../support/world.ts'

type Options = Record<string, [value: string | number, origin?: Origin]>
const resolvedOf = (options: Options) =>
  ({
    get: (name: string) => {
      const [value, origin = 'flag'] = options[name] ?? []
      return value === undefined ? undefined : { value, origin, source: 'x', text: String(value) }
    },
  }) as unknown as Resolved

/** The sender that these options make, what it looked up, said and sent. */
async function sender(
  options: Options = {},
  { tty = false, random = Buffer.alloc(4), dryRun = false, verbose = 0 } = {},
) {
  const [lookups, notes, sent]: [number[], string[], WireRequest[]] = [[], [], []]
  const { context } = contextFor({
    tty,
    transport: async (request) => {
      sent.push(request)
      return reply(200, { success: true, data: {} })
    },
  })
  const tools = {
    context: {
      ...context,
      limitLookups: (seconds: number) => void lookups.push(seconds),
      random: () => random,
    },
    folders: { state: freshFolder(), config: freshFolder() },
    note: async (text: string) => void notes.push(text),
    trace: () => {},
    dryRun,
    verbose,
    bounded: false,
    many: false,
    format: {},
  } as unknown as SenderTools
  const resolved = resolvedOf(options)
  const target = targetOf(resolved, 'https://service.example/v1', 'key-1', 'token-1')
  return { made: await senderFor(tools, resolved, target), lookups, notes, sent }
}

test('without settings a request has the deadline of its operation, three repeats and a minute to wait', async () => {
  const { made, lookups } = await sender({ timeout: [30, 'default'] })
  expect([made.timeoutMs, made.retryPolicy.retries, made.retryPolicy.maxWaitMs, lookups]).toEqual([
    undefined,
    3,
    60_000,
    [],
  ])
  expect(made.trace).toBeUndefined()
})

test.each<[number, number, number[]]>([
  [1.5, 1500, [2]],
  [9.9, 9900, [10]],
  [10, 10_000, []],
  [120, 120_000, []],
])(
  'a timeout of %s s counts for each request, and a short one for looking up names',
  async (seconds, ms, looked) => {
    for (const origin of ['flag', 'environment', 'profile', 'settings'] as const) {
      const { made, lookups } = await sender({ timeout: [seconds, origin] })
      expect([made.timeoutMs, lookups]).toEqual([ms, looked])
    }
  },
)

test('repeats and waits are as they were set, none too', async () => {
  const { made } = await sender({ retries: [0], maxWait: [0] })
  expect([made.retryPolicy.retries, made.retryPolicy.maxWaitMs]).toEqual([0, 0])
  const more = await sender({ retries: [2], maxWait: [300] })
  expect([more.made.retryPolicy.retries, more.made.retryPolicy.maxWaitMs]).toEqual([2, 300_000])
})

test.each([
  ['00000000', 0],
  ['80000000', 0.5],
  ['00000001', 1 / 2 ** 32],
  ['ffffffff', 1 - 1 / 2 ** 32],
])('the jitter is from 0 to 1, by all of four random bytes: %s', async (hex, part) => {
  const { made } = await sender({}, { random: Buffer.from(hex, 'hex') })
  expect(made.retryPolicy.random()).toBe(part)
})

test('a wait is said in whole seconds where no countdown shows it', async () => {
  const plain = await sender()
  plain.made.retryPolicy.onWait(1200)
  expect(plain.notes).toEqual(['Waiting 2 s before the next attempt.'])
  const terminal = await sender({}, { tty: true })
  terminal.made.retryPolicy.onWait(1200)
  expect(terminal.notes).toEqual([])
})

test('the header and the scheme of the session token are those of the settings', () => {
  const of = (options: Options, token?: string) =>
    targetOf(resolvedOf(options), 'https://service.example/v1', 'key-1', token)
  expect(of({})).toEqual({
    baseUrl: 'https://service.example/v1',
    apiKey: 'key-1',
    tokenHeader: 'Authorization',
    tokenScheme: 'Bearer',
    userAgent: expect.stringMatching(/^movecli\/\d+\.\d+\.\d+/) as string,
  })
  expect(of({ 'auth.tokenHeader': ['X-Session'], 'auth.tokenScheme': [''] }, 'token-1')).toMatchObject({
    token: 'token-1',
    tokenHeader: 'X-Session',
    tokenScheme: '',
  })
})

test('under --dry-run what it sends through sends nothing but reads', async () => {
  const limits = { timeoutMs: 1000, signal: new AbortController().signal }
  const ask = { url: 'https://service.example/v1/x', headers: {} }
  const { made, sent } = await sender({}, { dryRun: true })
  await expect(made.send({ ...ask, method: 'POST' }, limits)).rejects.toThrow(
    '--dry-run refused to send POST',
  )
  expect(await made.send({ ...ask, method: 'GET' }, limits)).toMatchObject({ what: 'answered' })
  expect(sent.map(({ method }) => method)).toEqual(['GET'])
})

test('what is said of requests is said from -v on, and what it hides is known to all of the command', async () => {
  expect((await sender({}, { verbose: 1 })).made.trace).toBeTypeOf('function')
  const { made } = await sender()
  made.secret?.('a-secret-of-this-test')
  expect(made.redact?.('it is a-secret-of-this-test.')).toBe('it is [redacted].')
})
