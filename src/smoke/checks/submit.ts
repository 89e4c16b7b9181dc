/** Submitting motion: what is malformed, what has a false proof, and what is good (docs/service.md §4 POST /motion/submit). */
import { digits } from '../../contract/lossless-json.ts'
import { askWrite } from '../requests.ts'
import { fail, skip } from '../ends.ts'
import type { Check } from '../check.ts'
import type { SmokeContext, SmokeMotion } from '../smoke-context.ts'
import { brief, refusalOf, refusedAs } from '../response.ts'
import type { CheckedResponse } from '../checked-response.ts'

const submitSection = '4 POST /motion/submit'

/** A minute's walk, another each time, so that it is never taken for one that was sent before. */
const minuteWalk = ({ random }: SmokeContext): SmokeMotion => ({
  steps: digits(100),
  distance: digits('0.07'),
  duration: digits(60),
  device_id: `movecli-smoke-${Buffer.from(random(6)).toString('hex')}`,
})

/** Motion that no service can count. */
export const malformed = (ground: SmokeContext): object => ({
  ...minuteWalk(ground),
  steps: 'many',
  proof: 'movecli-smoke-no-proof',
})

async function proofOf(ground: SmokeContext, motion: SmokeMotion): Promise<string> {
  try {
    return (await ground.prove?.(motion)) ?? skip('needs --prover')
  } catch (error) {
    return fail(`no proof could be made: ${brief((error as Error).message, ground)}`)
  }
}

export const motion: Check[] = [
  {
    name: 'malformed-motion',
    suite: 'full',
    needs: ['key', 'session', 'writes'],
    asserts: 'motion whose steps are a text is refused with MOTION_001 and HTTP 400',
    section: submitSection,
    run: async (ground) => {
      const seen = await askWrite(ground, 'motion.submit', malformed(ground))
      refusedAs('MOTION_001', seen, ground, 'malformed motion')
    },
  },
  {
    name: 'false-proof',
    suite: 'full',
    needs: ['key', 'session', 'writes'],
    asserts: 'motion with the proof of another motion is refused with MOTION_002 and HTTP 400',
    section: submitSection,
    run: async (ground) => {
      const one = minuteWalk(ground)
      // Where there is a prover the proof is a real one, of other motion: nobody can call it malformed.
      const other = { ...one, steps: digits(101) }
      const proof = ground.prove ? await proofOf(ground, other) : 'movecli-smoke-false-proof'
      refusedAs(
        'MOTION_002',
        await askWrite(ground, 'motion.submit', { ...one, proof }),
        ground,
        'motion with a false proof',
      )
    },
  },
  {
    name: 'submission',
    suite: 'full',
    needs: ['key', 'session', 'prover', 'writes'],
    asserts: 'motion with its proof is accepted: a 2xx with success true',
    section: submitSection,
    run: async (ground) => {
      const one = minuteWalk(ground)
      accepted(await askWrite(ground, 'motion.submit', { ...one, proof: await proofOf(ground, one) }), ground)
    },
  },
]

/** What the answer holds besides is not documented. */
function accepted(seen: CheckedResponse, ground: SmokeContext): void {
  const { status, body } = seen
  if (body?.['success'] !== true) fail(`motion with its proof: ${refusalOf(seen, ground)}`)
  if (status < 200 || status > 299) fail(`motion with its proof: success is true with HTTP ${status}`)
}
