/** What a single check stands on, where a service answers as the test says and nothing else is there. */
import type { HttpRequest, Reply } from '../../src/client/guarded-transport.ts'
import { sendReadRequest } from '../../src/client/client.ts'
import { checks } from '../../src/smoke/checks.ts'
import { Failed, Skipped } from '../../src/smoke/ends.ts'
import { groundOf, type SmokeContext } from '../../src/smoke/smoke-context.ts'
import { bareSender } from '../support/bare-sender.ts'
import { noon } from '../support/clock.ts'

export const address = `0x${'aB'.repeat(20)}`
export const iso = (ms: number): string => new Date(ms).toISOString()

/** An answer: its status, its body as text or as what is written as JSON, and headers besides its type. */
export const answered = (
  status: number,
  body: unknown,
  headers: Record<string, string> = { 'content-type': 'application/json' },
): Reply => ({
  what: 'answered',
  status,
  headers: new Map(Object.entries(headers)),
  text: typeof body === 'string' ? body : JSON.stringify(body),
})
export const taken = (data: unknown = {}): Reply => answered(200, { success: true, data })
export const refused = (status: number, code: string, message = 'no'): Reply =>
  answered(status, { success: false, error: { code, message, details: 'none' } })
export const lost: Reply = { what: 'lost', why: 'The connection closed', timedOut: false }

/** A request as the service saw it: `GET /token/price`, its headers and its query. */
export type Heard = { line: string; headers: Record<string, string>; query: URLSearchParams; body: string }

type Given = Partial<SmokeContext> & { time?: () => number }

/** A ground, and what was asked of its service. It has an API key, and what is given. */
export function groundWith(
  answer: (heard: Heard, nth: number) => Reply = () => taken(),
  { time = () => noon, ...given }: Given = {},
) {
  const asked: Heard[] = []
  const secrets: string[] = []
  const stop = new AbortController()
  const bare = bareSender('https://api.example/v1', 'key-of-the-run-1', stop)
  const send = async ({ method, url, headers, body }: HttpRequest): Promise<Reply> => {
    const { pathname, searchParams } = new URL(url)
    const line = `${method} ${pathname.slice('/v1'.length).replace(address, '{address}')}`
    const heard = { line, headers, query: searchParams, body: Buffer.from(body ?? []).toString() }
    asked.push(heard)
    return answer(heard, asked.filter((each) => each.line === line).length)
  }
  const ground: SmokeContext = {
    ...groundOf({
      network: 'testnet',
      sender: { ...bare, send, retryPolicy: { ...bare.retryPolicy, now: () => new Date(time()) } },
      login: 'movecli login -p ops',
      secret: (value) => void secrets.push(value),
      random: (bytes) => new Uint8Array(bytes),
      repeat: 1,
    }),
    ...given,
  }
  const lines = () => asked.map(({ line }) => line)
  return { ground, asked, lines, secrets, stop }
}

/** Its motion is sent at once: nothing is put on record. */
export const writing = (): Pick<SmokeContext, 'write'> => ({
  write: async (request, sender) => sendReadRequest(request, sender),
})

/** The first answer of a run, whose Date is `ahead` milliseconds ahead of this machine's clock. */
export const heardFirst = (ahead = 0, ms = 0, at = noon): NonNullable<SmokeContext['first']> => ({
  reply: answered(200, '{}', { date: new Date(at + ahead).toUTCString() }),
  at,
  ms,
})

/** What a check of this name comes to: `passed: …`, `failed: …` or `skipped: …`, with what it says. */
export async function endOf(name: string, ground: SmokeContext): Promise<string> {
  const check = checks.find((each) => each.name === name)!
  return endOfRun(async () => check.run(ground))
}

export async function endOfRun(run: () => Promise<unknown>): Promise<string> {
  try {
    const said = await run()
    return typeof said === 'string' ? `passed: ${said}` : 'passed'
  } catch (error) {
    if (error instanceof Failed) return `failed: ${error.message}`
    if (error instanceof Skipped)
      return `skipped${error.limited ? ' for a limit' : error.signedOut ? ' signed out' : ''}: ${error.message}`
    throw error
  }
}
