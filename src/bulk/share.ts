/** How many requests an hour a run may make: all of the limit, or a shard's part of it. */
import type { Limits } from '../client/budget.ts'
import { hourlyLimit } from '../contract/service.ts'
import type { Shard } from '../journal/runs/run-paths.ts'
import { isHere, limitOf } from '../session/rate-limit.ts'
import type { Session } from '../session/session.ts'

/** Nothing where no limit applies. One of n shards takes an n-th, so that shards on several machines stay within the limit together, unless --rate-limit says how many it may take. */
export function limitsOf({ resolved, sender }: Session, shard: Shard | undefined): Limits | undefined {
  const limit = limitOf(resolved, sender.target)
  if (limit === undefined || !shard) return limit === undefined ? undefined : { limit }
  const tag = `${shard.index}/${shard.count}`
  const said = ['flag', 'environment'].includes(resolved.get('rateLimit')?.origin ?? '')
  if (!said) return { limit, own: { tag, limit: Math.max(1, Math.floor(limit / shard.count)) } }
  const { token, baseUrl } = sender.target
  const all = isHere(baseUrl) ? Infinity : token === undefined ? hourlyLimit.default : hourlyLimit.session
  return { limit: Math.max(all, limit), own: { tag, limit } }
}
