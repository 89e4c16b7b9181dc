/** How the further pages of a list are asked for: within the hourly limit. */
import { createBudget, type Budget } from '../client/budget.ts'
import { guarded, type Guarded } from '../client/guards.ts'
import type { Sender } from '../client/client.ts'
import type { Target } from '../client/compose.ts'
import type { Resolved } from '../config/resolved.ts'
import { interrupted } from '../errors.ts'
import { countsOf, limitOf } from './budget.ts'
import type { Session } from './session.ts'
import type { Tools } from './tools.ts'
import { wayTo } from './way.ts'

const longestNapMs = 60_000

/** The sender of a session for one request after the other; `end` gives back what is left of the leave it took. */
export async function senderForMany(
  tools: Tools,
  { resolved, baseUrl, sender }: Session,
): Promise<{ sender: Sender; end: () => Promise<void> }> {
  const send = guarded(await wayTo(tools, resolved, baseUrl), { readOnly: true })
  const budget = await budgetOf(tools, { resolved, sender })
  const end = async () => budget?.end(tools.context.now().getTime()).catch(() => {})
  return { sender: { ...sender, send: budget ? withLeave(send, budget, tools) : send }, end }
}

/** What --watch sends through: each request has leave first, those that are made again too. */
export async function withinLimit(
  send: Guarded,
  tools: Tools,
  resolved: Resolved,
  target: Target,
): Promise<Guarded> {
  const budget = await budgetOf(tools, { resolved, sender: { target } }, 1)
  return budget ? withLeave(send, budget, tools) : send
}

async function budgetOf(
  tools: Tools,
  { resolved, sender: { target } }: { resolved: Resolved; sender: Pick<Sender, 'target'> },
  largest?: number,
): Promise<Budget | undefined> {
  const limit = limitOf(resolved, target)
  if (limit === undefined) return undefined
  const { fileCounts } = await import('../client/budget-file.ts')
  return createBudget(limit, fileCounts(await countsOf(tools, target), tools.context.signal), largest)
}

/** Each request has leave first. Where nothing can be counted, as in a state folder that is read-only, reads go on. */
const withLeave =
  (send: Guarded, budget: Budget, tools: Tools): Guarded =>
  async (ask, limits) => {
    const { now, sleep, signal } = tools.context
    for (let said = false; !budget.tryTake(now().getTime());) {
      const wait = await budget.refill(now().getTime()).catch(() => undefined)
      if (signal.aborted) throw interrupted(signal)
      if (wait === undefined) break
      if (wait > 0 && !said) await tools.note(`waiting ${Math.ceil(wait / 1000)} s for the hourly limit`)
      said ||= wait > 0
      if (wait > 0) await sleep(Math.min(wait, longestNapMs), signal).catch(() => {})
      if (signal.aborted) throw interrupted(signal)
    }
    return send(ask, limits)
  }
