/** The one shape of everything that signs: a key, a keystore, a browser, a program, a person far from the network. */
import { unauthenticated } from '../errors.ts'
import { sameAddress } from './address.ts'

export type SignRequest = {
  /** The message for an address. A signer that learns the address late composes late. */
  compose(address: string): string
  /** The only address that may sign, where one is known. */
  address?: string
  network: string
  signal: AbortSignal
}

export type Signed = { address: string; message: string; signature: string }

export type Signer = (ask: SignRequest) => Promise<Signed>

/**
 * The address of a signer, which composes for it before it signs anything: it goes no
 * further here. Throws what the signer throws.
 */
export async function addressOf(sign: Signer, signal: AbortSignal): Promise<string> {
  const found = new Error('the address is known')
  let known = ''
  const compose = (address: string): never => {
    known = address
    throw found
  }
  await sign({ compose, network: '', signal }).catch((error: unknown) => {
    if (error !== found) throw error
  })
  return known
}

/** Ends with CLI_SIGNATURE where the signer's address is not the one that was asked for. Nothing is signed yet. */
export function refuseOtherSigner(ask: SignRequest, address: string): void {
  if (ask.address === undefined || sameAddress(ask.address, address)) return
  throw unauthenticated(
    'CLI_SIGNATURE',
    `The signer is ${address}, not ${ask.address}.`,
    'Give the signer of that address, or another --address or --profile.',
  )
}
