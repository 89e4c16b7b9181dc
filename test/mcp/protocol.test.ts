/** The protocol on stdin and stdout: nothing else on stdout, and no message that ends the server. */
import { Readable } from 'node:stream'
import { expect, test } from 'vitest'
import { runCommandLine } from '../../src/cli/run.ts'
import { fromProcess } from '../../src/runtime/context.ts'
import { sandboxApiKey, sandboxToken } from '../../src/sandbox/constants.ts'
import { parseFaults } from '../../src/sandbox/faults.ts'
import { startSandbox } from '../../src/sandbox/listen.ts'
import { agent, raw, yes } from '../support/agent.ts'
import { contextFor, movecli } from '../support/movecli.ts'

const ping = (id: number) => `{"jsonrpc":"2.0","id":${id},"method":"ping"}\n`

test.each([
  ['no JSON', 'hello\n', -32_700],
  ['half an object', '{"jsonrpc":"2.0",\n', -32_700],
  ['bytes that are no text', Buffer.from([0xff, 0xfe, 10]), -32_700],
  ['a tower of brackets', `${'['.repeat(100_000)}\n`, -32_700],
  ['a list', '[]\n', -32_600],
  ['another version', '{"jsonrpc":"1.0","id":5,"method":"ping"}\n', -32_600],
  ['a number', '7\n', -32_600],
  ['a line without end', `${'x'.repeat(17 * 1024 * 1024)}\n`, -32_600],
  ['an unknown method', '{"jsonrpc":"2.0","id":5,"method":"nothing/there"}\n', -32_601],
  ['a call without a name', '{"jsonrpc":"2.0","id":5,"method":"tools/call","params":{}}\n', -32_602],
  ['a call without params', '{"jsonrpc":"2.0","id":5,"method":"tools/call"}\n', -32_602],
  [
    'a call whose arguments are a list',
    '{"jsonrpc":"2.0","id":5,"method":"tools/call","params":{"name":"explain","arguments":[1]}}\n',
    -32_602,
  ],
  ['params that are null', '{"jsonrpc":"2.0","id":5,"method":"tools/list","params":null}\n', -32_600],
  ['params in a list', '{"jsonrpc":"2.0","id":5,"method":"tools/call","params":["explain"]}\n', -32_600],
  ['an id that is null', '{"jsonrpc":"2.0","id":null,"method":"ping"}\n', -32_600],
  ['an id that is an object', '{"jsonrpc":"2.0","id":{},"method":"ping"}\n', -32_600],
  ['an id with a fraction', '{"jsonrpc":"2.0","id":1.5,"method":"ping"}\n', -32_600],
  ['an id of too many digits', `{"jsonrpc":"2.0","id":${'9'.repeat(30)},"method":"ping"}\n`, -32_600],
])('%s is answered with an error, and the server goes on', async (_, line, code) => {
  const { say, next, child, ended } = raw()
  say(line)
  expect(await next()).toMatchObject({ jsonrpc: '2.0', error: { code } })
  say(ping(9))
  expect(await next()).toMatchObject({ jsonrpc: '2.0', id: 9, result: {} })
  child.stdin.end()
  expect(await ended).toBe(0)
})

const call = (inner: string, id = '"id":5') =>
  `{"jsonrpc":"2.0",${id},"method":"tools/call","params":{"name":"explain",${inner}}}\n`

test.each([
  ['an argument twice', call('"arguments":{"code":"9","code":"8"}'), 5],
  ['an argument named id twice', call('"arguments":{"id":1,"id":2}'), 5],
  ['arguments twice', call('"arguments":{"code":"9"},"arguments":{"code":"8"}'), 5],
  ['a method twice', '{"jsonrpc":"2.0","id":"a","method":"ping","method":"tools/list"}\n', 'a'],
  ['an id twice', call('"arguments":{"code":"9"}', '"id":5,"id":6'), null],
])('%s is refused as that, with the id where it is plain', async (_, line, id) => {
  const { say, next, child, ended } = raw()
  say(line)
  const message = 'The message gives a name twice, with different values.'
  expect((await next()).line).toBe(JSON.stringify({ jsonrpc: '2.0', id, error: { code: -32_600, message } }))
  child.stdin.end()
  expect(await ended).toBe(0)
})

