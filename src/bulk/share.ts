/** How many requests an hour a run may make: all of the limit, or a shard's part of it. */
import type { Limits } from '../client/budget.ts'
import { usage } from '../errors.ts'
import type { Shard } from '../journal/runs/run-paths.ts'
import { limitOf } from '../session/rate-limit.ts'
import type { Session } from '../session/session.ts'

/**
 * Nothing where no limit applies. One of n shards takes an n-th, so that shards on several machines stay within the limit
 * together; what --rate-limit says is not divided. Either way all processes of this machine stay within the limit. Throws
 * CLI_USAGE for a part of less than one request.
 */
export function limitsOf({ resolved, sender }: Session, shard: Shard | undefined): Limits | undefined {
  const limit = limitOf(resolved, sender.target)
  if (limit === undefined || !shard) return limit === undefined ? undefined : { limit }
  const tag = `${shard.index}/${shard.count}`
  const isTyped = resolved.get('rateLimit')?.origin === 'flag'
  const part = isTyped ? limit : Math.floor(limit / shard.count)
  if (part < 1)
    throw usage(
      `A limit of ${limit} requests an hour cannot be divided among ${shard.count} shards. Nothing was sent.`,
      `Use at most ${limit} shards, or give the part of each with --rate-limit.`,
    )
  return { limit, own: { tag, limit: part } }
}
