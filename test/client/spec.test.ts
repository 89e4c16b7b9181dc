/**
 * The exchanges copied by hand from the service's document: the client composes each request,
 * and makes of each answer what is expected.
 */
import { describe, expect, test } from 'vitest'
import { compose, type Target } from '../../src/client/compose.ts'
import { openEnvelope, summarizeReply } from '../../src/client/open-envelope.ts'
import { classify, type RequestKind } from '../../src/client/classify-response.ts'
import { digits, parseJson } from '../../src/contract/lossless-json.ts'
import { validate } from '../../src/contract/validate.ts'
import { operationOf, type Input, type OperationName } from '../../src/contract/operations.ts'
import { bodyBytes } from '../../src/client/compose.ts'
import { readExchanges, type Exchange } from '../spec/read.ts'

const exchanges = readExchanges()

describe.each(exchanges.map((exchange) => [exchange.name, exchange] as const))('%s', (_, exchange) => {
  const name = exchange.operation as OperationName
  const operation = operationOf(name)

  test('the client composes the request of the document', () => {
    const composed = compose(name, inputOf(exchange), targetOf(exchange))
    expect(composed.method).toBe(exchange.request.method)
    expect(composed.url).toBe(`https://host.example/v1${exchange.request.target}`)
    const sent = Object.entries(composed.headers).map(([key, value]) => `${key.toLowerCase()}: ${value}`)
    for (const [key, value] of exchange.request.headers) {
      // Where the document shows what becomes of a missing key, movecli never sends the request.
      expect(sent).toContain(`${key.toLowerCase()}: ${value}`)
    }
    if (exchange.request.bodyShown && exchange.request.body) {
      expect(parseJson(String(Buffer.from(bodyBytes(composed.body!))))).toEqual(
        parseJson(exchange.request.body),
      )
    }
  })

  test('the client makes of the answer what is expected', () => {
    const kind: RequestKind =
      operation.kind === 'write' && operation.idempotent ? 'repeatable' : operation.kind
    const { status, headers, body } = exchange.response
    const opened = openEnvelope(body, kind)
    const reply = { what: 'answered', status, headers: new Map(headers), text: body } as const
    const classification = classify(kind, summarizeReply(reply, opened))
    expect(classification.exit).toBe(exchange.expects.exit)
    expect(opened.envelope.is === 'refused' ? opened.envelope.code : undefined).toBe(exchange.expects.code)
    if (classification.ok && exchange.response.bodyShown)
      expect(validate(operation.result, opened.data)).toEqual([])
  })
})

/** The named inputs in the types of the contract; numbers that are none stay text, as a careless caller would send them. */
function inputOf({ operation, input, request }: Exchange): Record<string, unknown> {
  const entry = operationOf(operation as OperationName)
  const typed = Object.entries(input).map(([key, text]) => [key, typedValue(entry.input[key], text)])
  const open = entry.openBody && request.body ? { body: parseJson(request.body) } : {}
  return { ...Object.fromEntries(typed), ...open }
}

const typedValue = (input: Input | undefined, text: string): unknown =>
  input?.in === 'body' && ['number', 'integer'].includes(String(input.schema.type)) && /^[\d.]+$/.test(text)
    ? digits(text)
    : text

function targetOf({ request }: Exchange): Target {
  const header = (name: string) => request.headers.find(([key]) => key.toLowerCase() === name)?.[1]
  const token = header('authorization')?.replace(/^Bearer /, '')
  return {
    baseUrl: 'https://host.example/v1',
    apiKey: header('x-api-key') ?? '',
    tokenHeader: 'Authorization',
    tokenScheme: 'Bearer',
    userAgent: 'movecli/test',
    ...(token && { token }),
  }
}
