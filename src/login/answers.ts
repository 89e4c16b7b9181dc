/** What a guided login asked. */
import type { Network } from '../contract/service.ts'

/** What the person was asked and answered; of secrets only that they were asked. */
export type Answers = {
  network?: Network
  baseUrl?: string
  key?: true
  /** No, to "Sign in now?". */
  keyOnly?: true
  /** The signer's flag, as `keystore`, and its file where it takes one. */
  signer?: { flag: string; file?: string }
  password?: true
}
