/** Messages of JSON-RPC from lines of JSON. What is no message is answered, and ends nothing. */
import type { Readable } from 'node:stream'
import type { JSONRPCMessage } from '@modelcontextprotocol/sdk/types.js'
import { isTooDeep } from '../client/read-body.ts'
import { parseJson, type Json } from '../contract/lossless-json.ts'
import type { Plain } from '../contract/plain.ts'

/** Bytes of one message. */
const longest = 16 * 1024 * 1024

/** A message, or the answer to what is none. */
export type Heard = { message: JSONRPCMessage } | { answer: Json }

/** What a client says, until it stops. Never throws: a stream that fails has ended. */
export async function* heard(stream: Readable): AsyncGenerator<Heard> {
  let parts: Buffer[] = []
  let size = 0
  try {
    for await (const chunk of stream as AsyncIterable<Buffer | string>) {
      const bytes = typeof chunk === 'string' ? Buffer.from(chunk) : chunk
      let from = 0
      for (let end = bytes.indexOf(10); end >= 0; from = end + 1, end = bytes.indexOf(10, from)) {
        const part = bytes.subarray(from, end)
        const line = size + part.length > longest ? undefined : Buffer.concat([...parts, part])
        ;[parts, size] = [[], 0]
        const found = line ? messageOf(line) : refused(invalid, `A message has more than ${longest} bytes.`)
        if (found) yield found
      }
      size += bytes.length - from
      // A line that is too long is counted, and kept no more.
      parts = size > longest ? [] : [...parts, bytes.subarray(from)]
    }
  } catch {
    return
  }
}

const [unreadable, invalid, wrongParams] = [-32_700, -32_600, -32_602]

function messageOf(line: Buffer): Heard | undefined {
  let text: string
  try {
    text = new TextDecoder('utf-8', { fatal: true }).decode(line).trim()
    if (text === '') return undefined
    if (isTooDeep(text)) return refused(unreadable, 'The message is nested too deep.')
    const message = JSON.parse(text) as unknown
    if (!isMessage(message)) return refused(invalid, 'This is no message of JSON-RPC 2.0.', idOf(message))
    if (isCall(message) && !isCallOfATool(message['params']))
      return refused(
        wrongParams,
        'params.name must be a text, and params.arguments an object.',
        idOf(message),
      )
    return { message: withDigits(message, text) }
  } catch {
    return refused(unreadable, 'The message is not JSON in UTF-8.')
  }
}

type Message = { [key: string]: unknown }

const isMessage = (value: unknown): value is Message => {
  if (!isObject(value) || value['jsonrpc'] !== '2.0') return false
  const { id, method, params } = value
  if (id !== undefined && idOf(value) === null) return false
  if (typeof method !== 'string') return 'result' in value || 'error' in value
  return params === undefined || isObject(params)
}

const isObject = (value: unknown): value is Message =>
  typeof value === 'object' && value !== null && !Array.isArray(value)

const isCall = ({ method }: Message): boolean => method === 'tools/call'

/** Clients send null for what they leave out. */
function isCallOfATool(params: unknown): boolean {
  if (!isObject(params)) return false
  const { name, arguments: given } = params
  return typeof name === 'string' && (given === undefined || given === null || isObject(given))
}

/** The arguments of a call keep the digits of their numbers, which JSON.parse would round. */
function withDigits(message: Message, text: string): JSONRPCMessage {
  if (!isCall(message)) return message as JSONRPCMessage
  const { arguments: given, ...params } = message['params'] as Message
  const exact = isObject(given)
    ? { arguments: (parseJson(text) as { params: Plain }).params['arguments'] }
    : {}
  return { ...message, params: { ...params, ...exact } } as unknown as JSONRPCMessage
}

/** A number that its digits name is one that can be answered. */
const idOf = (message: unknown): string | number | null => {
  const id = isObject(message) ? message['id'] : undefined
  return typeof id === 'string' || Number.isSafeInteger(id) ? (id as string | number) : null
}

const refused = (code: number, message: string, id: string | number | null = null): Heard => ({
  answer: { jsonrpc: '2.0', id, error: { code, message } },
})
