/** What the tests of bulk share: rows with their proofs, and a service that remembers what it was sent. */
import { writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { TransportFailure, type Transport, type WireRequest } from '../../src/contract/wire.ts'
import { sandboxApiKey, sandboxToken } from '../../src/sandbox/constants.ts'
import { makeProof } from '../../src/sandbox/proof.ts'
import { freshFolder, movecli, type Setting } from '../support/movecli.ts'
import { reply } from '../support/world.ts'

export type RowText = Record<string, unknown>

/** Row `n` with a proof that the sandbox takes. */
export function row(n: number, more: RowText = {}): RowText {
  const motion = { steps: 1000 + n, distance: 3.2, duration: 1860 }
  return { ...motion, proof: makeProof(motion), ...more }
}
export const rows = (count: number, from = 1): RowText[] =>
  Array.from({ length: count }, (_, at) => row(from + at))
export const ndjson = (list: readonly unknown[]): string =>
  list.map((each) => `${JSON.stringify(each)}\n`).join('')

/** A file with these rows, or with this text. */
export function file(
  name: string,
  content: readonly unknown[] | string | Buffer,
  folder = freshFolder(),
): string {
  const path = join(folder, name)
  writeFileSync(path, Array.isArray(content) ? ndjson(content) : (content as string | Buffer))
  return path
}

export const env = {
  MOVECLI_NETWORK: 'testnet',
  MOVECLI_BASE_URL: 'https://service.example/v1',
  MOVECLI_API_KEY: sandboxApiKey,
  MOVECLI_TOKEN: sandboxToken,
  MOVECLI_RATE_LIMIT: '0',
}

/** `applied`, `lost`, `refused`, a code of docs/service.md §7, a status, or a refusal as it is. */
export type Answer = number | string | { status: number; code: string; message?: string }
type Service = { transport: Transport; sent: Record<string, unknown>[]; reads: number }

/**
 * A service that answers each submission as `say` wants: a status, a code of docs/service.md
 * §7, lost on the way, or not reached at all.
 */
export function service(
  say: (body: Record<string, unknown>, nth: number) => Answer | Promise<Answer> = () => 'applied',
) {
  const it: Service = {
    sent: [],
    reads: 0,
    transport: async (request: WireRequest) => {
      if (request.method === 'GET') {
        it.reads += 1
        return reply(200, { success: true, data: {} })
      }
      const body = JSON.parse(Buffer.from(request.body ?? []).toString()) as Record<string, unknown>
      const nth = it.sent.push(body)
      const answer = await say(body, nth)
      if (answer === 'refused') {
        it.sent.pop()
        throw new TransportFailure('connect', new Error('refused'))
      }
      if (answer === 'lost') throw new TransportFailure('sent', new Error('reset'))
      if (answer === 'applied') return reply(200, { success: true, data: { n: nth } })
      if (typeof answer === 'number')
        return reply(answer, { success: false, error: { code: `E_${answer}`, message: 'no', details: '' } })
      if (typeof answer === 'object') {
        const { code, message = 'no' } = answer
        return reply(answer.status, { success: false, error: { code, message, details: '' } })
      }
      const status = { AUTH_002: 401, RATE_001: 429, CHAIN_001: 503 }[answer] ?? 400
      return reply(status, { success: false, error: { code: answer, message: 'no', details: '' } })
    },
  }
  return it
}

/** Runs `motion submit --from …` against a service. */
export async function submit(words: string, setting: Setting & { service?: Service } = {}) {
  const { service: it = service(), ...rest } = setting
  const ran = await movecli(`motion submit ${words}`, {
    transport: it.transport,
    ...rest,
    env: { ...env, ...rest.env },
  })
  const said = ran.stdout.startsWith('{')
    ? ran.stdout
        .trim()
        .split('\n')
        .map((line) => JSON.parse(line) as Said)
    : []
  return { ...ran, said, error: ran.stderr }
}
export type Said = { row: number; id: string | null; status: string; code?: string; data?: unknown }

/** `1 applied, 2 rejected` in the order of the lines. */
export const statuses = (said: readonly Said[]): string[] =>
  [...said].sort((a, b) => a.row - b.row).map(({ row: line, status }) => `${line} ${status}`)
