/** Messages in and out, without a server: what is heard of bytes, in which order messages leave, what lines calls become. */
import { Readable } from 'node:stream'
import { describe, expect, test } from 'vitest'
import { parseJson, writeJson, type Json } from '../../src/contract/lossless-json.ts'
import type { Plain } from '../../src/contract/plain.ts'
import { createOutbox } from '../../src/mcp/outbox.ts'
import { heard, type Heard } from '../../src/mcp/protocol.ts'
import { consentNeeded, lineOf, toolsOf } from '../../src/mcp/tools.ts'
import { entriesOf } from '../../src/reference/command-tree.ts'
import { nouns } from '../support/nouns.ts'

const hear = async (chunks: readonly (string | Buffer)[]) => {
  const all: Heard[] = []
  for await (const each of heard(Readable.from(chunks.map((chunk) => Buffer.from(chunk))))) all.push(each)
  return all.map((each) =>
    'message' in each
      ? { message: each.message as unknown as Record<string, unknown> }
      : { answer: each.answer as { id: Json; error: { code: number; message: string } } },
  )
}
/** The code and the id of the answer to what is no message; `heard` for one that is. */
const answers = async (...lines: (string | Buffer)[]) =>
  (await hear(lines)).map(({ message, answer }) => (message ? 'heard' : [answer.error.code, answer.id]))

const message = (inner: string) => `{"jsonrpc":"2.0",${inner}}\n`
const call = (params: string) => message(`"id":5,"method":"tools/call","params":${params}`)

test.each<[what: string, line: string | Buffer, answer: unknown]>([
  ['no JSON', 'hello\n', [-32_700, null]],
  ['bytes that are no text', Buffer.from([0x22, 0xff, 0x22, 10]), [-32_700, null]],
  ['a tower of brackets', `${'['.repeat(1000)}\n`, [-32_700, null]],
  ['a list', '[]\n', [-32_600, null]],
  ['another version', '{"jsonrpc":"1.0","id":5,"method":"ping"}\n', [-32_600, 5]],
  ['no version', '{"id":"a","method":"ping"}\n', [-32_600, 'a']],
  ['an id with a fraction', message('"id":1.5,"method":"ping"'), [-32_600, null]],
  ['an id of null', message('"id":null,"method":"ping"'), [-32_600, null]],
  ['params in a list', message('"id":5,"method":"ping","params":[1]'), [-32_600, 5]],
  ['neither a method nor an answer', message('"id":5'), [-32_600, 5]],
  ['a call without params', message('"id":5,"method":"tools/call"'), [-32_602, 5]],
  ['a call without a name', call('{}'), [-32_602, 5]],
  ['a call whose name is a number', call('{"name":1}'), [-32_602, 5]],
  ['a call whose arguments are a list', call('{"name":"a","arguments":[]}'), [-32_602, 5]],
  ['a call whose arguments are a text', call('{"name":"a","arguments":"b"}'), [-32_602, 5]],
  ['an argument twice', call('{"name":"a","arguments":{"b":1,"b":2}}'), [-32_600, 5]],
  ['a call', call('{"name":"a","arguments":{"b":1}}'), 'heard'],
  ['a call without arguments', call('{"name":"a"}'), 'heard'],
  ['a call whose arguments are null', call('{"name":"a","arguments":null}'), 'heard'],
  ['a notification', message('"method":"notifications/initialized"'), 'heard'],
  ['a text for an id', message('"id":"a","method":"ping","params":{}'), 'heard'],
  ['an answer', message('"id":0,"result":{}'), 'heard'],
])('%s is heard as that', async (_, line, answer) => {
  expect(await answers(line)).toEqual([answer])
  // What came before and comes after is heard all the same.
  const ping = message('"id":1,"method":"ping"')
  expect(await answers(ping, line, ping)).toEqual(['heard', answer, 'heard'])
})

test.each([
  '"result":null',
  '"result":[]',
  '"result":{},"error":{"code":1,"message":"x"}',
  '"error":"no"',
  '"error":{"code":1}',
  '"error":{"code":1.5,"message":"x"}',
  '"error":{"code":1,"message":2}',
  '"result":{"action":"accept","content":{"confirm":false,"confirm":true}}',
])('an answer of %s is handed on as a failure', async (inner) => {
  const [each] = await hear([message(`"id":3,${inner}`)])
  expect(each).toMatchObject({ message: { id: 3, error: { code: -32_600 } } })
  expect(each!.message).not.toHaveProperty('result')
})

test('an answer that says what went wrong is handed on as it is', async () => {
  expect(await hear([message('"id":3,"error":{"code":-1,"message":"x"}')])).toEqual([
    { message: { jsonrpc: '2.0', id: 3, error: { code: -1, message: 'x' } } },
  ])
})

test('lines may come in pieces, many at once, with blank ones, and without an end', async () => {
  const lines = [1, 2, 3]
    .map((id) => message(`"id":${id},"method":"ping","params":{"t":"ß€😀"}`))
    .join('\r\n \n')
  const bytes = Buffer.from(lines.trimEnd())
  for (const size of [1, 7, 50, bytes.length]) {
    const pieces = Array.from({ length: Math.ceil(bytes.length / size) }, (_, at) =>
      bytes.subarray(at * size, (at + 1) * size),
    )
    expect((await hear(pieces)).map(({ message }) => [message?.['id'], message?.['params']])).toEqual(
      [1, 2, 3].map((id) => [id, { t: 'ß€😀' }]),
    )
  }
  expect(await hear([])).toEqual([])
})

