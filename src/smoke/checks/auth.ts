/** Who may not come in: no key, a wrong key, a wrong session token; and the form of every refusal (api.md §5, §7). */
import { serviceCodes, type ServiceCode } from '../../contract/errors.ts'
import { departures } from '../../contract/form.ts'
import type { OperationName } from '../../contract/operations.ts'
import { ask, type As } from '../ask.ts'
import { fail, skip, type Check } from '../check.ts'
import { isLive, serviceNow, type Ground } from '../ground.ts'
import { codeOf, nameOf, refusedAs } from '../seen.ts'

const notOnMainnet = ({ network }: Ground): void => {
  if (network === 'mainnet') skip('never made on mainnet')
}

/** An operation that needs no session, and with a session one that belongs to it. */
async function bothWays(ground: Ground, as: As, code: ServiceCode, what: string): Promise<void> {
  const asked: [OperationName, As][] = [['token.price', { ...as, token: null }]]
  if (isLive(ground.token, serviceNow(ground))) asked.push(['motion.daily', as])
  for (const [name, how] of asked) {
    const seen = await ask(ground, name, {}, how)
    refusedAs(code, seen, ground, `${nameOf(seen)} ${what}`)
  }
}

/** The failure body of api.md §7. */
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

export const auth: Check[] = [
  {
    name: 'no-key',
    suite: 'auth',
    needs: ['key'],
    asserts: 'a request without X-API-Key is refused with AUTH_001 and HTTP 401',
    section: '5.2',
    run: async (ground) => bothWays(ground, { key: null }, 'AUTH_001', 'without an API key'),
  },
  {
    name: 'wrong-key',
    suite: 'auth',
    needs: ['key'],
    asserts: 'a request with an unknown API key is refused with AUTH_002 and HTTP 401',
    section: '5.2',
    run: async (ground) => {
      notOnMainnet(ground)
      await bothWays(ground, { key: 'movecli-smoke-no-such-key' }, 'AUTH_002', 'with an unknown API key')
    },
  },
  {
    name: 'wrong-token',
    suite: 'auth',
    needs: ['key', 'session'],
    asserts: 'a request with an unknown session token is refused with AUTH_002 and HTTP 401',
    section: '5.2',
    run: async (ground) => {
      notOnMainnet(ground)
      const seen = await ask(ground, 'motion.daily', {}, { token: 'movecli-smoke.no-such.token' })
      refusedAs('AUTH_002', seen, ground, `${nameOf(seen)} with an unknown session token`)
    },
  },
]

export const errorBodies: Check = {
  name: 'error-bodies',
  suite: 'auth',
  needs: ['key'],
  asserts: 'every refusal of this run has success false, a code of the table, a message and details',
  section: '7',
  run: async ({ heard }) => {
    const refusals = heard.filter(
      ({ status, body }) =>
        status !== 429 && body?.['success'] !== true && (status >= 400 || body?.['success'] === false),
    )
    if (refusals.length === 0) return skip('nothing was refused')
    for (const seen of refusals) {
      const [first] = departures(failureBody, seen.body ?? null)
      if (first) fail(`${nameOf(seen)}: ${first.path}: ${first.expected} is documented, ${first.found} came`)
      const code = codeOf(seen) ?? ''
      if (!Object.hasOwn(serviceCodes, code)) fail(`${nameOf(seen)}: the code is none of the table`)
    }
    return `${refusals.length} refusals`
  },
}
