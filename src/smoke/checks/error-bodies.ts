/** The form of every refusal (section 7 of the API document). */
import { serviceCodes } from '../../contract/codes.ts'
import { validate } from '../../contract/validate.ts'
import { fail, skip } from '../ends.ts'
import type { Check } from '../check.ts'
import { refusalCode, departureText, requestName } from '../response.ts'
import type { CheckedResponse } from '../checked-response.ts'

const failureBody = {
  type: 'object',
  required: ['success', 'error'],
  properties: {
    success: { enum: [false] },
    error: {
      type: 'object',
      required: ['code', 'message', 'details'],
      properties: { code: { type: 'string' }, message: { type: 'string' }, details: { type: 'string' } },
    },
  },
} as const

export const errorBodies: Check = {
  name: 'error-bodies',
  suite: 'auth',
  needs: ['key'],
  asserts:
    'every refusal of this run has success false, a message and details, and a code of the table where the table covers it',
  section: '7',
  run: async ({ heard }) => {
    const refusals = heard.filter(
      ({ status, body }) => body?.['success'] !== true && (status >= 400 || body?.['success'] === false),
    )
    if (refusals.length === 0) return skip('nothing was refused')
    for (const seen of refusals) {
      const [first] = validate(failureBody, seen.body ?? null)
      if (first) fail(`${requestName(seen)} with HTTP ${seen.status}: ${departureText(first)}`)
      const code = refusalCode(seen) ?? ''
      if (Object.hasOwn(serviceCodes, code)) continue
      const documented = codesOf(seen)
      if (documented.length > 0)
        fail(
          `${requestName(seen)}: HTTP ${seen.status} is documented with ${documented.join(' or ')}, and the code is none of the table`,
        )
    }
    return `${refusals.length} ${refusals.length === 1 ? 'refusal' : 'refusals'}`
  },
}

/** What the table names for the status of this answer: 401, 429 and 503 everywhere, others where the operation has them. */
function codesOf({ status, request: { operation, url } }: CheckedResponse): string[] {
  const everywhere: readonly number[] = [401, 429, 503]
  // How a page beyond the last is refused is open.
  const isLaterPage = Number(new URL(url).searchParams.get('page') ?? 1) > 1
  const own: readonly string[] = isLaterPage ? [] : (operation?.failures ?? [])
  return Object.entries(serviceCodes)
    .filter(([code, entry]) => entry.status === status && (everywhere.includes(status) || own.includes(code)))
    .map(([code]) => code)
}
