/** What a service says of a row, without the row's own proof: hidden as a single submission hides it. */
import { redactData } from '../../client/redact-response.ts'
import type { Json } from '../../contract/lossless-json.ts'
import { mapTexts } from '../../contract/texts.ts'
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

/** The data of a row's answer without the proof. One in JSON may come back parsed, its parts apart. */
export const withoutProof = (data: Json, proof: unknown, hide: (text: string) => string): Json =>
  /^\s*[[{]/.test(String(proof)) ? redactData(data, hide) : mapTexts(data, hide)
