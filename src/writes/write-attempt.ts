/** A write that is about to be sent, and what it must not be sent beside. */
import type { WriteLedger } from '../client/client.ts'
import { bodyBytes, type Composed } from '../client/compose.ts'
import type { PendingWrite } from '../journal/writes/conflicts.ts'
import { bodyDigest } from '../journal/writes/ledger.ts'
import type { Owner } from '../journal/owner.ts'
import { contentDigest, encodeDigest, motionDigest } from '../journal/runs/row-digest.ts'
import type { ConsentTools } from '../runtime/confirm.ts'
import type { WaitTools } from '../runtime/progress-line.ts'
import type { Part, RenewTools } from '../runtime/services.ts'
import type { Session } from '../session/session.ts'

/** What a write is decided, asked about and recorded with. */
export type WriteTools = ConsentTools &
  WaitTools &
  RenewTools &
  Part<'folders' | 'note' | 'say', 'disk' | 'random'>

export type WriteAttempt = {
  tools: WriteTools
  session: Session
  request: Composed
  owner: Owner
  force: boolean
}

/** `request`: what is sent, with the credentials that are valid now. To be released once it is done. */
export type WritePermit = { request: Composed; ledger: WriteLedger; release: () => Promise<void> }

/** Raw calls are unknown to the contract, so all of them need a yes. */
export const needsConsent = ({ operation }: Composed) => operation === undefined || operation.confirm === true

/** What this write must not be sent beside: a claim of the same address, a motion of the same content, equal identity data. */
export function pendingWriteOf({
  request,
  owner,
}: Pick<WriteAttempt, 'owner' | 'request'>): PendingWrite | undefined {
  const { body } = request
  if (request.operation === undefined) return undefined
  const { name: operation, heldBy } = request.operation
  if (heldBy === 'owner') return { ...owner, operation }
  const digest = bodyDigest(bodyBytes(body ?? null))
  const content = encodeDigest(contentDigest(body))
  if (heldBy === 'body') return { ...owner, operation, digest, content }
  if (heldBy !== 'motion') return undefined
  const motion = motionDigest(body)
  return {
    ...owner,
    operation,
    ...(motion && { motion: encodeDigest(motion) }),
    digest,
    content,
  }
}

/** What makes a later write the same as this one. */
export const identityOf = (owner: Owner, request: Composed): PendingWrite =>
  pendingWriteOf({ owner, request }) ?? {
    ...owner,
    operation: request.operation?.name ?? '',
    digest: bodyDigest(bodyBytes(request.body ?? null)),
  }
