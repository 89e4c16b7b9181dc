/** Submits one motion with its proof, or many from a file. Its line is in ./index.ts. */
import type { Digits, Json } from '../../contract/lossless-json.ts'
import { usage } from '../../errors.ts'
import type { CommandHandler, ParsedArgs } from '../../runtime/command.ts'
import { unresolvedFlags } from '../../writes/unresolved-flags.ts'
import { camelCase } from '../../runtime/flag.ts'
import type { Part } from '../../runtime/services.ts'
import { writeProfilesFlags } from '../../operations/write-profiles-flags.ts'
import { writeCommand } from '../../operations/write.ts'
import { bulkFlags } from '../../bulk/flags.ts'
import { missingFields } from './prompt-missing.ts'
import { proofOf, type Motion, type ProofTools } from './proof.ts'
import { distance, duration, steps } from '../../runtime/motion-values.ts'
import type { SubmitValues } from './flags.ts'

const submitOne = writeCommand('motion.submit', {
  input: motionFrom,
  done: 'applied: the motion was submitted',
  // The device may be the profile's, and the proof is made for it.
  perProfile: true,
})

export const run: CommandHandler<SubmitValues> = async (given, tools) => {
  if (given.flags.from !== undefined) {
    const alone = unresolvedFlags.find(({ name }) => given.flags[camelCase(name)] === true)
    if (alone)
      throw usage(`--${alone.name} cannot be used with --from.`, 'For bulk runs use --retry-unknown.')
    const several = writeProfilesFlags.find(({ name }) => given.flags[camelCase(name)] !== undefined)
    if (several)
      throw usage(
        `--${several.name} cannot be used with --from.`,
        'Submit the rows of each wallet by itself, with --profile.',
      )
    return (await import('../../bulk/submit-rows.ts')).run(given, tools)
  }
  const odd = bulkFlags.find(({ name }) => given.flags[camelCase(name)] !== undefined)
  if (odd) throw usage(`--${odd.name} needs --from.`, 'See movecli motion submit --help.')
  return submitOne(given, tools)
}

/** The motion that the flags, the configuration and, on a terminal, the person give. Throws CLI_USAGE; nothing is sent. */
async function motionFrom(given: ParsedArgs<SubmitValues>, tools: ProofTools & Part<'ask'>): Promise<Motion> {
  const values = {
    ...numberFlag('steps', given, steps),
    ...numberFlag('distance', given, distance),
    ...numberFlag('duration', given, duration),
  }
  const device = given.flags.deviceId ?? (await tools.resolved('inspect')).get('deviceId')?.value
  const asked = await missingFields(values, given, tools)
  const motion: Motion = { ...values, ...asked, ...(device !== undefined && { device_id: device }) }
  const proof = asked.proof ?? (await proofOf(motion, given, tools))
  if (proof !== undefined) tools.context.secrets.add(proof)
  if (Object.keys({ ...values, ...asked }).length === 0 && proof === undefined) {
    throw usage(
      'There is nothing to submit.',
      'Give --steps, --distance, --duration and a proof; see movecli motion submit --help.',
    )
  }
  return inOrder({ ...motion, ...(proof !== undefined && { proof }) })
}

const numberFlag = (
  name: 'steps' | 'distance' | 'duration',
  given: ParsedArgs<SubmitValues>,
  parse: (text: string) => Digits,
): Record<string, Digits> => {
  const text = given.flags[name]
  return text === undefined ? {} : { [name]: parse(text) }
}

/** The fields in the order of docs/service.md §2. */
const inOrder = (motion: Motion): Motion => {
  const record = motion as Record<string, Json>
  const keys = ['steps', 'distance', 'duration', 'proof', 'device_id'].filter(
    (key) => record[key] !== undefined,
  )
  return Object.fromEntries(keys.map((key) => [key, record[key]]))
}
