/** The provers of a run: how many, whether each is kept running, and what ends them. */
import { setMaxListeners } from 'node:events'
import { proverOfLines, proverPerMotion, proverSettings } from '../../runtime/prover.ts'
import type { Part } from '../../runtime/services.ts'
import type { ProverOptions } from '../options.ts'
import { createProofStage, type ProofStage, type ProofStageOptions } from './proof-stage.ts'
import type { ProgramTools } from '../../runtime/subprocess.ts'

type RunSide = Pick<ProofStageOptions, 'rows' | 'failed' | 'over'> & { concurrency: number }

/** The provers of one run; the first row that needs a proof starts them. */
export type RunProvers = Pick<ProofStageOptions, 'prover' | 'stop' | 'signal' | 'pause'> & { jobs: number }

/** Throws CLI_USAGE where there is no such program. */
export async function openProvers(
  { program, lines, jobs }: ProverOptions,
  tools: ProgramTools & Part<'resolved', 'sleep'>,
): Promise<RunProvers> {
  const stop = new AbortController()
  const signal = AbortSignal.any([stop.signal, tools.context.signal])
  // Every proof that is being made listens to it.
  setMaxListeners(0, signal)
  const settings = await proverSettings(program, tools, signal)
  const make = lines ? proverOfLines : proverPerMotion
  return {
    prover: make(settings, jobs, tools),
    jobs,
    stop: () => stop.abort(),
    signal,
    pause: async (ms) => tools.context.sleep(ms, signal),
  }
}

/** The stage that makes the proofs of a run's rows. */
export const proofStageOf = (
  { jobs, ...provers }: RunProvers,
  { concurrency, ...run }: RunSide,
): ProofStage => createProofStage({ ...run, ...provers, most: Math.max(jobs, concurrency) * 2 })
