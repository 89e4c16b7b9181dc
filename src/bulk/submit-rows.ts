/** Submits many rows of motion: checked whole, sent once, resumable. Its line is in commands/motion/index.ts. */
import { compose } from '../client/compose.ts'
import { redactRequest } from '../client/redact-request.ts'
import type { Json } from '../contract/lossless-json.ts'
import { operationOf } from '../contract/operations.ts'
import { isPlain } from '../contract/plain.ts'
import { keepIntendedCounts } from '../journal/runs/equal-rows.ts'
import type { Lock } from '../disk/lock.ts'
import { folderOf, inShard, type RunLocation } from '../journal/runs/run-paths.ts'
import { publishPlan, takePlanningLock } from '../journal/runs/planning.ts'
import { runFault } from '../journal/runs/run-fault.ts'
import { openRunJournal, type RunJournal } from '../journal/runs/run-journal.ts'
import { lockRun } from '../journal/runs/run-lock.ts'
import { rows, type Result } from '../output/view.ts'
import type { CommandHandler } from '../runtime/command.ts'
import { shownWhile } from '../runtime/progress-line.ts'
import { maxWaitMs } from '../session/rate-limit.ts'
import { ownerOf } from '../session/session-owner.ts'
import { openSession } from '../session/session.ts'
import { checkInput } from './input/check-input.ts'
import { openInput } from './input/source.ts'
import type { BulkValues } from './flags.ts'
import { bulkOptions } from './options.ts'
import { planOf } from './plan/estimate.ts'
import {
  appliedRows,
  findRepeats,
  openRows,
  openTimes,
  refusalOf,
  refuseRepeats,
  replayOwnJournal,
  sentBefore,
} from './plan/prior-runs.ts'
import { limitsOf } from './share.ts'
import { digestText } from './input/row.ts'
import type { RunProvers } from './prove/provers.ts'
import { runRows } from './send/run-rows.ts'
import { isOpen, selectRows } from './plan/selection.ts'
import type { RunContext } from './run-context.ts'

export const run: CommandHandler<BulkValues> = async (given, tools) => {
  const options = await bulkOptions(given, tools)
  const device = given.flags.deviceId ?? (await tools.resolved('inspect')).get('deviceId')?.value
  const session = await openSession(tools, { ...operationOf('motion.submit'), signer: 'later' })
  // Before anything is read: a part of the limit that is too small.
  limitsOf(session, options.shard)
  const input = await openInput(options.from, device, tools)
  try {
    const checked = await checkInput(input, options.shard)
    const name = options.run ?? input.digest().slice(0, 16)
    const place: RunLocation = {
      state: tools.folders.state,
      name,
      owner: await ownerOf(session, tools.folders.state),
      ...(options.shard && { shard: options.shard }),
    }
    const work: RunContext = { tools, session, options, input, checked, place, device }
    if (options.plan || tools.dryRun) return await previewRun(work)
    return await startRun(work)
  } catch (error) {
    await input.close()
    throw error
  }
}

/** Takes the run, decides what to send, and says so to others before the first row leaves. */
async function startRun(work: RunContext): Promise<Result> {
  const { tools, options, input, checked, place } = work
  if (checked.invalid > 0 && !options.skipInvalid) await replayOwnJournal(work)
  const lock = await lockRun(place)
  let provers: RunProvers | undefined
  try {
    if (options.prover)
      provers = await (await import('./prove/provers.ts')).openProvers(options.prover, tools)
    const planning = await shownWhile(
      takePlanningLock(place, maxWaitMs(work.session.resolved), tools.context.signal).catch(runFault),
      'Waiting for another run to decide what it sends',
      tools,
    )
    const journal = await openPlanned(work, lock, planning)
    const release = async () => {
      await lock.release()
      await input.close().catch(() => undefined)
    }
    const parts = { journal, provers, total: rowsOfShard(work), release }
    return await runRows(work, parts).catch(async (error: unknown) => {
      await journal.close()
      throw error
    })
  } catch (error) {
    await provers?.prover.end()
    await lock.release()
    throw error
  }
}

/** Decides what to send while no other run does, tells others of it, and lets them decide. */
async function openPlanned(work: RunContext, lock: Lock, planning: Lock): Promise<RunJournal> {
  const { tools, options, checked, place, device } = work
  const { profile = null, network } = work.session
  const { table } = checked
  try {
    const loaded = await replayOwnJournal(work)
    const repeats = await findRepeats(work, loaded)
    refuseRepeats(checked, repeats, options)
    const { byContent, resentContents } = repeats
    await keepIntendedCounts(folderOf(place), table, byContent, resentContents).catch(runFault)
    const begun = {
      profile,
      network,
      ...(checked.usesDefaultDevice && { device: digestText(device ?? '') }),
    }
    const journal = await openRunJournal(place, loaded, begun, tools.context, lock)
    const planned = {
      table,
      rows: () => openRows(table, checked.rows, options),
      times: () => openTimes(checked, options),
      parts: () => checked.motionRows.partsKeys((row) => isOpen(table, row, options)),
    }
    await publishPlan(place, planned, planning).catch(async (error: unknown) => {
      await journal.close()
      throw error
    })
    return journal
  } finally {
    await planning.release()
  }
}

/** --plan and --dry-run: reads what is there, holds nothing, changes nothing. */
async function previewRun(work: RunContext): Promise<Result> {
  const { tools, session, options, input, checked, place } = work
  const loaded = await replayOwnJournal(work)
  const repeats = await findRepeats(work, loaded)
  if (!options.plan) {
    refuseRepeats(checked, repeats, options)
    return {
      ...rows(requests(work), [], 'no row to send'),
      defaultFormat: tools.context.stdout.isTTY ? 'table' : 'ndjson',
    }
  }
  const refusal = refusalOf(checked, repeats, options)
  if (refusal) {
    const { hint, details } = refusal.fault
    await tools.note([`note: ${refusal.message} ${hint}`, details].filter(Boolean).join('\n'))
  }
  let left = 0
  for (const row of openRows(checked.table, checked.rows, options)) if (row >= 0) left += 1
  await input.close()
  const planned = {
    run: place.name,
    rows: rowsOfShard(work),
    left,
    applied: appliedRows(checked, options),
    invalid: checked.invalid,
    sent_before: sentBefore(checked, options),
  }
  return planOf(tools, session, planned, options.shard)
}

/** The requests that would be sent, secrets by their length. */
async function* requests({ session, options, input, checked }: RunContext): AsyncGenerator<Json> {
  const { target } = session.sender
  try {
    for await (const batch of selectRows(input, checked, options)) {
      for (const item of batch) {
        if (!('send' in item)) continue
        const { method, url, headers, body } = redactRequest(
          compose('motion.submit', item.send.body, target),
          target,
        )
        const unproved = options.prover && item.send.body.proof === undefined && isPlain(body)
        const whole = unproved ? { ...body, proof: '[made by the prover]' } : (body ?? null)
        yield { row: item.send.line, dry_run: true, method, url, headers, body: whole }
      }
    }
  } finally {
    await input.close()
  }
}

/** Rows that this command answers for. */
function rowsOfShard({ checked: { table, rows, invalidHere }, options: { shard } }: RunContext): number {
  let count = invalidHere
  for (let row = 0; row < rows; row++) if (inShard(table.share(row), shard)) count += 1
  return count
}
