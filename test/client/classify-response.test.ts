/** The rules of outcomes, one row each. */
import { expect, test } from 'vitest'
import { classify, type ReplySummary, type RequestKind } from '../../src/client/classify-response.ts'
import { openEnvelope } from '../../src/client/open-envelope.ts'

const refused = (status: number, code?: string): ReplySummary => ({
  what: 'answered',
  status,
  envelope: { is: 'refused', ...(code && { code }) },
})
const good = (status: number): ReplySummary => ({ what: 'answered', status, envelope: { is: 'good' } })
const none = (status: number): ReplySummary => ({ what: 'answered', status, envelope: { is: 'none' } })
const lost: ReplySummary = { what: 'lost', why: 'reset', timedOut: false }
const notSent: ReplySummary = { what: 'not-sent', why: 'refused', timedOut: false }

type Row = [kind: RequestKind, heard: ReplySummary, exit: number, outcome: string, again: boolean]
const rows: Row[] = [
  ['read', good(200), 0, 'applied', false],
  ['read', good(500), 8, 'unknown', true],
  ['read', good(302), 8, 'unknown', false],
  ['read', none(200), 8, 'unknown', false],
  ['read', none(302), 8, 'unknown', false],
  ['read', none(401), 4, 'unknown', false],
  ['read', none(403), 5, 'unknown', false],
  ['read', none(404), 6, 'unknown', false],
  ['read', none(429), 7, 'rejected', true],
  ['read', none(503), 8, 'unknown', true],
  ['read', refused(200), 5, 'unknown', false],
  ['read', refused(200, 'AUTH_002'), 4, 'rejected', false],
  ['read', refused(400, 'MOTION_001'), 5, 'rejected', false],
  ['read', refused(404, 'NFT_001'), 6, 'rejected', false],
  ['read', refused(503, 'CHAIN_001'), 8, 'unknown', true],
  ['read', refused(500, 'SOMETHING_ELSE'), 8, 'unknown', true],
  ['read', lost, 8, 'unknown', true],
  ['read', { ...lost, final: true }, 8, 'unknown', false],
  ['read', notSent, 8, 'not_sent', true],
  ['read', { ...notSent, final: true }, 8, 'not_sent', false],
  ['login', lost, 8, 'unknown', true],
  ['login', none(200), 8, 'unknown', false],
  ['login', refused(401, 'AUTH_002'), 4, 'rejected', false],
  ['write', good(201), 0, 'applied', false],
  ['write', good(500), 9, 'unknown', false],
  ['write', none(200), 9, 'unknown', false],
  ['write', none(302), 9, 'unknown', false],
  ['write', none(401), 9, 'unknown', false],
  ['write', none(429), 7, 'rejected', true],
  ['write', none(502), 9, 'unknown', false],
  ['write', refused(200, 'X_1'), 5, 'rejected', false],
  ['write', refused(200), 9, 'unknown', false],
  ['write', refused(400), 9, 'unknown', false],
  ['write', refused(429), 7, 'rejected', true],
  ['write', refused(302), 9, 'unknown', false],
  ['write', refused(400, 'MOTION_002'), 5, 'rejected', false],
  ['write', refused(401, 'AUTH_002'), 4, 'rejected', false],
  ['write', refused(404, 'NFT_001'), 6, 'rejected', false],
  ['write', refused(408), 9, 'unknown', false],
  ['write', refused(409), 9, 'unknown', false],
  ['write', refused(425), 9, 'unknown', false],
  ['write', refused(429, 'RATE_001'), 7, 'rejected', true],
  ['write', refused(400, 'RATE_001'), 7, 'rejected', true],
  ['write', refused(400, 'CHAIN_001'), 9, 'unknown', false],
  ['write', refused(503, 'CHAIN_001'), 9, 'unknown', false],
  ['write', refused(503, 'RATE_001'), 9, 'unknown', false],
  ['write', refused(500), 9, 'unknown', false],
  ['write', lost, 9, 'unknown', false],
  ['write', notSent, 8, 'not_sent', true],
  ['repeatable', refused(503, 'CHAIN_001'), 8, 'unknown', false],
  ['repeatable', lost, 8, 'unknown', false],
  ['repeatable', refused(400, 'X_1'), 5, 'rejected', false],
  ['repeatable', refused(400), 8, 'unknown', false],
  ['repeatable', none(429), 7, 'rejected', true],
]

test.each(rows)('a %s that hears %o ends with %i, %s', (kind, heard, exit, outcome, again) => {
  expect(classify(kind, heard)).toEqual({ ok: exit === 0, outcome, exit, retryable: again })
})

/** The rules of outcomes said once more, in the order of its sentences, for every status at an edge and every envelope. */
function asWritten(kind: RequestKind, status: number, envelope: 'good' | 'none' | { code?: string }) {
  const code = typeof envelope === 'object' ? envelope.code : undefined
  const good = status >= 200 && status <= 299 && envelope === 'good'
  if (good) return { ok: good, outcome: 'applied', exit: 0, retryable: false }
  const refusedForSure =
    typeof envelope === 'object' &&
    status < 500 &&
    Math.floor(status / 100) !== 3 &&
    ![408, 409, 425].includes(status) &&
    code !== undefined &&
    code !== 'CHAIN_001'
  const outcome = status === 429 || refusedForSure ? 'rejected' : 'unknown'
  const byCode = new Map([
    ['AUTH_001', 4],
    ['NFT_001', 6],
    ['RATE_001', 7],
    ['MOTION_001', 5],
    ['CHAIN_001', 8],
  ]).get(code ?? '')
  const byStatus = status >= 500 ? 8 : status >= 400 ? ({ 401: 4, 404: 6, 429: 7 }[status] ?? 5) : undefined
  const plain = byCode ?? byStatus ?? (typeof envelope === 'object' ? 5 : 8)
  const unknownExit = outcome === 'unknown' && (kind === 'write' ? 9 : kind === 'repeatable' ? 8 : undefined)
  const limited = status === 429 || code === 'RATE_001'
  const writes = kind === 'write' || kind === 'repeatable'
  const again = limited
    ? kind !== 'write' || outcome === 'rejected'
    : !writes && (status >= 500 || code === 'CHAIN_001')
  return { ok: good, outcome, exit: unknownExit || plain, retryable: again }
}

const statuses = [200, 204, 299, 300, 301, 399, 400, 401, 404, 408, 409, 425, 426, 429, 499, 500, 503, 599]
const codes = [undefined, 'AUTH_001', 'NFT_001', 'RATE_001', 'MOTION_001', 'CHAIN_001', 'NEW_001', 'toString']

test.each(['read', 'write', 'repeatable', 'login'] as const)(
  'every answer to a %s is judged as it is written',
  (kind) => {
    for (const status of statuses) {
      expect({ status, classify: classify(kind, good(status)) }).toEqual({
        status,
        classify: asWritten(kind, status, 'good'),
      })
      expect({ status, classify: classify(kind, none(status)) }).toEqual({
        status,
        classify: asWritten(kind, status, 'none'),
      })
      for (const code of codes)
        expect({ status, code, classify: classify(kind, refused(status, code)) }).toEqual({
          status,
          code,
          classify: asWritten(kind, status, code === undefined ? {} : { code }),
        })
    }
  },
)

test.each([1, 0, 'true', 'false', '', null, [true], {}])(
  'an answer whose success is %j is neither good nor a refusal',
  (success) => {
    for (const kind of ['read', 'write', 'login'] as const)
      expect(openEnvelope(JSON.stringify({ success, data: { id: 'm-1' } }), kind).envelope).toEqual({
        is: 'none',
      })
  },
)
