/** What --watch does: asks again and again, within the hourly limit, and hands on what changed. Ends with Ctrl-C. */
import { bulkLimit } from '../client/budget.ts'
import { writeJson, type Json } from '../contract/lossless-json.ts'
import { interrupted, MoveError, hasExit } from '../errors.ts'
import type { Column, Result } from '../output/view.ts'
import { countsOf, limitOf, momentOf } from '../session/rate-limit.ts'
import type { Context } from '../runtime/context.ts'
import type { CommandHandler, ParsedArgs } from '../runtime/command.ts'
import type { ProfileTools, ProfileValues } from '../session/profiles.ts'
import { wantsSeveralProfiles } from './read-flags.ts'
import type { WatchValues } from './watch-flag.ts'
import { openSession, type SessionTools } from '../session/session.ts'
import type { Part, Tools } from '../runtime/services.ts'

/** What polls wait with, for one wallet or several. */
type PollTools = SessionTools & ProfileTools

/** A row with the name by which it is known again, and what of it counts as a change (all of it where nothing is said). */
export type Polled = { key: string; row: Json; mark?: string }

export type Polling = {
  /** Seconds between two polls. */
  every: number
  poll: () => Promise<Polled[]>
  /** Requests that one poll makes, where it takes no quota of the hourly limit for each of them. */
  requests?: () => number
}

/**
 * Rows as they change, the first poll's all. A failure of the first poll is thrown; later, where the service is
 * unavailable or the limit is reached (7, 8, 10), it is said and asked again. Throws CLI_INTERRUPTED (130) or CLI_TERMINATED.
 */
export async function* changes(
  wallets: ProfileValues,
  tools: PollTools,
  polling: Polling,
): AsyncGenerator<Json | undefined> {
  const { context } = tools
  const known = new Map<string, string>()
  for (let first = true; ; first = false) {
    const polled = await polling.poll().catch(async (error: unknown): Promise<Polled[]> => {
      if (first || context.signal.aborted || !isTransient(error)) throw error
      await tools.note(`note: ${context.now().toISOString()} ${(error as MoveError).message}`)
      return []
    })
    for (const { key, row, mark = writeJson(row) } of polled) {
      if (known.get(key) === mark) continue
      known.set(key, mark)
      yield row
    }
    yield undefined
    await sleepOrStop(context, polling.every * 1000)
    if (polling.requests) await waitForRoom(wallets, tools, polling.requests())
  }
}

/** May it go well when it is asked again: unavailable, limited, or some of several wallets. */
export const isTransient = (error: unknown): boolean => hasExit(error, 'limited', 'unavailable', 'partial')

async function sleepOrStop({ sleep, signal }: Pick<Context, 'signal' | 'sleep'>, ms: number): Promise<void> {
  if (!signal.aborted) await sleep(ms, signal).catch(() => {})
  if (signal.aborted) throw interrupted(signal)
}

/** Waits until the hour has room for the requests of one poll. */
async function waitForRoom(wallets: ProfileValues, tools: PollTools, requests: number): Promise<void> {
  for (;;) {
    const ms = await untilRoom(wallets, tools, requests)
    if (ms <= 0) return
    await tools.note(`The hourly limit is reached. Next request in ${Math.ceil(ms / 1000)} s.`)
    await sleepOrStop(tools.context, ms)
  }
}

async function untilRoom(wallets: ProfileValues, tools: PollTools, requests: number): Promise<number> {
  const quiet = { ...tools, note: async () => {} }
  if (!wantsSeveralProfiles(wallets)) return roomOf(quiet, requests)
  const { forEachProfile } = await import('../session/profiles.ts')
  const read = await forEachProfile(wallets, quiet, async (own) =>
    roomOf({ ...own, note: async () => {} }, 1),
  )
  return Math.max(0, ...read.map(({ value }) => value ?? 0))
}

/** Milliseconds until this wallet's key may make so many requests more. */
async function roomOf(tools: SessionTools, requests: number): Promise<number> {
  const { resolved, sender } = await openSession(tools, { session: 'none' })
  const limit = limitOf(resolved, sender.target)
  if (limit === undefined) return 0
  const { readCounts } = await import('../client/budget-file.ts')
  const now = momentOf(tools.context)
  const window = await readCounts(await countsOf(tools.folders.state, sender.target), now)
  return window.freeAt(now.ticks, Math.max(1, bulkLimit(limit) - requests + 1)) - now.ticks
}

/** Tools whose notes are not repeated with every poll. */
export function dedupeNotes<T extends Part<'note'>>(tools: T): T {
  const told = new Set<string>()
  const note = async (text: string): Promise<void> => {
    if (!told.has(text)) await tools.note(text)
    told.add(text)
  }
  return { ...tools, note }
}

/** What a reading body gives, each time it differs from the last. */
export async function watchResult<V extends ProfileValues>(
  body: CommandHandler<V>,
  columns: (given: ParsedArgs<V>) => Column[],
  given: ParsedArgs<V & WatchValues>,
  tools: Tools,
): Promise<Result> {
  const every = given.flags.watch?.seconds
  if (every === undefined) return body(given, tools)
  const calm: Tools = { ...dedupeNotes(tools), bounded: true, many: true }
  const poll = async () => recordsOf(await body(given, calm), calm.note)
  const rows = changes(given.flags, tools, { every, poll })
  const shown = wantsSeveralProfiles(given.flags)
    ? (await import('./profile-rows.ts')).withProfileColumn(columns(given))
    : columns(given)
  return { kind: 'rows', rows, columns: shown, empty: '', endless: true }
}

/** The record of one wallet, or the rows of several by their profile; that some failed shows in their rows. */
async function recordsOf(result: Result, note: Tools['note']): Promise<Polled[]> {
  if (result.kind === 'one') return [{ key: '', row: result.data }]
  if (result.kind !== 'rows') return []
  const found: Polled[] = []
  try {
    for await (const row of result.rows)
      if (row !== undefined) found.push({ key: writeJson((row as { profile?: Json }).profile), row })
  } catch (error) {
    if (!(error instanceof MoveError) || !hasExit(error, 'partial')) throw error
    await note(`note: ${error.message}`)
  }
  return found
}
