/** Prints the proof that the sandbox accepts for one motion. Its line is in ./index.ts. */
import { parseDecimal } from '../../contract/decimal.ts'
import { isDigits, parseJson, type Json } from '../../contract/lossless-json.ts'
import { isPlain, type Plain } from '../../contract/plain.ts'
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
  const motion = motionIn(String(await readStdin(tools, 'a motion as JSON', 64 * 1024)))
  if (motion) return motion
  throw usage(
    'Standard input holds no motion as a JSON object.',
    'For example {"steps":5000,"distance":3.2,"duration":1860}.',
  )
}

/** A motion as JSON, its numbers perhaps as text; nothing for anything else. */
function motionIn(typed: string): ProvenMotion | undefined {
  try {
    const motion = parseJson(typed)
    return isPlain(motion) && isProvable(motion) ? motion : undefined
  } catch {
    return undefined
  }
}

const isProvable = ({ device_id: device, ...values }: Plain): boolean =>
  (device === undefined || typeof device === 'string') &&
  parsers.every(([name]) => values[name] === undefined || isNumeral(values[name]))

const isNumeral = (value: Json): boolean =>
  (isDigits(value) || typeof value === 'string') && (parseDecimal(String(value))?.units ?? -1n) >= 0n
