/** Messages of JSON-RPC from lines of JSON. What is no message is answered, and ends nothing. */
import type { Readable } from 'node:stream'
import type { JSONRPCMessage } from '@modelcontextprotocol/sdk/types.js'
import { isTooDeep } from '../client/read-body.ts'
import { parseRepeated, type Json } from '../contract/lossless-json.ts'
import { isObject, isPlain, type Plain } from '../contract/plain.ts'

/** Bytes of one message. */
const longest = 16 * 1024 * 1024

/** A message, or the answer to what is none. */
export type Heard = { message: JSONRPCMessage } | { answer: Json }

/** What a client says, until it stops; its last line may have no end. Never throws: a stream that fails has ended. */
export async function* heard(stream: Readable): AsyncGenerator<Heard> {
  let parts: Buffer[] = []
  let size = 0
  try {
    for await (const chunk of stream as AsyncIterable<Buffer | string>) {
      const bytes = typeof chunk === 'string' ? Buffer.from(chunk) : chunk
      let from = 0
      for (let end = bytes.indexOf(10); end >= 0; from = end + 1, end = bytes.indexOf(10, from)) {
        const part = bytes.subarray(from, end)
        const found = lineOf([...parts, part], size + part.length)
        ;[parts, size] = [[], 0]
        if (found) yield found
      }
      size += bytes.length - from
      // A line that is too long is counted, and kept no more.
      parts = size > longest ? [] : [...parts, bytes.subarray(from)]
    }
  } catch {
    return
  }
  const last = lineOf(parts, size)
  if (last) yield last
}

const lineOf = (parts: readonly Buffer[], size: number): Heard | undefined =>
  size > longest
    ? refused(invalid, `A message has more than ${longest} bytes.`)
    : messageOf(Buffer.concat(parts))

const [unreadable, invalid, wrongParams] = [-32_700, -32_600, -32_602]

function messageOf(line: Buffer): Heard | undefined {
  let text: string
  try {
    text = new TextDecoder('utf-8', { fatal: true }).decode(line).trim()
    if (text === '') return undefined
    if (isTooDeep(text)) return refused(unreadable, 'The message is nested too deep.')
    const message = JSON.parse(text) as unknown
    let repeats = false
    const exact = parseRepeated(text, () => (repeats = true))
    if (repeats) return ambiguous(message, exact)
    if (!isMessage(message)) return refused(invalid, 'This is no message of JSON-RPC 2.0.', idOf(message))
    if (isAnswer(message) && !isWholeAnswer(message))
      return failed(message, 'The answer has no result or error, or both.')
    if (isCall(message) && !isCallOfATool(message['params']))
      return refused(
        wrongParams,
        'params.name must be a text, and params.arguments an object.',
        idOf(message),
      )
    return { message: withDigits(message, exact) }
  } catch {
    return refused(unreadable, 'The message is not JSON in UTF-8.')
  }
}

/** No value of a name given twice is the right one. An answer of the client's with one is handed on as a failure. */
function ambiguous(message: unknown, exact: Json): Heard {
  const id = isPlain(exact) && exact['id'] === null ? null : idOf(message)
  const why = 'The message gives a name twice, with different values.'
  return id !== null && isAnswer(message) ? failed(message, why) : refused(invalid, why, id)
}

/** What the client answers to a question of ours. */
const isAnswer = (message: unknown): message is Message =>
  isMessage(message) && message['method'] === undefined && idOf(message) !== null

/** Whoever waits for an answer that cannot be read is told that it failed. */
const failed = (answer: Message, why: string): Heard => ({
  message: { jsonrpc: '2.0', id: idOf(answer) ?? 0, error: { code: invalid, message: why } },
})

const isWholeAnswer = ({ result, error }: Message): boolean =>
  error === undefined
    ? isObject(result)
    : result === undefined &&
      isObject(error) &&
      Number.isSafeInteger(error['code']) &&
      typeof error['message'] === 'string'

type Message = Record<string, unknown>

const isMessage = (value: unknown): value is Message => {
  if (!isObject(value) || value['jsonrpc'] !== '2.0') return false
  const { id, method, params } = value
  if (id !== undefined && idOf(value) === null) return false
  if (typeof method !== 'string') return 'result' in value || 'error' in value
  return params === undefined || isObject(params)
}

const isCall = ({ method }: Message): boolean => method === 'tools/call'

/** Clients send null for what they leave out. */
function isCallOfATool(params: unknown): boolean {
  if (!isObject(params)) return false
  const { name, arguments: given } = params
  return typeof name === 'string' && (given === undefined || given === null || isObject(given))
}

/** The arguments of a call keep the digits of their numbers, which JSON.parse would round. */
function withDigits(message: Message, exact: Json): JSONRPCMessage {
  if (!isCall(message)) return message as JSONRPCMessage
  const { arguments: given, ...params } = message['params'] as Message
  const digits = isObject(given) ? { arguments: (exact as { params: Plain }).params['arguments'] } : {}
  return { ...message, params: { ...params, ...digits } } as unknown as JSONRPCMessage
}

/** A number that its digits name is one that can be answered. */
const idOf = (message: unknown): string | number | null => {
  const id = isObject(message) ? message['id'] : undefined
  return typeof id === 'string' || Number.isSafeInteger(id) ? (id as string | number) : null
}

const refused = (code: number, message: string, id: string | number | null = null): Heard => ({
  answer: { jsonrpc: '2.0', id, error: { code, message } },
})
