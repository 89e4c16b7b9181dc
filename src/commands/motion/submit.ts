/** Submits one motion with its proof. Its line is in ./index.ts. */
import type { Digits, Json } from '../../contract/digits.ts'
import type { InputOf } from '../../contract/operations.ts'
import { usage } from '../../errors.ts'
import { textFlag, type Given } from '../command.ts'
import type { Tools } from '../tools.ts'
import { writer } from '../writer.ts'
import { missingFields } from './missing.ts'
import { proofOf } from './proof.ts'
import { distance, duration, steps } from './units.ts'

export type Motion = InputOf<'motion.submit'>

export const run = writer('motion.submit', { input: motionFrom, done: 'applied: the motion was submitted' })

/** The motion that the flags, the configuration and, on a terminal, the person give. Throws CLI_USAGE; nothing is sent. */
async function motionFrom(given: Given, tools: Tools): Promise<Motion> {
  const values = {
    ...read('steps', given, steps),
    ...read('distance', given, distance),
    ...read('duration', given, duration),
  }
  const device = textFlag(given, 'deviceId') ?? (await tools.resolved('inspect')).get('deviceId')?.value
  const asked = await missingFields(values, given, tools)
  const motion: Motion = { ...values, ...asked, ...(device !== undefined && { device_id: device }) }
  const proof = asked.proof ?? (await proofOf(motion, given, tools))
  if (proof !== undefined) tools.context.secrets.add(proof)
  if (Object.keys({ ...values, ...asked }).length === 0 && proof === undefined) {
    throw usage(
      'Nothing was given to submit.',
      'Give --steps, --distance, --duration and a proof; see movecli motion submit --help.',
    )
  }
  return inOrder({ ...motion, ...(proof !== undefined && { proof }) })
}

const read = (name: string, given: Given, parse: (text: string) => Digits): Record<string, Digits> => {
  const text = textFlag(given, name)
  return text === undefined ? {} : { [name]: parse(text) }
}

/** The fields in the order of api.md §2. */
const inOrder = (motion: Motion): Motion => {
  const record = motion as Record<string, Json>
  const keys = ['steps', 'distance', 'duration', 'proof', 'device_id'].filter(
    (key) => record[key] !== undefined,
  )
  return Object.fromEntries(keys.map((key) => [key, record[key]]))
}
