/** Issues and checks the sandbox's proofs: a keyed digest over one motion. It is not zero-knowledge. */
import { createHmac } from 'node:crypto'
import { canonical, parseDecimal } from '../contract/decimal.ts'

/** Numbers as Digits, text or plain; 1.10 and 1.1 are the same motion. */
export type ProvenMotion = {
  steps?: { toString(): string }
  distance?: { toString(): string }
  duration?: { toString(): string }
  device_id?: string
}

const prefix = 'sandbox-proof-v1.'
/** Public like everything here: a proof shows that the values were not changed since, not that anyone moved. */
const key = 'movecli sandbox proof'

/**
 * The proof that the sandbox takes for exactly this motion (what is left out counts as left out).
 * Throws RangeError for anything but a number.
 */
export function makeProof({ steps, distance, duration, device_id }: ProvenMotion): string {
  const values = [numeral(steps), numeral(distance), numeral(duration), device_id ?? null]
  return prefix + createHmac('sha256', key).update(JSON.stringify(values)).digest('base64url')
}

function numeral(value: { toString(): string } | undefined): string | null {
  if (value === undefined) return null
  const known = parseDecimal(value.toString())
  if (!known) throw new RangeError(`Not a number: ${value.toString()}`)
  return canonical(known)
}
