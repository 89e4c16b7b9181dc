/** Submitting motion: what is malformed, what has a false proof, and what is good (docs/service.md §4 POST /motion/submit). */
import { digits } from '../../contract/lossless-json.ts'
import { askSubmit } from '../requests.ts'
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

/** The numbers of a motion. */
const measures = ['steps', 'distance', 'duration'] as const

/** Motion that no service can count: one of its numbers is a text. */
export const malformed = (ground: SmokeContext, measure: (typeof measures)[number] = 'steps'): object => ({
  ...minuteWalk(ground),
  [measure]: 'many',
  proof: 'movecli-smoke-no-proof',
})

/** For each number of a walk another one: what a proof of the walk does not prove. */
const others: Record<(typeof measures)[number], Partial<SmokeMotion>> = {
  steps: { steps: digits(101) },
  distance: { distance: digits('0.08') },
  duration: { duration: digits(61) },
}

async function proofOf(ground: SmokeContext, motion: SmokeMotion): Promise<string> {
  if (!ground.prove) return skip('needs --prover')
  try {
    return await ground.prove(motion)
  } catch (error) {
    return fail(`no proof could be made: ${brief((error as Error).message, ground)}`)
  }
}

export const motion: Check[] = [
  {
    name: 'malformed-motion',
    suite: 'full',
    needs: ['key', 'session', 'writes'],
    asserts: 'motion whose steps, distance or duration is a text is refused with MOTION_001 and HTTP 400',
    section: submitSection,
    run: async (ground) => {
      for (const measure of measures) {
        const seen = await askSubmit(ground, malformed(ground, measure))
        refusedAs('MOTION_001', seen, ground, `motion with a text as ${measure}`)
      }
    },
  },
  {
    name: 'false-proof',
    suite: 'full',
    needs: ['key', 'session', 'writes'],
    asserts:
      'motion with a proof that was not made for it fails verification: MOTION_002 with HTTP 400; with --prover a proof of other steps, distance or duration',
    section: submitSection,
    run: async (ground) => {
      if (!ground.prove) {
        const proof = 'movecli-smoke-false-proof'
        const seen = await askSubmit(ground, { ...minuteWalk(ground), proof })
        return refusedAs('MOTION_002', seen, ground, 'motion with a false proof')
      }
      // The proof is a real one, of other motion: nobody can call it malformed.
      for (const measure of measures) {
        const one = minuteWalk(ground)
        const proof = await proofOf(ground, { ...one, ...others[measure] })
        const seen = await askSubmit(ground, { ...one, proof })
        refusedProof(seen, ground, measure)
      }
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
      accepted(await askSubmit(ground, { ...one, proof: await proofOf(ground, one) }), ground)
    },
  },
]

/**
 * The document says that verification can fail, and leaves open which values a proof covers:
 * one that is accepted is told as just that.
 */
function refusedProof(seen: CheckedResponse, ground: SmokeContext, measure: string): void {
  const { status, body } = seen
  if (body?.['success'] === true && status < 400)
    fail(
      `motion with a proof made for other ${measure} was accepted (HTTP ${status}), so its verification did not fail (MOTION_002); which values a proof covers is not documented`,
    )
  refusedAs('MOTION_002', seen, ground, `motion with a proof made for other ${measure}`)
}

/** What the answer holds besides is not documented. */
function accepted(seen: CheckedResponse, ground: SmokeContext): void {
  const { status, body } = seen
  if (body?.['success'] !== true) fail(`motion with its proof: ${refusalOf(seen, ground)}`)
  if (status < 200 || status > 299) fail(`motion with its proof: success is true with HTTP ${status}`)
}
