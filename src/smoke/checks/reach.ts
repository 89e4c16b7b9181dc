/** Is the service there: an encrypted way, an answer, a clock that agrees. */
import { ask } from '../ask.ts'
import { fail, Failed, skip, Skipped, type Check } from '../check.ts'
import type { Ground } from '../ground.ts'

/** Seconds that the clocks may differ: a sign-in message lives ten minutes. */
const mostSkew = 60

/** Asked once for all three: an operation that needs no session. */
async function knock(ground: Ground): Promise<void> {
  if (ground.first) return
  await ask(ground, 'token.price').catch((error: unknown) => {
    if (!(error instanceof Failed) && !(error instanceof Skipped)) throw error
  })
}

export const reach: Check[] = [
  {
    name: 'tls',
    suite: 'read',
    needs: ['key'],
    asserts: 'the way is https with a certificate that this machine trusts; plain http to this machine alone',
    section: '1',
    run: async (ground) => {
      await knock(ground)
      const { reply } = ground.first ?? {}
      if (reply && reply.what !== 'answered') {
        if (reply.what !== 'not-sent' || !reply.final) skip('see reachable')
        ground.unreached = reply.why
        fail(`the certificate is not trusted: ${reply.why}`)
      }
      return ground.sender.target.baseUrl.startsWith('https:') ? undefined : 'plain http, to this machine'
    },
  },
  {
    name: 'reachable',
    suite: 'read',
    needs: ['key'],
    asserts: 'GET /token/price is answered',
    section: '4 Further operations',
    run: async (ground) => {
      await knock(ground)
      const { reply, ms } = ground.first ?? {}
      if (!reply || reply.what === 'answered') return ms === undefined ? undefined : `${ms} ms`
      ground.unreached = reply.why
      return fail(`no answer: ${reply.why}`)
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
      const there = Date.parse(first.reply.headers.get('date') ?? '')
      if (Number.isNaN(there)) return skip('the answer names no Date')
      const ahead = Math.round((first.at - first.ms / 2 - there) / 1000)
      if (Math.abs(ahead) > mostSkew)
        fail(
          `this machine's clock is ${Math.abs(ahead)} s ${ahead > 0 ? 'ahead of' : 'behind'} the service's`,
        )
      return `${Math.abs(ahead)} s apart`
    },
  },
]