test.each([
  ['says both yes and no', '"result":{"action":"accept","content":{"confirm":false,"confirm":true}}'],
  ['is null', '"result":null'],
  ['is a list', '"result":[1]'],
  [
    'is a yes and an error',
    '"result":{"action":"accept","content":{"confirm":true}},"error":{"code":1,"message":"x"}',
  ],
  ['is an error without words', '"error":{"code":1}'],
  ['is a text for an error', '"error":"no"'],
])('an answer to a question that %s is no consent', async (_, answer) => {
  const { say, next, home } = raw()
  const hello = {
    protocolVersion: '2025-06-18',
    capabilities: { elicitation: {} },
    clientInfo: { name: 'x', version: '1' },
  }
  say(`${JSON.stringify({ jsonrpc: '2.0', id: 1, method: 'initialize', params: hello })}\n`)
  await next()
  say('{"jsonrpc":"2.0","method":"notifications/initialized"}\n')
  say('{"jsonrpc":"2.0","id":2,"method":"tools/call","params":{"name":"token_claim"}}\n')
  const { id } = await next()
  say(`{"jsonrpc":"2.0","id":${String(id)},${answer}}\n`)
  expect(await next()).toMatchObject({ id: 2, result: { structuredContent: { exit_code: 11 } } })
  expect(await stateOf(home)).toEqual([])
})

test.each(['', '\n'])(
  'what came before the end of input is answered, its last line ended by %j',
  async (end) => {
    const { say, child, rest, ended } = raw()
    say(`${ping(1)}{"jsonrpc":"2.0","id":2,"method":"tools/list"}\n`)
    say('{"jsonrpc":"2.0","id":3,"method":"tools/call","params":{"name":"motion_history"}}\n')
    child.stdin.end(`{"jsonrpc":"2.0","id":4,"method":"tools/call","params":{"name":"motion_daily"}}${end}`)
    const answers = (await rest()).map((line) => JSON.parse(line) as { id: number; result: object })
    expect(answers.map(({ id }) => id).toSorted()).toEqual([1, 2, 3, 4])
    expect(answers.find(({ id }) => id === 4)).toMatchObject({
      result: { structuredContent: { exit_code: 0 } },
    })
    expect(await ended).toBe(0)
  },
)

test('half a line before the end of input is answered as no JSON', async () => {
  const { child, rest, ended } = raw()
  child.stdin.end('{"jsonrpc":"2.0","id":3,"me')
  expect((await rest()).map((line) => JSON.parse(line) as object)).toMatchObject([
    { error: { code: -32_700 } },
  ])
  expect(await ended).toBe(0)
})

test('arguments that are null are none', async () => {
  const { say, next, child, ended } = raw()
  say('{"jsonrpc":"2.0","id":5,"method":"tools/call","params":{"name":"token_price","arguments":null}}\n')
  expect(await next()).toMatchObject({ id: 5, result: { structuredContent: { exit_code: 0 } } })
  child.stdin.end()
  expect(await ended).toBe(0)
})

test('many calls at once leave nothing on stderr', async () => {
  const { call, stderr } = await agent(['-n', 'sandbox'])
  await Promise.all(Array.from({ length: 40 }, async () => call('token_price')))
  expect(stderr()).toBe('')
})

test('messages may come in pieces, with empty lines and carriage returns, many at once', async () => {
  const { say, next, child, ended, stderr } = raw()
  for (const piece of ping(1)) say(piece)
  say(`\r\n\n${ping(2).replace('\n', '\r\n')}${ping(3)}`)
  expect([(await next())['id'], (await next())['id'], (await next())['id']]).toEqual([1, 2, 3])
  child.stdin.end()
  expect({ ended: await ended, stderr: stderr() }).toEqual({ ended: 0, stderr: '' })
})

