/** Prints the proof that the sandbox accepts for one motion. Its line is in ./index.ts. */
import { parseJson } from '../../contract/lossless-json.ts'
import { usage } from '../../errors.ts'
import { text } from '../../output/view.ts'
import { makeProof, type ProvenMotion } from '../../sandbox/proof.ts'
import type { CommandHandler, ParsedArgs } from '../../runtime/command.ts'
import { readStdin } from '../../runtime/input-files.ts'
import { distance, duration, steps } from '../../runtime/motion-values.ts'
import type { Part } from '../../runtime/services.ts'
import type { SandboxProofValues } from './flags.ts'

const motionFlags = ['steps', 'distance', 'duration', 'deviceId'] as const
const parsers = [
  ['steps', steps],
  ['distance', distance],
  ['duration', duration],
] as const

export const run: CommandHandler<SandboxProofValues> = async (given, tools) => {
  const motion = motionFlags.some((name) => given.flags[name] !== undefined)
    ? fromFlags(given)
    : await fromStdin(tools)
  const proof = makeProof(motion)
  return text(proof, { proof })
}

function fromFlags(given: ParsedArgs<SandboxProofValues>): ProvenMotion {
  const device = given.flags.deviceId
  const numbers = parsers.flatMap(([name, parse]) => {
    const typed = given.flags[name]
    return typed === undefined ? [] : [[name, parse(typed)]]
  })
  return { ...Object.fromEntries(numbers), ...(device !== undefined && { device_id: device }) }
}

async function fromStdin(tools: Part<'say', 'signal' | 'sleep' | 'stdin'>): Promise<ProvenMotion> {
  const typed = String(await readStdin(tools, 'a motion as JSON', 64 * 1024))
  try {
    const motion = parseJson(typed)
    if (typeof motion === 'object' && motion !== null && !Array.isArray(motion)) return motion as ProvenMotion
  } catch {
    // Said below.
  }
  throw usage(
    'Standard input holds no motion as a JSON object.',
    'For example {"steps":5000,"distance":3.2,"duration":1860}.',
  )
}
