/** The hourly limit as it applies to a command: which one, where it is counted, and the count of single requests. */
import type { Guarded } from '../client/guards.ts'
import type { Target } from '../client/compose.ts'
import type { Resolved } from '../config/resolved.ts'
import { isLoopback } from '../contract/loopback.ts'
import { hourlyLimit } from '../contract/service.ts'
import type { Tools } from './tools.ts'

/** Requests an hour that bulk, --all and --watch may make (api.md §8); nothing where no limit of ours applies. */
export function limitOf(
  resolved: Resolved,
  { baseUrl, token }: Pick<Target, 'baseUrl' | 'token'>,
): number | undefined {
  const own = resolved.get('rateLimit')?.value
  if (own !== undefined) return own === 0 ? undefined : own
  if (isHere(baseUrl)) return undefined
  return token === undefined ? hourlyLimit.default : hourlyLimit.session
}

const isHere = (baseUrl: string): boolean => isLoopback(new URL(baseUrl).hostname)

/** Where the requests of this origin and API key are counted. */
export async function countsOf(tools: Tools, { baseUrl, apiKey }: Target): Promise<string> {
  const { countsFolder } = await import('../client/budget-file.ts')
  return countsFolder(tools.folders.state, new URL(baseUrl).origin, apiKey)
}

/** Counts each request that is sent, beside sending it; on loopback, where no limit of ours applies, it is `send` itself. */
export function counted(send: Guarded, tools: Tools, resolved: Resolved, target: Target): Guarded {
  if (isHere(target.baseUrl) && limitOf(resolved, target) === undefined) return send
  const count = async (): Promise<void> => {
    const { countOne } = await import('../client/budget-file.ts')
    await countOne(await countsOf(tools, target), tools.context.now())
  }
  return async (ask, limits) => {
    const counting = count()
    try {
      return await send(ask, limits)
    } finally {
      await counting
    }
  }
}
