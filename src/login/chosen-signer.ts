/** A signer as login uses it, whichever kind it is. */
import type { Variable } from '../config/options.ts'
import type { Resolved } from '../config/types.ts'
import type { Network } from '../contract/service.ts'
import type { Signer } from '../wallet/signer.ts'
import type { ParsedArgs } from '../runtime/command.ts'
import type { Flag, ValuesOf } from '../runtime/flag.ts'
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
type SignerData<F extends readonly Flag[]> = {
  /** Its flag as the flags of a line are named: `privateKeyFile`. */
  flagKey: string
  flags: F
  /** Flags of another signer that it takes too. */
  sharedFlags?: readonly string[]
  /** Those of its flags that are no mistake where another signer is named. */
  usableAlone?: readonly string[]
  /** Variables of the environment; the first names the same as its flag. */
  variables?: readonly Variable[]
  /** How a person chooses it, `first` of all; `question` asks for the value where the flag takes one. */
  prompt?: { name: string; question?: string; first?: true }
  /** Its row of `help signing`. */
  help: readonly [flag: string, about: string]
}

/** Opened without a place to sign in: it has its address by itself, which `wallet address` shows. */
type OpenedKind<F extends readonly Flag[]> = SignerData<F> & {
  open: (input: OpenInput<Partial<ValuesOf<F>>>) => Promise<ChosenSigner>
  /** The address that it names without being opened. */
  knownAddress?: (input: OpenInput<Partial<ValuesOf<F>>>) => Promise<string | undefined>
}

/** Made for one place, and signs there alone. */
type MadeKind<F extends readonly Flag[]> = SignerData<F> & {
  make: (input: SignerInput<Partial<ValuesOf<F>>>) => Promise<ChosenSigner>
}

/** These give what opens or makes a signer the values of its flags by their types. */
export const openedKind = <const F extends readonly Flag[]>(kind: OpenedKind<F>): OpenedKind<F> => kind
export const madeKind = <const F extends readonly Flag[]>(kind: MadeKind<F>): MadeKind<F> => kind