test('stdout carries the protocol alone, whatever format and verbosity are asked for', async () => {
  const { say, child, next, rest, ended } = raw([
    '-n',
    'sandbox',
    '--format',
    'table',
    '-vv',
    '--fields',
    'x',
  ])
  for (const name of ['motion_daily', 'token_claim', 'nothing'])
    say(`{"jsonrpc":"2.0","id":"${name}","method":"tools/call","params":{"name":"${name}","arguments":{}}}\n`)
  const answers = [await next(), await next(), await next()]
  expect(answers.map(({ id }) => String(id)).toSorted()).toEqual(['motion_daily', 'nothing', 'token_claim'])
  child.stdin.end()
  expect(await rest()).toEqual([])
  expect(await ended).toBe(0)
})

test.each(['SIGINT', 'SIGTERM'] as const)('%s ends the server with its code', async (signal) => {
  const { child, say, next, ended } = raw()
  say(ping(1))
  await next()
  child.kill(signal)
  expect(await ended).toBe(signal === 'SIGINT' ? 130 : 143)
})

test('a wait tells its progress to a client that asks for it', async () => {
  const { client } = await agent(['-n', 'sandbox'], { answer: () => yes })
  const heard: { progress: number; message?: string | undefined }[] = []
  const result = await client.callTool(
    { name: 'kyc_status', arguments: { wait: 'verified', max_wait: '3s' } },
    undefined,
    { onprogress: (each) => heard.push(each) },
  )
  expect(result.structuredContent).toMatchObject({ exit_code: 12 })
  expect(heard.some(({ message }) => message?.includes('Waiting up to'))).toBe(true)
  expect(heard.map(({ progress }) => progress)).toEqual(heard.map((_, at) => at + 1))
})

const stateOf = async (home: string) =>
  (JSON.parse((await movecli('journal ls --json', { home })).stdout) as { state: string }[]).map(
    ({ state }) => state,
  )

/** A sandbox that takes the first claim and never answers, for an agent; `sent` resolves once that claim is there. */
async function hanging(run: (words: string[], sent: (home: string) => Promise<void>) => Promise<void>) {
  const server = await startSandbox({
    port: 0,
    faults: parseFaults('POST /token/claim:hang-after-apply@1'),
  })
  const headers = { 'X-API-Key': sandboxApiKey, Authorization: `Bearer ${sandboxToken}` }
  const balance = async () => (await fetch(`${server.url}/token/balance`, { headers })).text()
  try {
    const before = await balance()
    const sent = async (home: string) => {
      // What is on record as being sent may not have left yet.
      while (!(await stateOf(home)).includes('sending') || (await balance()) === before)
        await new Promise((resolve) => setTimeout(resolve, 50))
    }
    await run(['-n', 'sandbox', '--base-url', server.url], sent)
  } finally {
    await server.close()
  }
}

test('a call that is canceled leaves the claim on record as unknown, and the next one is held up', async () =>
  hanging(async (words, sent) => {
    const { client, call, home } = await agent(words, { answer: () => yes })
    const stop = new AbortController()
    const claim = client.callTool({ name: 'token_claim', arguments: {} }, undefined, { signal: stop.signal })
    const failed = claim.then(
      () => false,
      () => true,
    )
    await sent(home)
    stop.abort()
    expect(await failed).toBe(true)
    // The answer is waited for: that long it is under way, and then unknown.
    const next = await call('token_claim', { max_wait: '30s' })
    expect(next.said).toMatchObject({
      exit_code: 9,
      error: { code: 'CLI_EARLIER_UNKNOWN', outcome: 'not_sent' },
    })
    expect(await stateOf(home)).toEqual(['unknown'])
  }))

test.each(['closes', 'kills the server'])(
  'a client that %s amid a claim leaves the journal true',
  async (how) =>
    hanging(async (words, sent) => {
      const { transport, client, home, call } = await agent(words, { answer: () => yes })
      void client.callTool({ name: 'token_claim', arguments: {} }).catch(() => {})
      await sent(home)
      expect((await call('motion_daily')).isError).toBe(false)
      const { pid } = transport
      if (how === 'closes') await client.close()
      else process.kill(pid!, 'SIGKILL')
      while (isAlive(pid!)) await new Promise((resolve) => setTimeout(resolve, 50))
      expect(await stateOf(home)).toEqual(['unknown'])
      const next = await agent(words, { home, answer: () => yes })
      expect((await next.call('token_claim')).said).toMatchObject({ exit_code: 9 })
      expect(await stateOf(home)).toEqual(['unknown'])
    }),
)

