/** What everyone may know of the sandbox: its key, its wallet and its session protect nothing. */
import { createHash } from 'node:crypto'
import { sandboxBaseUrl } from '../contract/service.ts'

export const sandboxPort = Number(new URL(sandboxBaseUrl).port)

/** The one API key that the sandbox takes. */
export const sandboxApiKey = 'sandbox-public-api-key'

/** A wallet to sign in with: the sha256 of a phrase that everyone may read, so never send value to it. */
export const sandboxPrivateKey = `0x${createHash('sha256').update('movecli sandbox test wallet').digest('hex')}`

/** The address of that private key. */
export const sandboxAddress = '0xc5B17371850954483112e05760B22b2B5ED95A7e'

/** A session of the test wallet that never expires, so that the first command works without a login. */
export const sandboxToken = 'sandbox.test-wallet.session-that-never-expires'

/** Marks every answer. */
export const sandboxHeader = 'x-movecli-sandbox'

/** Where a running sandbox is told to forget everything; outside /v1, for it is no part of the service. */
export const resetPath = '/sandbox/reset'

/** Greatest request body, in bytes. */
export const bodyCap = 1024 * 1024

/** Faults that take no value (`sandbox start --fault`); beside them there are `latency`, codes and statuses. */
export const plainFaults = [
  'drop-before',
  'drop-after-apply',
  'hang-after-apply',
  'reset',
  'truncate',
  'not-json',
] as const
