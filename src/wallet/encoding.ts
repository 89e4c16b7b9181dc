/** How addresses and sign-in messages are written: of viem the two functions that are used. */
export { createSiweMessage } from 'viem/siwe'
export { getAddress } from 'viem/utils'
