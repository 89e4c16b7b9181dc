/** Who may not come in: no key, a wrong key, a wrong session token (section 5 of the API document). */
import type { ServiceCode } from '../../contract/codes.ts'
import { operationOf, type OperationName } from '../../contract/operations.ts'
import { authenticationProbes } from '../authentication-probes.ts'
import type { As } from '../requests.ts'
import { fail, Failed, skip } from '../ends.ts'
import type { Check } from '../check.ts'
import { isLive, type SmokeContext } from '../smoke-context.ts'
import { almost } from '../likeness.ts'
import { requestName, refusedAs } from '../response.ts'
import { readings } from './envelope.ts'

const notOnMainnet = ({ network }: SmokeContext): void => {
  if (network === 'mainnet') skip('not run on mainnet')
}

/** Who asks, and how that is refused. */
type Stranger = { as: As; code: ServiceCode; what: string }

/**
 * Asks each of these operations with other credentials, of those that answered well with the run's
 * own; the writes too, where a run may write.
 */
async function refusedEverywhere(
  ground: SmokeContext,
  names: readonly OperationName[],
  { as, code, what }: Stranger,
): Promise<string> {
  const sound = names.filter((name) => ground.sound.has(name))
  if (sound.length === 0) skip('no operation answers well with the credentials given: see envelope')
  const problems: string[] = []
  const asked = new Set<string | undefined>()
  for await (const { seen, words } of authenticationProbes(sound, ground, as)) {
    asked.add(seen.request.operation?.name)
    const problem = problemOf(() => refusedAs(code, seen, ground, `${requestName(seen)}${words} ${what}`))
    if (problem !== undefined) problems.push(problem)
  }
  if (problems.length > 0) fail(problems.join('; '))
  return `${asked.size} operations`
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
    return session === 'user' || (session === 'unless-address' && isLive(ground.token, ground))
  })

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
