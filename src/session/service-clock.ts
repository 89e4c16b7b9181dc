/** The service's clock: the Date of each answer takes the place of what an earlier one showed of it. */
import { sendRead } from '../client/client.ts'
import { httpDate } from '../client/http-date.ts'
import type { AttemptResult } from '../client/sender.ts'
import type { Credentials } from '../config/credentials.ts'
import { withRecord } from '../config/credentials/file.ts'
import { clockSlackMs, skewOf, withSkew } from '../config/credentials/session-end.ts'
import type { Resolved } from '../config/types.ts'
import type { Part } from '../runtime/services.ts'
import { senderFor, targetOf, type SenderTools } from './command-sender.ts'

/** How long an answer is awaited that is asked for its Date alone. */
const longestAskMs = 10_000

/** What is heard of the clock, and between which times of this machine's. */
export type ClockSample = Pick<AttemptResult, 'reply' | 'sentAt'> & { cameAt: number }

/**
 * Milliseconds that the service's clock is ahead by an answer; undefined where it agrees with
 * what is `known`, or names no time of its own.
 */
export function newerSkew({ reply, sentAt, cameAt }: ClockSample, known: number): number | undefined {
  // A cache has an old answer with its old Date.
  if (reply.what !== 'answered' || Number(reply.headers.get('age') ?? 0) > 0) return undefined
  const date = httpDate(reply.headers.get('date'))
  if (date === undefined) return undefined
  // Date has whole seconds, and was written while the request was under way.
  const [least, most] = [date - cameAt, date + 1000 - sentAt]
  if (known >= least - clockSlackMs && known <= most + clockSlackMs) return undefined
  const skew = Math.round((least + most) / 2)
  return Math.abs(skew) > clockSlackMs ? skew : 0
}

type ClockTools = Part<'folders' | 'dryRun'>

/** The record, corrected by an answer, and so stored. A state folder that cannot be written, or is busy, is no failure. */
export async function correctClock(
  { folders, dryRun }: ClockTools,
  profile: string,
  record: Credentials,
  heard: ClockSample,
  adopt: (corrected: Credentials) => void,
): Promise<void> {
  const skew = newerSkew(heard, skewOf(record))
  if (skew === undefined) return
  adopt(withSkew(record, skew))
  if (dryRun) return
  const { origin, expiresAt, signedInAt } = record
  await withRecord(
    folders.state,
    profile,
    async (stored, put) => {
      const isSame = stored?.expiresAt === expiresAt && stored?.signedInAt === signedInAt
      if (stored && isSame && stored.origin === origin) await put(withSkew(stored, skew))
    },
    { wait: 1000 },
  ).catch(() => {})
}

/** The record by the service's clock as it is now: the service is asked for its Date. As it was where no answer comes. */
export async function byServiceClock(
  tools: SenderTools & ClockTools,
  resolved: Resolved,
  profile: string,
  record: Credentials,
  { baseUrl, apiKey }: { baseUrl: string; apiKey: string },
): Promise<Credentials> {
  const { now } = tools.context
  if (tools.dryRun) return record
  const sender = await senderFor(tools, resolved, targetOf(resolved, baseUrl, apiKey))
  let found = record
  const heard = async (tried: AttemptResult) =>
    correctClock(tools, profile, record, { ...tried, cameAt: now().getTime() }, (fresh) => (found = fresh))
  const retryPolicy = { ...sender.retryPolicy, retries: 0 }
  const timeoutMs = Math.min(sender.timeoutMs ?? longestAskMs, longestAskMs)
  await sendRead('token.price', {}, { ...sender, retryPolicy, timeoutMs, heard }).catch(() => {})
  return found
}
