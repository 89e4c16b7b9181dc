/** What the user asked of a bulk submission. */
import { stat } from 'node:fs/promises'
import { usage } from '../errors.ts'
import { findProgram } from '../runtime/find-program.ts'
import type { Shard } from '../journal/runs/run-paths.ts'
import type { ParsedArgs } from '../runtime/command.ts'
import type { BulkValues } from './flags.ts'
import { metricsFile } from '../runtime/metrics-file.ts'
import { refuseOwnFile, refuseUnwritable } from '../runtime/result-file.ts'
import { maxWaitGivenMs } from '../session/rate-limit.ts'
import type { Part } from '../runtime/services.ts'

/** The program that makes proofs; `lines`: it is kept running and answers line by line; `jobs` of them at a time. */
export type ProverOptions = { program: string; lines: boolean; jobs: number }

export type BulkOptions = {
  from: string
  prover?: ProverOptions
  run?: string
  shard?: Shard
  skipInvalid: boolean
  retryFailed: boolean
  retryUnknown: boolean
  skipApplied: boolean
  resubmit: boolean
  plan: boolean
  concurrency: number
  /** Rows that may fail before the run stops. */
  maxFailures: number
  stopOnError: boolean
  summary?: string
  /** File of the figures for a dashboard. */
  openmetrics?: string
  /** Milliseconds; an hour where the user says nothing. */
  maxWaitMs: number
}

const singleFlags = ['steps', 'distance', 'duration', 'proof', 'proofFile'] as const

/** The options of a command line with --from. Throws CLI_USAGE before anything is read. */
export async function bulkOptions(
  { flags }: ParsedArgs<BulkValues>,
  tools: Part<'dryRun' | 'folders' | 'resolved', 'env' | 'platform' | 'secrets'>,
): Promise<BulkOptions> {
  const odd = singleFlags.find((name) => flags[name] !== undefined)
  if (odd !== undefined)
    throw usage(
      `--${odd === 'proofFile' ? 'proof-file' : odd} and --from cannot be used together.`,
      'With --from, these values come from the file.',
    )
  if (flags.skipApplied === true && flags.resubmit === true)
    throw usage('Give one of --skip-applied and --resubmit.', 'See movecli motion submit --help.')
  const maxWaitMs = maxWaitGivenMs(await tools.resolved('inspect')) ?? 3_600_000
  const { run, shard } = flags
  const prover = proverOptions(flags)
  if (prover) await findProgram(prover.program, tools.context)
  const summary = flags.summary
  const from = flags.from ?? '-'
  if (summary !== undefined) {
    await refuseUnwritable(summary, '--summary')
    await refuseOwnFile(summary, '--summary', tools)
  }
  const openmetrics = await metricsFile(flags, tools)
  for (const [flag, path] of Object.entries({ summary, openmetrics }))
    if (path !== undefined && (await isSameFile(path, from === '-' ? '/dev/stdin' : from)))
      throw usage(
        `--${flag} and --from name the same file. Nothing was sent.`,
        `Choose another place with --${flag}.`,
      )
  return {
    from,
    skipInvalid: flags.skipInvalid === true,
    retryFailed: flags.retryFailed === true,
    retryUnknown: flags.retryUnknown === true,
    skipApplied: flags.skipApplied === true,
    resubmit: flags.resubmit === true,
    plan: flags.plan === true,
    concurrency: flags.concurrency ?? 8,
    maxFailures: flags.maxFailures ?? Infinity,
    stopOnError: flags.onError === 'stop',
    maxWaitMs,
    ...(run !== undefined && { run }),
    ...(prover && { prover }),
    ...(shard && { shard }),
    ...(summary !== undefined && { summary }),
    ...(openmetrics !== undefined && { openmetrics }),
  }
}

/** Throws CLI_USAGE for flags of a prover that is not there. */
function proverOptions(flags: BulkValues): ProverOptions | undefined {
  const { prover: program, proverJobs: jobs } = flags
  const lines = flags.proverLines === true
  if (program !== undefined) return { program, lines, jobs: jobs ?? 1 }
  if (!lines && jobs === undefined) return undefined
  throw usage(
    `--prover-${lines ? 'lines' : 'jobs'} goes with --prover alone.`,
    'Name the program, for example --prover ./prove.',
  )
}

/** By what is on disk, through links. */
async function isSameFile(one: string, other: string): Promise<boolean> {
  const found = await Promise.all([one, other].map(async (path) => stat(path).catch(() => undefined)))
  const [first, second] = found
  return first?.isFile() === true && first.ino === second?.ino && first.dev === second.dev
}
