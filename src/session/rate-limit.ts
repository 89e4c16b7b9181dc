/** The hourly limit as it applies to a command: which one, where it is counted, and the count of single requests. */
import type { Moment } from '../client/budget-file.ts'
import type { Send } from '../client/guarded-transport.ts'
import type { Target } from '../client/compose.ts'
import type { Resolved } from '../config/types.ts'
import { ticksOf, type Context } from '../runtime/context.ts'
import { isLoopback } from '../contract/loopback.ts'
import { hourlyLimit } from '../contract/service.ts'
import type { Part } from '../runtime/services.ts'

/** Where requests are counted, and by which clock. */
export type CountTools = Part<'folders', 'now' | 'ticks'>

/** Requests an hour that bulk, --all and --watch may make (docs/service.md §8); nothing where no limit of ours applies. */
export function limitOf(
  resolved: Resolved,
  { baseUrl, token }: Pick<Target, 'baseUrl' | 'token'>,
): number | undefined {
  const own = resolved.get('rateLimit')?.value
  if (own !== undefined) return own === 0 ? undefined : own
  if (isHere(baseUrl)) return undefined
  return token === undefined ? hourlyLimit.default : hourlyLimit.session
}

/** How long a request may wait for the limit, and a write for its turn: --max-wait, or a minute. */
export const maxWaitMs = (resolved: Resolved): number => (resolved.get('maxWait')?.value ?? 60) * 1000

/** The --max-wait that was given; nothing where a wait has a length of its own. */
export function maxWaitGivenMs(resolved: Resolved): number | undefined {
  const wait = resolved.get('maxWait')
  return wait === undefined || wait.origin === 'default' ? undefined : wait.value * 1000
}

/** Is the service on this machine, where it has no limit that we know? */
export const isHere = (baseUrl: string): boolean => isLoopback(new URL(baseUrl).hostname)

/** Where the requests of this origin and API key are counted, below the folder of the state. */
export async function countsOf(state: string, { baseUrl, apiKey }: Target): Promise<string> {
  const { countsFolder } = await import('../client/budget-file.ts')
  return countsFolder(state, new URL(baseUrl).origin, apiKey)
}

/** Now, by the clock and by the ticks that limits are held by. */
export const momentOf = (context: Pick<Context, 'now' | 'ticks'>): Moment => ({
  wall: context.now().getTime(),
  ticks: ticksOf(context),
})

/** The time of a tick, for people. */
export const timeAt = (tick: number, { wall, ticks }: Moment): Date => new Date(wall + tick - ticks)

/** Counts each request that is sent, beside sending it; on loopback, where no limit of ours applies, it is `send` itself. */
export function countingSend(send: Send, tools: CountTools, resolved: Resolved, target: Target): Send {
  if (isHere(target.baseUrl) && limitOf(resolved, target) === undefined) return send
  const count = async (): Promise<void> => {
    const { countOne } = await import('../client/budget-file.ts')
    await countOne(await countsOf(tools.folders.state, target), momentOf(tools.context))
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