test('a call with two bad values is answered with one of them, a claim under way beside it and the server go on', async () =>
  hanging(async (words, sent) => {
    const { call, client, home, stderr } = await agent(words, { answer: () => yes })
    const stop = new AbortController()
    const claim = client.callTool({ name: 'token_claim', arguments: {} }, undefined, { signal: stop.signal })
    claim.catch(() => {})
    await sent(home)
    const { said } = await call('motion_daily', { address: 'x', date: '5m' })
    expect(said).toMatchObject({ exit_code: 2, error: { code: 'CLI_USAGE', outcome: 'not_sent' } })
    expect(await stateOf(home)).toEqual(['sending'])
    expect((await call('motion_daily', { date: 'today' })).said.exit_code).toBe(0)
    expect(stderr()).toBe('')
    stop.abort()
  }))

test('a failure that nobody waits for ends neither the server nor a call, and is said without its words', async () => {
  const { context, stdout, stderr } = contextFor({ stdin: Readable.from(talk()) })
  let hear: ((reason: unknown) => void) | undefined
  async function* talk() {
    yield ping(1)
    hear?.(new Error('holds what a call was given'))
    yield ping(2)
  }
  const hearStray = (each: (reason: unknown) => void) => {
    hear = each
    return () => (hear = undefined)
  }
  const code = await runCommandLine(['mcp', '-n', 'sandbox'], { ...context, hearStray })
  expect({ code, stdout: stdout().trim().split('\n').length, hear }).toEqual({
    code: 0,
    stdout: 2,
    hear: undefined,
  })
  expect(stderr()).toBe('note: An unhandled error (CLI_BUG) was ignored. The server keeps running.\n')
})

test('the process hears of a failure that nobody waits for while it is asked to, and no longer', async () => {
  const { hearStray } = fromProcess(process)
  const others = process.listeners('unhandledRejection')
  process.removeAllListeners('unhandledRejection')
  const heard: unknown[] = []
  const deaf = hearStray?.((reason) => heard.push(reason))
  void Promise.reject(new Error('stray'))
  await new Promise((resolve) => setTimeout(resolve, 10))
  deaf?.()
  expect({ heard: heard.map(String), listenerCount: process.listenerCount('unhandledRejection') }).toEqual({
    heard: ['Error: stray'],
    listenerCount: 0,
  })
  for (const each of others) process.on('unhandledRejection', each)
})

test('where stdin ends amid a claim its answer is waited for, and then the server ends', async () =>
  hanging(async (words, sent) => {
    const { say, child, ended, home } = raw([...words, '--allow', 'token claim'])
    say(`{"jsonrpc":"2.0","id":1,"method":"tools/call","params":{"name":"token_claim"}}\n`)
    await sent(home)
    child.stdin.end()
    expect(await ended).toBe(0)
    expect(await stateOf(home)).toEqual(['unknown'])
  }))

function isAlive(pid: number): boolean {
  try {
    return process.kill(pid, 0)
  } catch {
    return false
  }
}

test('two claims at once take turns: one is sent, the other asks again and is told no', async () => {
  let questions = 0
  const answer = () => (questions++ < 2 ? yes : ({ action: 'decline' } as const))
  const { call, home, asked } = await agent(['-n', 'sandbox'], { answer })
  const both = await Promise.all([call('token_claim'), call('token_claim')])
  expect(both.map(({ said }) => said.exit_code).toSorted((a, b) => a - b)).toEqual([0, 11])
  expect(asked).toHaveLength(3)
  expect(asked[2]).toMatch(/While this one waited, another token claim was applied/)
  expect(await stateOf(home)).toEqual(['applied'])
})
