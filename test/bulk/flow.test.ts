/** What waits for what: rows that are planned ahead, results that are not read, a service that takes none. */
import { setTimeout as pause } from 'node:timers/promises'
import { expect, test } from 'vitest'
import { createBackoff } from '../../src/bulk/send/backoff.ts'
import { sendRows, type Sending } from '../../src/bulk/send/dispatcher.ts'
import { createPrefetch, type Task } from '../../src/bulk/send/prefetch.ts'
import { createResultQueue } from '../../src/bulk/send/result-queue.ts'
import type { Sender } from '../../src/client/client.ts'
import { digits } from '../../src/contract/lossless-json.ts'
import { MoveError } from '../../src/errors.ts'
import { runCommandLine } from '../../src/cli/run.ts'
import { bareSender } from '../support/bare-sender.ts'
import { contextFor, freshFolder } from '../support/movecli.ts'
import { env, file, rows, service, submit } from './support.ts'

const task = (at: number) => ({ row: { line: at }, at }) as Task

/** Takes the next row, as a run does. */
async function taken(ahead: ReturnType<typeof createPrefetch>): Promise<Task> {
  for (;;) {
    const some = ahead.hasNext(1)
    if (some === true) return ahead.take()
    if (some === false) throw new Error('there is none')
    await some
  }
}

test('no more is planned ahead than is said, however often a row comes back', async () => {
  let [read, planned] = [0, 0]
  const plan = async (list: readonly unknown[]) => void (planned += list.length)
  const ahead = createPrefetch({
    run: { ahead: 64, plan },
    next: async () => task(read++),
    over: () => false,
    isReady: () => true,
  })
  let last = await taken(ahead)
  for (let round = 0; round < 50; round++) {
    ahead.requeue(last)
    last = await taken(ahead)
    expect({ at: last.at, nextIsRetry: ahead.nextIsRetry() }).toEqual({ at: 0, nextIsRetry: false })
  }
  await ahead.idle()
  expect({ read, planned }).toEqual({ read: 64, planned: 64 + 50 })
})

test('the last rows, one that comes back behind them, and then none', async () => {
  const left = [1, 2, 3]
  const plans: number[] = []
  const ahead = createPrefetch({
    run: { ahead: 64, plan: async (list) => void plans.push(list.length) },
    next: async () => (left.length > 0 ? task(left.shift()!) : undefined),
    over: () => false,
    isReady: () => true,
  })
  const order = [await taken(ahead), await taken(ahead), await taken(ahead)].map(({ at }) => at)
  ahead.requeue(task(2))
  expect({ order, at: (await taken(ahead)).at, hasNext: ahead.hasNext(1), plans }).toEqual({
    order: [1, 2, 3],
    at: 2,
    hasNext: false,
    plans: [3, 1],
  })
})

test('no row may be taken while its intent is on its way to the disk', async () => {
  let flushed: () => void = () => {}
  const flush = new Promise<void>((resolve) => (flushed = resolve))
  let read = 0
  const ahead = createPrefetch({
    run: { ahead: 2, plan: async () => flush },
    next: async () => task(read++),
    over: () => false,
    isReady: () => true,
  })
  const first = ahead.hasNext(1)
  await expect.poll(() => read).toBe(2)
  expect([typeof first, typeof ahead.hasNext(1)]).toEqual(['object', 'object'])
  flushed()
  await first
  expect(ahead.hasNext(1)).toBe(true)
})

test('a plan that fails is thrown to whoever asks, and nothing is planned once it is over', async () => {
  const plan = async () => Promise.reject(new Error('the disk is full'))
  const full = createPrefetch({
    run: { ahead: 64, plan },
    next: async () => task(1),
    over: () => false,
    isReady: () => true,
  })
  await full.hasNext(1)
  expect(() => full.hasNext(1)).toThrow('the disk is full')
  let planned = 0
  const over = createPrefetch({
    run: { ahead: 64, plan: async () => void planned++ },
    next: async () => task(1),
    over: () => true,
    isReady: () => true,
  })
  await over.hasNext(1)
  expect({ nextIsRetry: over.nextIsRetry(), planned }).toEqual({ nextIsRetry: false, planned: 0 })
})

