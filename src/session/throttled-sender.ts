/** Requests one after another, pages of a list or polls of --watch: within the hourly limit. */
import { createBudget, type Budget } from '../client/budget.ts'
import { withGuards, type Send } from '../client/guarded-transport.ts'
import type { Sender } from '../client/client.ts'
import type { Target } from '../client/compose.ts'
import type { Resolved } from '../config/types.ts'
import { ticksOf } from '../runtime/context.ts'
import { interrupted, moveError } from '../errors.ts'
import { countsOf, limitOf, maxWaitMs, momentOf, type CountTools } from './rate-limit.ts'
import { counting } from '../runtime/countdown-wait.ts'
import type { Session } from './session.ts'
import type { Part } from '../runtime/services.ts'
import { transportFor, type TransportTools } from './transport.ts'
import type { ProgressTools } from '../runtime/progress-line.ts'

/** What requests wait for the hourly limit with, and how that is shown. */
type ThrottleTools = ProgressTools & CountTools & Part<'note', 'signal' | 'sleep'>

/** The sender of a session for one request after the other; `end` gives back what is left of the quota it took. */
export async function senderForPages(
  tools: ThrottleTools & TransportTools,
  { resolved, baseUrl, sender }: Session,
): Promise<{ sender: Sender; end: () => Promise<void> }> {
  const send = withGuards(await transportFor({ ...tools, many: true }, resolved, baseUrl), { readOnly: true })
  const budget = await budgetOf(tools, { resolved, sender })
  const end = async () => budget?.end(ticksOf(tools.context)).catch(() => {})
  const most = maxWaitMs(resolved)
  return { sender: { ...sender, send: budget ? throttled(send, budget, tools, most) : send }, end }
}

/**
 * What --watch sends through: every request takes quota first, repeated ones too. It polls
 * as the limit allows: no wait is too long.
 */
export async function sendForWatch(
  send: Send,
  tools: ThrottleTools,
  resolved: Resolved,
  target: Target,
): Promise<Send> {
  const budget = await budgetOf(tools, { resolved, sender: { target } }, 1)
  return budget ? throttled(send, budget, tools, Infinity) : send
}

async function budgetOf(
  { folders, context }: CountTools & Part<never, 'signal'>,
  { resolved, sender: { target } }: { resolved: Resolved; sender: Pick<Sender, 'target'> },
  largest?: number,
): Promise<Budget | undefined> {
  const limit = limitOf(resolved, target)
  if (limit === undefined) return undefined
  const { fileCounts } = await import('../client/budget-file.ts')
  const counts = fileCounts(await countsOf(folders.state, target), () => momentOf(context), context.signal)
  return createBudget({ limit }, counts, largest)
}

/**
 * Each request takes quota first, and waits for it no longer than `most` milliseconds. Where nothing can be counted, as in a
 * state folder that is read-only, reads go on. Throws CLI_RATE_LIMITED (exit 7).
 */
function throttled(send: Send, budget: Budget, tools: ThrottleTools, most: number): Send {
  const { sleep, signal } = tools.context
  const now = () => ticksOf(tools.context)
  return async (ask, limits) => {
    for (let waited = 0; !budget.tryAcquire(now());) {
      const wait = await budget.refill(now()).catch(() => undefined)
      if (signal.aborted) throw interrupted(signal)
      if (wait === undefined) break
      if (wait <= 0) continue
      if (waited + wait > most) throw tooLong(wait)
      const words = (left: number) => `Waiting ${Math.ceil(left / 1000)} s for the hourly limit`
      if (waited === 0 && !tools.context.stderr.isTTY) await tools.note(`${words(wait)}.`)
      waited += wait
      await counting(tools, wait, words, sleep(wait, signal)).catch(() => {})
      if (signal.aborted) throw interrupted(signal)
    }
    return send(ask, limits)
  }
}

const tooLong = (wait: number) =>
  moveError('CLI_RATE_LIMITED', {
    message: `The hourly limit allows the next request in ${Math.ceil(wait / 1000)} s, which is longer than --max-wait allows.`,
    hint: 'Run it again later, or allow a longer wait with --max-wait. movecli limits shows what is left.',
  })
