/** What hides the personal values of a request in what comes back: made where it has some, and loaded with it. */
import type { Json } from '../../contract/lossless-json.ts'
import { secrecyOf, type Composed } from '../compose.ts'

type Headers = Map<string, string>

export type Mask = {
  /** Foreign text without the values. */
  text(text: string): string
  /** The words of a refusal, of which nothing is shown but words and numbers that are none of the values. */
  words(text: string): string
  /** Foreign data whose leaves are, or hold, none of the values. */
  maskAll(data: Json): Json
  /** The data of a good answer: as it came where it may repeat the values, else as `maskAll`. */
  data(data: Json): Json
  /** Headers whose values are, or hold, none of the values. */
  maskHeaders(headers: Headers): Headers
  /** The headers of a good answer: as they came where it may repeat the values, else as `maskHeaders`. */
  headers(headers: Headers): Headers
  /** The values that no output needs for itself: neither numbers nor single ordinary words. */
  secrets: readonly string[]
}

const unchanged = <T>(came: T): T => came
export const noMask: Mask = {
  text: unchanged,
  words: unchanged,
  maskAll: unchanged,
  data: unchanged,
  maskHeaders: unchanged,
  headers: unchanged,
  secrets: [],
}

/** The mask for the answer to a request; it leaves everything alone but where the contract says `personal`. */
export const maskFor = async (request: Composed): Promise<Mask> =>
  secrecyOf(request)?.personal ? (await import('./pii-mask.ts')).createMask(request) : noMask
