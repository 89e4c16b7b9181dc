/** A signer as login uses it, whichever kind it is. */
import type { Variable } from '../config/options.ts'
import type { Resolved } from '../config/types.ts'
import type { Network } from '../contract/service.ts'
import type { Signer } from '../wallet/signer.ts'
import type { ParsedArgs } from '../runtime/command.ts'
import type { Flag } from '../runtime/flag.ts'
import type { SecretTools } from '../runtime/input-files.ts'
import type { WaitTools } from '../runtime/progress-line.ts'
import type { Part } from '../runtime/services.ts'
import type { ProgramTools } from '../runtime/subprocess.ts'
import type { Answers } from './answers.ts'

export type ChosenSigner = {
  sign: Signer
  /** Whoever asks for the signature, where that is not the service: the message's domain. */
  domain?: string
  /** A person has to act for each signature: none is asked for twice by itself. */
  needsPerson?: true
  /** Ends what it holds open. */
  close?: () => Promise<void>
}

/** What signers of all kinds are made with. */
export type SignerTools = WaitTools &
  SecretTools &
  ProgramTools &
  Part<'note', 'blocking' | 'home' | 'random'>

/** What a signer is opened from: its flag's value and the flags that it reads besides. */
export type OpenInput<V extends object = object> = {
  value: string
  given: ParsedArgs<V>
  tools: SignerTools
  answers: Answers
}

/** What a signer is made from that depends on where it signs in. */
export type SignerInput<V extends object = object> = OpenInput<V> & { place: SignInPlace }

export type SignInPlace = {
  resolved: Resolved
  network: Network
  baseUrl: string
  /** The one that must sign, where it is known. */
  address: string | undefined
}

/** A kind of signer as data: its own flag comes first of its flags. What it does is loaded when it signs. */
export type SignerKind = {
  /** Its flag as given in camel case. */
  name: string
  flags: readonly Flag[]
  /** The flags of `wallet address`, which opens it and signs nothing. */
  addressFlags?: readonly Flag[]
  /** Flags of another signer that it takes too. */
  takes?: readonly string[]
  /** Those of its flags that are no mistake where another signer is named. */
  loose?: readonly string[]
  /** Variables of the environment; the first names the same as its flag. */
  variables?: readonly Variable[]
  /** How a person chooses it, `first` of all; `question` asks for the value where the flag takes one. */
  prompt?: { name: string; question?: string; first?: true }
  /** Its row of `help signing`. */
  help: readonly [flag: string, about: string]
} & (
  | {
      /** Makes one that signs for a place alone. */
      make: (input: SignerInput<never>) => Promise<ChosenSigner>
    }
  | {
      /** Opens one that has its address by itself. */
      open: (input: OpenInput<never>) => Promise<ChosenSigner>
      /** The address that it names without being opened. */
      named?: (input: OpenInput<never>) => Promise<string | undefined>
    }
)