/** A run of one row after another, sent by `send`. */
function oneByOne(
  stop: AbortController,
  send: Sender['send'],
  more: Partial<Sending> & Partial<Pick<Sender, 'redact' | 'stopping'>> = {},
) {
  const { redact, stopping, ...rest } = more
  return sendRows({
    sender: {
      ...bareSender('https://service.example/v1', 'k', stop),
      send,
      ...(redact && { redact }),
      ...(stopping && { stopping }),
    },
    run: {
      ahead: 1,
      plan: async () => {},
      sending: async () => {},
      recordOutcome: async () => {},
      close: async () => 0,
    },
    backoff: createBackoff({ concurrency: 1, maxWaitMs: 0, random: () => 0 }),
    budget: undefined,
    next: async () => ({ ...task(1), row: { line: 1, body: { steps: digits(1) } } }) as Task,
    isReady: () => true,
    end: async () => {},
    untilRoom: () => undefined,
    session: {
      renewals: () => 0,
      ended: () => false,
      endedLast: async () => undefined,
      mayGoOn: () => undefined,
    },
    onResult: () => {},
    stopped: () => false,
    waiting: () => {},
    signal: stop.signal,
    now: () => new Date(),
    ticks: () => 0,
    sleep: async () => {},
    ...rest,
  })
}

test.each(['a stop', 'a failure of another row'])(
  '%s that comes while the session is renewed lets no further row leave',
  async (what) => {
    const stop = new AbortController()
    const sent: unknown[] = []
    let stopped = false
    const mayGoOn = async () => {
      if (what === 'a stop') stop.abort('SIGINT')
      stopped = true
      return undefined
    }
    const send = async (ask: unknown) => Promise.reject(new Error(String(sent.push(ask))))
    await oneByOne(stop, send, {
      session: { renewals: () => 0, ended: () => false, endedLast: async () => undefined, mayGoOn },
      stopped: () => stopped,
    })
    expect(sent).toEqual([])
  },
)

test.each(['', ', also after a stop'])(
  'what fails after the answer to a row has come leaves that row unknown, and no further row leaves%s',
  async (after) => {
    const stop = new AbortController()
    // Its answer comes before the patience of the stop is over.
    const stopping = {
      atOnce: new AbortController().signal,
      sleep: async () => new Promise<void>(() => {}),
      waits: () => {},
    }
    const sent: unknown[] = []
    const results: unknown[] = []
    const why = await oneByOne(
      stop,
      async (ask) => {
        sent.push(ask)
        if (after !== '') stop.abort('SIGINT')
        return { what: 'answered', status: 200, headers: new Map(), text: '{"success":true,"data":{}}' }
      },
      {
        redact: () => {
          throw new RangeError('Maximum call stack size exceeded')
        },
        onResult: (_, { status }) => void results.push(status),
        stopping,
      },
    )
    expect({ sent: sent.length, results }).toEqual({ sent: 1, results: ['unknown'] })
    expect(why?.fault).toMatchObject({ code: 'CLI_BUG' })
  },
)

test.each([
  ['the disk', 3, 3],
  ['the service', 8, 130],
])('after a stop a fault of %s ends a run with %i or with the stop: %i', async (_, exit, ends) => {
  const stop = new AbortController()
  const why = await oneByOne(stop, async () => Promise.reject(new Error('not asked')), {
    session: {
      renewals: () => 0,
      ended: () => false,
      endedLast: async () => undefined,
      mayGoOn: async () => {
        stop.abort('SIGINT')
        return new MoveError('It failed.', { code: 'CLI_STATE', exit })
      },
    },
  })
  expect(why?.fault.exit ?? 130).toBe(ends)
})

test('everyone who waits for room is let in, when there is some and when the run stops', async () => {
  for (const how of ['read', 'widen', 'return'] as const) {
    const channel = createResultQueue<number>(() => {})
    for (let n = 0; n < 1000; n++) channel.push(n)
    const waiting = Promise.all([channel.untilRoom(), channel.untilRoom(), channel.untilRoom()])
    const reader = channel.items[Symbol.asyncIterator]()
    if (how === 'read') for (let n = 0; n < 1000; n++) await reader.next()
    if (how === 'widen') channel.widen()
    if (how === 'return') await reader.return?.()
    expect(await Promise.race([waiting.then(() => 'in'), pause(1000, 'out')])).toBe('in')
  }
})

test('a slow reader of a run that goes on gets a line for every row', async () => {
  const home = freshFolder()
  const many = rows(5000)
  await submit(
    `--from ${file(
      'a.ndjson',
      many.filter((_, at) => at % 2 === 0),
    )} --run x`,
    { home },
  )
  const it = service()
  const { context, stdout } = contextFor({ home, env, transport: it.transport })
  const write = async (text: string) => {
    await pause(20)
    await context.stdout.write(text)
  }
  const words = `motion submit --from ${file('b.ndjson', many)} --run x --concurrency 64`.split(' ')
  const code = await runCommandLine(words, { ...context, stdout: { ...context.stdout, write } })
  expect({ code, sent: it.sent.length, trimEnd: stdout().trimEnd().split('\n').length }).toEqual({
    code: 0,
    sent: 2500,
    trimEnd: 5000,
  })
})
