/** On a terminal, what is missing of a motion is asked for; an empty answer leaves it out. */
import { operations } from '../../contract/operations.ts'
import type { Digits } from '../../contract/lossless-json.ts'
import type { ParsedArgs } from '../../runtime/command.ts'
import type { Part } from '../../runtime/services.ts'
import { distance, duration, steps } from '../../runtime/motion-values.ts'
import type { SubmitValues } from './flags.ts'

type MotionValues = { steps?: Digits; distance?: Digits; duration?: Digits; proof?: string }

const parsers = { steps, distance, duration }

/** The answers to what no flag gave; nothing where nobody can be asked. */
export async function missingFields(
  given: MotionValues,
  flags: ParsedArgs<SubmitValues>,
  tools: Part<'ask'>,
): Promise<MotionValues> {
  const ask = await tools.ask()
  if (!ask) return {}
  const found: MotionValues = {}
  for (const name of ['steps', 'distance', 'duration'] as const) {
    if (given[name] !== undefined) continue
    const about = operations['motion.submit'].input[name].about
    const text = await ask.text(`${about} (empty leaves it out)`, {
      check: (answer) => answer === '' || fault(name, answer),
    })
    if (text !== '') found[name] = parsers[name](text)
  }
  const hasProof = (['proof', 'proofFile', 'prover'] as const).some((name) => flags.flags[name] !== undefined)
  if (hasProof) return found
  const proof = await ask.secret('zk-Motion proof (empty leaves it out)')
  return proof === '' ? found : { ...found, proof }
}

/** True, or what is wrong with an answer. */
function fault(name: keyof typeof parsers, answer: string): true | string {
  try {
    parsers[name](answer)
    return true
  } catch (error) {
    return (error as Error).message
  }
}
