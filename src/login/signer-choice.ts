/** A signer as login uses it, whichever kind it is. */
import type { Resolved } from '../config/types.ts'
import type { Network } from '../contract/service.ts'
import type { Signer } from '../wallet/signer.ts'
import type { ParsedArgs } from '../runtime/command.ts'
import type { Tools } from '../runtime/services.ts'
import type { Answers } from './non-interactive-command.ts'
import type { SignerValues } from './login-flags.ts'

export type ChosenSigner = {
  sign: Signer
  /** Whoever asks for the signature, where that is not the service: the message's domain. */
  domain?: string
  /** A person has to act for each signature: none is asked for twice by itself. */
  needsPerson?: true
  /** Ends what it holds open. */
  close?: () => Promise<void>
}

/** What a signer is opened from: its flag's value and the other flags. */
export type OpenInput = {
  value: string
  given: ParsedArgs<SignerValues>
  tools: Tools
  answers: Answers
}

/** What a signer is made from that depends on where it signs in. */
export type SignerInput = OpenInput & { place: SignInPlace }

export type SignInPlace = {
  resolved: Resolved
  network: Network
  baseUrl: string
  /** The one that must sign, where it is known. */
  address: string | undefined
}
