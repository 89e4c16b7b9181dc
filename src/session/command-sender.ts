/** What the requests of a command are sent through: target, transport, limits, retries, progress, trace. */
import type { Sender } from '../client/client.ts'
import type { Target } from '../client/compose.ts'
import { withGuards } from '../client/guarded-transport.ts'
import type { Resolved } from '../config/types.ts'
import { counting } from '../runtime/countdown-wait.ts'
import { withProgress, stoppingOf, type WaitTools } from '../runtime/progress-line.ts'
import type { Part } from '../runtime/services.ts'
import { version } from '../runtime/version.ts'
import { countingSend, maxWaitMs, type CountTools } from './rate-limit.ts'
import { transportFor, type TransportTools } from './transport.ts'

/** What requests are sent with. */
export type SenderTools = TransportTools &
  WaitTools &
  CountTools &
  Part<'bounded' | 'dryRun' | 'note' | 'trace', 'atOnce' | 'limitLookups' | 'random' | 'sleep'>

/** The sender of a command: target, guards, retries, trace. */
export async function senderFor(tools: SenderTools, resolved: Resolved, target: Target): Promise<Sender> {
  const { context } = tools
  const timeout = resolved.get('timeout')
  const own = timeout && timeout.origin !== 'default'
  if (own && timeout.value < resolverSeconds) context.limitLookups?.(Math.ceil(timeout.value))
  const way = await transportFor(tools, resolved, target.baseUrl)
  const send = withProgress(withGuards(way, { readOnly: tools.dryRun }), tools)
  return {
    target,
    redact: (text) => context.secrets.redact(text),
    secret: (value) => context.secrets.add(value),
    send: tools.bounded
      ? await (await import('./throttled-sender.ts')).sendForWatch(send, tools, resolved, target)
      : countingSend(send, tools, resolved, target),
    stopping: stoppingOf(tools),
    ...(own && { timeoutMs: timeout.value * 1000 }),
    retryPolicy: {
      retries: resolved.get('retries')?.value ?? 3,
      maxWaitMs: maxWaitMs(resolved),
      signal: context.signal,
      now: context.now,
      sleep: async (ms, signal) => counting(tools, ms, waiting, context.sleep(ms, signal)),
      random: () => (context.random(4).reduce((sum, byte) => sum * 256 + byte, 0) % 2 ** 32) / 2 ** 32,
      onWait: (ms) => {
        if (!context.stderr.isTTY) void tools.note(`${waiting(ms)}.`)
      },
    },
    ...(tools.verbose > 0 && { trace: (await import('./http-trace.ts')).tracer(tools, target) }),
  }
}

/** The patience of the system's resolver with a name server that is silent. */
const resolverSeconds = 10

const waiting = (ms: number): string => `Waiting ${Math.ceil(ms / 1000)} s before the next attempt`

/** Header and scheme of the session token as configured (open: docs/service.md §5.5). */
export const targetOf = (resolved: Resolved, baseUrl: string, apiKey: string, token?: string): Target => ({
  baseUrl,
  apiKey,
  ...(token !== undefined && { token }),
  tokenHeader: resolved.get('auth.tokenHeader')?.value ?? 'Authorization',
  tokenScheme: resolved.get('auth.tokenScheme')?.value ?? 'Bearer',
  userAgent: `movecli/${version}`,
})
