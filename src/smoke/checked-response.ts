/** An answer as checks look at it: status, body, envelope, and the time it took. */
import { isTooDeep } from '../client/read-body.ts'
import type { Composed } from '../client/compose.ts'
import type { HttpResponse } from '../client/guarded-transport.ts'
import { parseJson, type Json } from '../contract/lossless-json.ts'
import { isPlain, type Plain } from '../contract/plain.ts'

export type CheckedResponse = {
  request: Composed
  status: number
  headers: Map<string, string>
  text: string
  /** The bytes of the body are no UTF-8. */
  garbled?: true
  ms: number
  /** The envelope (docs/service.md §1, §7), where the body is a JSON object. */
  body?: Plain
}

/** What came, its body read. */
export function seenOf(
  request: Composed,
  { status, headers, text, garbled }: HttpResponse,
  ms: number,
): CheckedResponse {
  const body = parseText(text)
  return { request, status, headers, text, ms, ...(garbled && { garbled }), ...(isPlain(body) && { body }) }
}

function parseText(text: string): Json | undefined {
  if (isTooDeep(text)) return undefined
  try {
    return parseJson(text)
  } catch {
    return undefined
  }
}
