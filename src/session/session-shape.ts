/** What a session is made of, and what it is opened with and for. */
import type { Sender } from '../client/client.ts'
import type { Credentials } from '../config/credentials.ts'
import type { SelectedCredentials } from '../config/select-credentials.ts'
import type { Resolved } from '../config/types.ts'
import type { Operation } from '../contract/operations.ts'
import type { Network } from '../contract/service.ts'
import type { MoveError } from '../errors.ts'
import type { Part, RenewTools } from '../runtime/services.ts'

export type Session = {
  resolved: Resolved
  network: Network
  baseUrl: string
  profile: string | undefined
  record: Credentials | undefined
  credentials: SelectedCredentials
  /** The session was renewed since the command began: it is not renewed a second time. */
  renewed?: true
  /** The token that a renewed one took the place of: requests may have been composed with it. */
  formerToken?: string | undefined
  /** A token that the service refused before its end. */
  refusedToken?: string
  /** Why the session that has ended was not renewed, where a remembered signer was asked and none is needed. */
  unrenewed?: MoveError
  sender: Sender
}

/**
 * Whose data is asked for, as the contract says it of an operation. `signer`: where a remembered signer cannot renew the
 * session, `must` ends the command, although none is needed; `later` goes on where the service is limited or unavailable.
 */
export type SessionNeed = Pick<Operation, 'session'> &
  Partial<Pick<Operation, 'kind'>> & { signer?: 'must' | 'later' }

/** What a session is opened with; `who` is filled in. */
export type SessionTools = RenewTools & Part<'resolved' | 'who' | 'began'>