test('a message of sixteen MB is looked at, and a longer one is refused and forgotten', async () => {
  const most = Buffer.alloc(16 * 1024 * 1024, 0xff)
  const ping = message('"id":1,"method":"ping"')
  // No text, which is seen at its first byte.
  expect(await answers(most, '\n')).toEqual([[-32_700, null]])
  expect(await answers(most, `x\n${ping}`)).toEqual([[-32_600, null], 'heard'])
})

test('a stream that fails has ended', async () => {
  async function* failing() {
    yield Buffer.from(message('"id":1,"method":"ping"'))
    throw new Error('EIO')
  }
  const all: Heard[] = []
  for await (const each of heard(Readable.from(failing()))) all.push(each)
  expect(all).toHaveLength(1)
})

test('arguments keep the digits of their numbers', async () => {
  const [each] = await hear([call('{"name":"a","arguments":{"goal":12345678901234567.10},"_meta":{"x":1}}')])
  const { arguments: given, ...params } = each!.message!['params'] as { arguments: Json }
  expect([writeJson(given), params]).toEqual([
    '{"goal":12345678901234567.10}',
    { name: 'a', _meta: { x: 1 } },
  ])
})

describe('messages leave', () => {
  test('in their order, each sender waiting until its own was taken', async () => {
    const box = createOutbox()
    const taken: number[] = []
    const sent = [1, 2, 3].map(async (id) => box.send({ id }).then(() => taken.push(id)))
    const reader = box.messages()
    expect((await reader.next()).value).toEqual({ id: 1 })
    expect(taken).toEqual([])
    expect((await reader.next()).value).toEqual({ id: 2 })
    expect(taken).toEqual([1])
    box.end()
    expect((await reader.next()).value).toEqual({ id: 3 })
    expect((await reader.next()).done).toBe(true)
    await Promise.all(sent)
    expect(taken).toEqual([1, 2, 3])
  })

  test('once there are any, and none after the end', async () => {
    const box = createOutbox()
    const reader = box.messages()
    const first = reader.next()
    const sent = box.send({ id: 1 })
    expect((await first).value).toEqual({ id: 1 })
    const last = reader.next()
    await sent
    box.end()
    expect((await last).done).toBe(true)
    await box.send({ id: 2 })
    expect((await reader.next()).done).toBe(true)
  })

  test('to nobody where the reader is gone, and no sender waits for it', async () => {
    const box = createOutbox()
    const reader = box.messages()
    const waiting = [1, 2, 3].map(async (id) => box.send({ id }))
    await reader.next()
    await reader.return(undefined)
    await Promise.all([...waiting, box.send({ id: 4 })])
    expect((await reader.next()).done).toBe(true)
  })
})

const all = toolsOf(entriesOf(nouns), { readOnly: false })
const argvOf = (name: string, json: string) => {
  const tool = all.find((each) => each.name === name)!
  const { argv, stdin } = lineOf(tool, parseJson(json) as Plain)
  return [...argv.slice(tool.path.length), ...(stdin === '' ? [] : [stdin])]
}

test.each<[name: string, json: string, words: string[]]>([
  ['token_claim', '{}', []],
  ['token_claim', '{"dry_run":true,"max_wait":"5m"}', ['--max-wait=5m', '--dry-run']],
  ['token_claim', '{"dry_run":false,"body":null}', []],
  ['token_claim', '{"body":{"amount":1.10}}', ['--input=-', '{"amount":1.10}']],
  ['token_claim', '{"body":{}}', ['--input=-', '{}']],
  ['motion_submit', '{"rows":[{"steps":1.0},{"steps":2}]}', ['--from=-', '{"steps":1.0}\n{"steps":2}\n']],
  ['motion_submit', '{"distance":1e-2}', ['--distance=0.01']],
  ['motion_submit', '{"steps":-5}', ['--steps=-5']],
  ['motion_submit', '{"steps":12345678901234567890}', ['--steps=12345678901234567890']],
  ['motion_daily', '{"param":["a=b","c=--d"]}', ['--param=a=b', '--param=c=--d']],
  ['motion_daily', '{"param":[]}', []],
  ['nft_ls', '{"type":"shoes","address":"-x"}', ['--type=shoes', '--', '-x']],
  [
    'api',
    '{"method":"POST","path":"/a b","body":{"c":"--yes"}}',
    expect.arrayContaining(['--', 'POST', '/a b']),
  ],
  ['journal_show', '{"id":"--force"}', ['--', '--force']],
])('a call of %s with %s is the line %j', (name, json, words) => {
  expect(argvOf(name, json)).toEqual(words)
})

test('only what writes and asks a person needs consent, and read-only tools never write', () => {
  expect(
    consentNeeded(all)
      .map(({ command }) => command)
      .toSorted(),
  ).toEqual(['api', 'kyc submit', 'nft mint', 'nft upgrade', 'token claim'])
  const writing = [
    'api',
    'kyc submit',
    'motion submit',
    'nft mint',
    'nft upgrade',
    'token claim',
    'user settings',
  ]
  const reading = toolsOf(entriesOf(nouns), { readOnly: true }).map(({ command }) => command)
  expect(
    all
      .map(({ command }) => command)
      .filter((each) => !reading.includes(each))
      .toSorted(),
  ).toEqual(writing)
  for (const { command, annotations } of all) {
    expect([command, annotations.readOnlyHint]).toEqual([command, !writing.includes(command)])
    expect([command, annotations.idempotentHint]).toEqual([
      command,
      !writing.includes(command) || command === 'user settings',
    ])
  }
})
