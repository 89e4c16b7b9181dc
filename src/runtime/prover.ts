/** Provers: programs of the user's that make the proof of a motion. Health data in, a proof out; neither is kept. */
import { writeJson, type Json } from '../contract/lossless-json.ts'
import { moveError, type MoveError } from '../errors.ts'
import { findProgram } from './find-program.ts'
import { lineProgram, NoAnswer, type LineProgram } from './line-program.ts'
import type { Tools } from './services.ts'
import { runProgram, showComplaints, type Complaints } from './subprocess.ts'

/** Bytes of a proof at most. */
export const longestProof = 256 * 1024
/** How long a prover may take where --timeout says nothing, in milliseconds. */
const usualWaitMs = 120_000

type Motion = { [field: string]: Json | undefined }

/** Makes proofs. What it throws is CLI_PROVER (exit 2): nothing was sent. */
export type Prover = {
  /** What it printed for this motion. Throws where it did not answer: answers that are not accepted then never will be. */
  prove: (motion: Motion) => Promise<Buffer>
  /** Are the answers since the last time to be accepted before the next motion? */
  isDue: () => boolean
  /** Makes sure that each answer since the last time is its own motion's. Throws where one may be another's. */
  accept: () => Promise<void>
  /** The service refused the last proof: it may have been another motion's. */
  suspect: () => void
  end: () => Promise<void>
}

/** Says what provers of one command have in common: the time limit, and how much they may say on stderr. */
export type ProverSettings = { path: string; waitMs: number; complaints: Complaints; signal: AbortSignal }

/** Throws CLI_USAGE where there is no such program. */
export async function proverSettings(
  program: string,
  tools: Tools,
  signal = tools.context.signal,
): Promise<ProverSettings> {
  const timeout = (await tools.resolved('inspect')).get('timeout')
  return {
    path: await findProgram(program, tools),
    waitMs: timeout && timeout.origin !== 'default' ? timeout.value * 1000 : usualWaitMs,
    complaints: showComplaints(tools),
    signal,
  }
}

/** A prover that is started for each motion: it reads the motion as JSON and prints the proof. */
export function proverPerMotion({ path, ...how }: ProverSettings, tools: Tools): Prover {
  return {
    prove: async (motion) => {
      const { code, stdout } = await runProgram(
        path,
        [],
        `${writeJson(motion)}\n`,
        { ...how, what: 'The prover', most: longestProof, group: true, failure },
        tools,
      )
      if (code !== 0) throw failure(`ended with ${code}`)
      return stdout
    },
    isDue: () => true,
    accept: async () => {},
    suspect: () => {},
    end: async () => {},
  }
}

/** A prover that is kept running: it answers each line, a motion as JSON, with one line, its proof. */
export function proverOfLines({ path, ...how }: ProverSettings, tools: Tools): Prover {
  const program: LineProgram = lineProgram(path, { ...how, most: longestProof }, tools)
  return {
    prove: async (motion) => program.ask(writeJson(motion)).catch(proverFailed),
    isDue: program.isDue,
    accept: async () => program.accept().catch(proverFailed),
    suspect: program.suspect,
    end: program.end,
  }
}

/** The proof of one motion, by a process of its own. */
export async function proofBy(program: string, motion: Motion, tools: Tools): Promise<string> {
  const prover = proverPerMotion(await proverSettings(program, tools), tools)
  return proofIn(await prover.prove(motion))
}

/** What a prover printed, as text without control characters. Throws CLI_PROVER; the reason never quotes it. */
export function proofIn(bytes: Uint8Array): string {
  let text: string
  try {
    text = new TextDecoder('utf-8', { fatal: true }).decode(bytes).trim()
  } catch {
    throw failure('printed what is not text')
  }
  if (text === '') throw failure('printed no proof')
  if (/[^\P{Cc}\n\r\t]/u.test(text)) throw failure('printed control characters')
  return text
}

function proverFailed(error: unknown): never {
  throw error instanceof NoAnswer ? failure(error.message) : error
}

const failure = (why: string): MoveError =>
  moveError('CLI_PROVER', {
    message: `The prover ${why}.`,
    hint: 'Run the prover by itself: it must print the proof and nothing else.',
  })
