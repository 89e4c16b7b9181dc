/** What every reporter is given: one run, its foreign words harmless and without secrets already. */
import type { Network } from '../../contract/service.ts'
import type { Suite } from '../check.ts'
import type { CheckOutcome } from '../run-suite.ts'

export type Report = {
  network: Network
  baseUrl: string
  suite: Suite
  outcomes: readonly CheckOutcome[]
  /** When the run began. */
  at: Date
}

/** `min 3, median 4 ms`, or what the check asserts where there is nothing to say. */
export const outcomeWords = ({ message, asserts }: CheckOutcome): string => message ?? asserts
