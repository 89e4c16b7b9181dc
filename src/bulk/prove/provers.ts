/** The provers of a run: how many, whether each is kept running, and what ends them. */
import { setMaxListeners } from 'node:events'
import { proverOfLines, proverPerMotion, proverSettings } from '../../runtime/prover.ts'
import type { Part } from '../../runtime/services.ts'
import type { ProverOptions } from '../options.ts'
import { createProofStage, type ProofStage, type ProofStageOptions } from './proof-stage.ts'
import type { ProgramTools } from '../../runtime/subprocess.ts'

type RunSide = Pick<ProofStageOptions, 'rows' | 'failed' | 'over'> & { concurrency: number }

/** The stage that makes the proofs of a run's rows. Throws CLI_USAGE where there is no such program. */
export async function proofStageOf(
  { program, lines, jobs }: ProverOptions,
  { concurrency, ...run }: RunSide,
  tools: ProgramTools & Part<'resolved', 'sleep'>,
): Promise<ProofStage> {
  const stop = new AbortController()
  const signal = AbortSignal.any([stop.signal, tools.context.signal])
  // Every proof that is being made listens to it.
  setMaxListeners(0, signal)
  const settings = await proverSettings(program, tools, signal)
  const make = lines ? proverOfLines : proverPerMotion
  return createProofStage({
    ...run,
    prover: make(settings, jobs, tools),
    most: Math.max(jobs, concurrency) * 2,
    stop: () => stop.abort(),
    signal,
    pause: async (ms) => tools.context.sleep(ms, signal),
  })
}
