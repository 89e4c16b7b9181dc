/** What a service says of a row, without the row's own proof: hidden as a single submission hides it. */
import { createSecrets, isHideable } from '../../output/redact.ts'
import { shortestRepeat } from '../../output/secret-pieces.ts'

/** Text without the proof, in whatever form it repeats it; a proof that is too short to be hidden stays. */
export function proofHider(proof: unknown): (text: string) => string {
  if (typeof proof !== 'string' || !isHideable(proof)) return (text) => text
  const secrets = createSecrets()
  secrets.add(proof)
  // Most answers are shorter than a proof.
  const least = shortestRepeat(proof)
  return (text) => (text.length < least ? text : secrets.redact(text))
}
