/** Who may not come in: no key, a wrong key, a wrong session token; and the form of every refusal (sections 5 and 7 of the API document). */
import { serviceCodes, type ServiceCode } from '../../contract/codes.ts'
import { validate } from '../../contract/validate.ts'
import { operationOf, type OperationName } from '../../contract/operations.ts'
import { ask, askLogin, askWrite, type As } from '../requests.ts'
import { fail, Failed, skip } from '../ends.ts'
import type { Check } from '../check.ts'
import { isLive, serviceNow, type SmokeContext } from '../smoke-context.ts'
import { almost } from '../likeness.ts'
import { refusalCode, departureText, requestName, refusedAs } from '../response.ts'
import { isPlain } from '../../contract/plain.ts'
import type { CheckedResponse } from '../checked-response.ts'
import { inputOf, needsAddress, readings } from './envelope.ts'
import { malformed } from './submit.ts'

const notOnMainnet = ({ network }: SmokeContext): void => {
  if (network === 'mainnet') skip('not run on mainnet')
}

/** Who asks, and how that is refused. */
type Stranger = { as: As; code: ServiceCode; what: string }

/** Asks each of these operations with other credentials, of those that answered well with the run's own; the writes too, where a run may write. */
async function refusedEverywhere(
  ground: SmokeContext,
  names: readonly OperationName[],
  { as, code, what }: Stranger,
): Promise<string> {
  const sound = names.filter((name) => ground.sound.has(name))
  if (sound.length === 0) skip('no operation answers well with the credentials given: see envelope')
  const problems: string[] = []
  for (const name of sound) {
    for (const { input, words } of formsOf(name, ground, as)) {
      const seen = await ask(ground, name, input, as)
      const problem = problemOf(() => refusedAs(code, seen, ground, `${requestName(seen)}${words} ${what}`))
      if (problem !== undefined) problems.push(problem)
    }
  }
  const writes = await askedToWrite(ground, as)
  for (const seen of writes) {
    const problem = problemOf(() => refusedAs(code, seen, ground, `${requestName(seen)} ${what}`))
    if (problem !== undefined) problems.push(problem)
  }
  if (problems.length > 0) fail(problems.join('; '))
  return `${sound.length + writes.length} operations`
}

type Form = { input: object; words: string }

/**
 * What an operation is asked: what it cannot do without, and further queries that it answered well in this run, until each
 * of their parameters was there once. Data of an address may be open to any session, so no session token is judged by it.
 */
function formsOf(name: OperationName, ground: SmokeContext, { token }: As): Form[] {
  const usual = inputOf(name, ground)
  const tried = new Set(Object.keys(usual))
  const inPath = needsAddress(name) ? usual : {}
  const forms: Form[] = [{ input: usual, words: '' }]
  for (const { request, body } of ground.heard) {
    if (request.operation?.name !== name || body?.['success'] !== true) continue
    const query = Object.fromEntries(new URL(request.url).searchParams)
    const names = Object.keys(query).filter((each) => !tried.has(each))
    if (names.length === 0 || (token !== undefined && 'address' in query)) continue
    for (const each of names) tried.add(each)
    forms.push({ input: { ...inPath, ...query }, words: ` with ${names.join(' and ')}` })
  }
  return forms
}

/** What the writes of the suite full answer. Nothing changes where they are taken: the motion is malformed, the sign-in is the run's own. */
async function askedToWrite(ground: SmokeContext, as: As): Promise<CheckedResponse[]> {
  const { sign, write, token, sound } = ground
  if (!write) return []
  const answers: CheckedResponse[] = []
  if (sign && as.token === undefined && sound.has('auth.login')) {
    const seen = await askLogin(ground, await sign(), as)
    const { token: issued } = isPlain(seen.body?.['data']) ? seen.body['data'] : {}
    if (typeof issued === 'string') ground.secret(issued)
    answers.push(seen)
  }
  if (isLive(token, serviceNow(ground)))
    answers.push(await askWrite(ground, 'motion.submit', malformed(ground), as))
  return answers
}

function problemOf(judge: () => void): string | undefined {
  try {
    judge()
    return undefined
  } catch (error) {
    if (error instanceof Failed) return error.message
    throw error
  }
}

/** Operations that answer for the user of the session: only those have to look at its token. */
const ofTheUser = (ground: SmokeContext): OperationName[] =>
  readings.filter((name) => {
    const { session } = operationOf(name)
    return session === 'user' || (session === 'unless-address' && isLive(ground.token, serviceNow(ground)))
  })

/** The failure body of section 7. */
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
    asserts:
      'every reading operation, and in the suite full signing in and submitting motion, refuses a request without X-API-Key with AUTH_001 and HTTP 401',
    section: '5.2',
    run: async (ground) =>
      refusedEverywhere(ground, readings, {
        as: { key: null },
        code: 'AUTH_001',
        what: 'without an API key',
      }),
  },
  {
    name: 'wrong-key',
    suite: 'auth',
    needs: ['key'],
    asserts:
      'every reading operation, and in the suite full signing in and submitting motion, refuses the API key with another last character with AUTH_002 and HTTP 401',
    section: '5.2',
    run: async (ground) => {
      notOnMainnet(ground)
      // Without the session that is missing now, either credential may be refused first.
      if (ground.ended !== undefined) skip(ground.ended)
      const key = almost(ground.sender.target.apiKey)
      ground.secret(key)
      const stranger = { as: { key }, code: 'AUTH_002', what: 'with an unknown API key' } as const
      return refusedEverywhere(ground, readings, stranger)
    },
  },
  {
    name: 'wrong-token',
    suite: 'auth',
    needs: ['key', 'session'],
    asserts:
      "every operation on the user's own data, and in the suite full submitting motion, refuses an unknown session token, and the run's own with another last character, with AUTH_002 and HTTP 401",
    section: '5.2',
    run: async (ground) => {
      notOnMainnet(ground)
      const own = ground.token?.value
      const altered = own === undefined ? [] : [{ token: almost(own), what: 'with an altered session token' }]
      const strangers = [
        { token: 'movecli-smoke.no-such.token', what: 'with an unknown session token' },
        ...altered,
      ]
      const words: string[] = []
      for (const { token, what } of strangers) {
        ground.secret(token)
        words.push(
          await refusedEverywhere(ground, ofTheUser(ground), { as: { token }, code: 'AUTH_002', what }),
        )
      }
      return words.at(0)
    },
  },
]

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
    return `${refusals.length} refusals`
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
