/** What a service says of a row, without the row's own proof: hidden where a single submission hides it. */
import { isDigits, type Json } from '../../contract/lossless-json.ts'
import { hidden, isHideable } from '../../output/redact.ts'

/** The text without the proof; one that is too short to be hidden stays. */
export const hideProof = (text: string, proof: string | undefined): string =>
  proof !== undefined && isHideable(proof) ? text.replaceAll(proof, hidden) : text

/** What came back, its texts and names without the proof that was sent. `text`: the whole answer. */
export function dataWithoutProof(data: Json, proof: string | undefined, text: string): Json {
  if (proof === undefined || !isHideable(proof)) return data
  // JSON may write it with escapes.
  return text.includes('\\') || text.includes(proof) ? withoutProof(data, proof) : data
}

function withoutProof(data: Json, proof: string): Json {
  if (typeof data === 'string') return hideProof(data, proof)
  if (Array.isArray(data)) return data.map((each) => withoutProof(each, proof))
  if (data === null || typeof data !== 'object' || isDigits(data)) return data
  return Object.fromEntries(
    Object.entries(data).map(([name, value]) => [hideProof(name, proof), withoutProof(value, proof)]),
  )
}
