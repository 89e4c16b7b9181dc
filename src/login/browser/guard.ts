/** What may reach the sign-in page's server: the page it served itself, and nothing else on this machine or in this browser. */
import type { IncomingMessage } from 'node:http'
import { isObject } from '../../contract/plain.ts'

export type Refusal = { status: number; message: string }

const typed = /^application\/json\s*(;|$)/i
export const largestBody = 64 * 1024

/**
 * Only the page's own address may talk to the server: other pages of the browser bear another Origin, a name that a
 * foreign DNS points here another Host, and a plain form cannot send JSON.
 */
export function refusalOf(
  request: IncomingMessage,
  host: string,
  paths: ReadonlySet<string>,
): Refusal | undefined {
  const { method, headers, url = '' } = request
  if (headers.host !== host) return { status: 403, message: `The Host header must be ${host}.` }
  if (!paths.has(url)) return { status: 404, message: 'There is nothing here.' }
  const origin = headers.origin
  if (origin !== undefined && origin !== `http://${host}`)
    return { status: 403, message: 'Requests from other pages are refused.' }
  if (method === 'GET') return undefined
  if (method !== 'POST') return { status: 405, message: 'Only GET and POST are known here.' }
  if (origin === undefined) return { status: 403, message: 'Requests without an origin are refused.' }
  if (!typed.test(headers['content-type'] ?? '')) return { status: 415, message: 'The body must be JSON.' }
  return undefined
}

/** The JSON object of a request. Throws an Error with a sentence for anything else. */
export async function requestObject(request: IncomingMessage): Promise<Record<string, unknown>> {
  const parts: Buffer[] = []
  let size = 0
  // Read to its end: a request that is broken off half way takes its answer with it.
  for await (const part of request as AsyncIterable<Buffer>) {
    size += part.length
    if (size <= largestBody) parts.push(part)
    if (size > 16 * largestBody) request.destroy()
  }
  if (size > largestBody) throw new Error('The body is too large.')
  const value = parsed(Buffer.concat(parts).toString())
  if (!isObject(value)) throw new Error('The body must be a JSON object.')
  return value
}

function parsed(text: string): unknown {
  try {
    return JSON.parse(text)
  } catch {
    throw new Error('The body is not JSON.')
  }
}

/** No foreign origin, no frame, no form. Wallets put their script into the page, so inline scripts are allowed. */
export const pageHeaders = {
  'Content-Type': 'text/html; charset=utf-8',
  'Content-Security-Policy':
    "default-src 'none'; script-src 'self' 'unsafe-inline'; style-src 'self' 'unsafe-inline'; img-src data:; connect-src 'self'; base-uri 'none'; form-action 'none'; frame-ancestors 'none'",
  'Cache-Control': 'no-store',
  'Cross-Origin-Opener-Policy': 'same-origin',
  'Referrer-Policy': 'no-referrer',
  'X-Content-Type-Options': 'nosniff',
  'X-Frame-Options': 'DENY',
} as const
