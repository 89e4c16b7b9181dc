/** What hides the personal values of a request in what comes back: made where it has some, and loaded with it. */
import type { Json } from '../../contract/lossless-json.ts'
import type { Composed } from '../compose.ts'

export type Mask = {
  /** Foreign words without the values. */
  text(words: string): string
  /** Foreign data whose leaves are, or hold, none of the values. */
  maskAll(data: Json): Json
  /** The data of a good answer: as it came where it may repeat the values, else as `every`. */
  data(data: Json): Json
  /** The values that no output needs for itself: neither numbers nor single ordinary words. */
  secrets: readonly string[]
}

const unchanged = (data: Json) => data
export const noMask: Mask = { text: (words) => words, maskAll: unchanged, data: unchanged, secrets: [] }

/** The mask for the answer to a request; it leaves everything alone but where the contract says `personal`. */
export const maskFor = async (request: Composed): Promise<Mask> =>
  request.operation?.personal ? (await import('./pii-mask.ts')).createMask(request) : noMask
