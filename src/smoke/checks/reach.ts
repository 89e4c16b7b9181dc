/** Is the service there: an encrypted connection, an answer, a clock that agrees. */
import { operationOf, type OperationName } from '../../contract/operations.ts'
import { ask } from '../requests.ts'
import { fail, Failed, skip, Skipped } from '../ends.ts'
import type { Check } from '../check.ts'
import { serviceAheadMs, type SmokeContext } from '../smoke-context.ts'

/** Seconds that the clocks may differ: a sign-in message lives ten minutes. */
const mostSkew = 60

/** Asked in turn until one is answered: a single broken operation, or a single lost connection, is no service that is down. */
const knocks: readonly OperationName[] = ['token.price', 'motion.daily', 'token.price']

/** Asks until the service answers, once for all three checks. `first` is left at the last failure where none answers. */
async function knock(ground: SmokeContext): Promise<void> {
  if (ground.first) return
  const lost: string[] = []
  for (const name of knocks) {
    delete ground.first
    await ask(ground, name).catch((error: unknown) => {
      if (!(error instanceof Failed) && !(error instanceof Skipped)) throw error
    })
    if (isAnswered(ground) || isFinal(ground)) {
      if (isAnswered(ground)) ground.troubles.push(...lost)
      return
    }
    lost.push(`${nameOfOperation(name)}: no answer, asked once more`)
  }
}

const nameOfOperation = (name: OperationName): string =>
  `${operationOf(name).method} ${operationOf(name).path}`
const isAnswered = ({ first }: SmokeContext): boolean => first?.reply.what === 'answered'
/** A certificate that is not trusted stays so. */
const isFinal = ({ first }: SmokeContext): boolean =>
  first?.reply.what === 'not-sent' && first.reply.final === true

export const reach: Check[] = [
  {
    name: 'tls',
    suite: 'read',
    needs: ['key'],
    asserts:
      'the base URL is https with a certificate that this machine trusts; plain http on loopback alone',
    section: '1',
    run: async (ground) => {
      await knock(ground)
      const { reply } = ground.first ?? {}
      if (reply && reply.what !== 'answered') {
        if (reply.what !== 'not-sent' || !reply.final) skip('see reachable')
        ground.unreached = reply.why
        fail(`the connection is not safe: ${reply.why}`)
      }
      return ground.sender.target.baseUrl.startsWith('https:') ? undefined : 'plain http on loopback'
    },
  },
  {
    name: 'reachable',
    suite: 'read',
    needs: ['key'],
    asserts: 'the service answers',
    section: '4 Further operations',
    run: async (ground) => {
      await knock(ground)
      const { reply, ms } = ground.first ?? {}
      if (!reply || reply.what === 'answered') return ms === undefined ? undefined : `${ms} ms`
      ground.unreached = reply.why
      return fail(`no answer to ${knocks.length} requests: ${reply.why}`)
    },
  },
  {
    name: 'clock',
    suite: 'read',
    needs: ['key'],
    asserts: `the service's Date and this machine's clock agree within ${mostSkew} s`,
    section: '5',
    run: async (ground) => {
      await knock(ground)
      const { first } = ground
      if (first?.reply.what !== 'answered') return skip('no answer came')
      const serviceAhead = serviceAheadMs(first)
      if (serviceAhead === undefined) return skip('the answer names no Date')
      const ahead = Math.round(-serviceAhead / 1000)
      if (Math.abs(ahead) > mostSkew)
        fail(
          `this machine's clock is ${Math.abs(ahead)} s ${ahead > 0 ? 'ahead of' : 'behind'} the service's`,
        )
      return `${Math.abs(ahead)} s apart`
    },
  },
]
