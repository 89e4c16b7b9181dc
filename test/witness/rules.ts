/** What a test may tell the witness to do, and what the witness tells a test about a request. */

export type RecordedRequest = {
  method: string
  /** Path and query exactly as received, `/v1` included. */
  target: string
  /** Names and values in turn, in the order and case received. */
  rawHeaders: string[]
  body: string
  /** Whether it was the first request of its connection. */
  newConnection: boolean
  /** Whether the body arrived whole. */
  complete: boolean
  /** When its head arrived, in milliseconds since 1970. */
  at: number
  /** How many of the same method and path had no answer yet when its head arrived. */
  beside: number
}

type HeaderList = Record<string, string | null> | [string, string | null][]

/** What befalls the next `times` (1) requests that match. What it does not set stays the ordinary answer's. */
export type Rule = {
  method?: string
  /** Below the base address: exact without the query, exact with it if it has a `?`, `*` at the end for any rest. */
  path?: string | RegExp
  times?: number
  status?: number
  /** Sent as it is: raw text, or bytes that are already encoded. */
  body?: string | Uint8Array
  /** Added to the ordinary ones, or in their place; null takes one away. */
  headers?: HeaderList
  /** Answers once this is settled. */
  until?: Promise<unknown>
  delayMs?: number
  /** Body bytes per millisecond. */
  drip?: number
  /** After the body come blanks, for ever. */
  endless?: boolean
  /** true: not a byte is answered; `mid-body`: head and half of the body, then silence. The socket stays open. */
  hang?: boolean | 'mid-body'
  /** `at-connect` takes no method or path: it resets the next new connection before anything is read. */
  destroy?: 'at-connect' | 'before-answer' | 'before-body' | 'mid-body'
  /** The Location of a 307 (or of `status`). */
  redirect?: string
}

/** The values of one header of a recorded request, whatever the case of its name. */
export const headerOf = (request: RecordedRequest, name: string): string[] =>
  request.rawHeaders.filter((_, at, all) => at % 2 === 1 && all[at - 1]?.toLowerCase() === name.toLowerCase())

/** Whether a rule means this request. */
export function matches({ method, path }: Rule, request: RecordedRequest): boolean {
  if (method !== undefined && method !== request.method) return false
  if (path === undefined) return true
  if (path instanceof RegExp) return path.test(request.target)
  const target = request.target.replace(/^\/v1(?=\/)/, '')
  if (path.endsWith('*')) return target.startsWith(path.slice(0, -1))
  return path === (path.includes('?') ? target : target.replace(/\?.*$/, ''))
}

/** The ordinary headers under the rule's own; a name with null is left out. */
export function merge(own: HeaderList = {}, usual: [string, string | null][]): [string, string][] {
  const mine = Array.isArray(own) ? own : Object.entries(own)
  const named = new Set(mine.map(([name]) => name.toLowerCase()))
  return [...usual.filter(([name]) => !named.has(name.toLowerCase())), ...mine].filter(
    (header): header is [string, string] => header[1] !== null,
  )
}
