/** What makes and reads a signature: of viem the few functions that are used, and their curve. Loaded by a signer. */
import { secp256k1 } from '@noble/curves/secp256k1'

export { privateKeyToAddress, signMessage } from 'viem/accounts'
export { recoverMessageAddress } from 'viem/utils'

/**
 * The table of multiples that noble makes of the base point at its first use: of windows of 8 bits it pays after hundreds of
 * signatures (some 40 ms, then 3 for each), of 3 bits at the first (4 ms, then 5). The time
 * of a signature stays the same for all keys.
 */
secp256k1.utils.precompute(3)
