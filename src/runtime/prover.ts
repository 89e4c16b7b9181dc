/** Provers: programs of the user's that make the proof of a motion. Health data in, a proof out; neither is kept. */
import { writeJson, type Json } from '../contract/lossless-json.ts'
import { moveError, type MoveError } from '../errors.ts'
import { exitInWords, type ChildTools, type StderrSink } from './child.ts'
import { withoutSecrets } from './child-env.ts'
import { findProgram } from './find-program.ts'
import { NoAnswer } from './lines/line-program.ts'
import { linePrograms } from './lines/line-programs.ts'
import type { Part } from './services.ts'
import { runProgram, showStderr, type ProgramTools } from './subprocess.ts'

/** Bytes of a proof at most. */
export const longestProof = 256 * 1024
/** How long a prover may take where --timeout says nothing, in milliseconds. */
const usualWaitMs = 120_000

type Motion = { [field: string]: Json | undefined }

/** `suspect`: the service refused it, so it may have been another motion's. */
export type Proof = { text: string; suspect?: () => void }

/** Makes proofs. Throws CLI_PROVER (exit 2) for one that cannot be made; nothing was sent. */
export type Prover = {
  prove: (motion: Motion) => Promise<Proof>
  /** Motions that it may be given at the same time. */
  most: number
  /** It was given the last one. */
  noMore: () => void
  end: () => Promise<void>
}

/** Says what provers of one command have in common: the time limit, and how much they may say on stderr. */
export type ProverSettings = { path: string; waitMs: number; stderr: StderrSink; signal: AbortSignal }

/** Throws CLI_USAGE where there is no such program. */
export async function proverSettings(
  program: string,
  tools: ProgramTools & Part<'resolved'>,
  signal = tools.context.signal,
): Promise<ProverSettings> {
  const timeout = (await tools.resolved('inspect')).get('timeout')
  return {
    path: await findProgram(program, tools.context),
    waitMs: timeout && timeout.origin !== 'default' ? timeout.value * 1000 : usualWaitMs,
    stderr: showStderr({ say: (text) => tools.say(withoutProofs(text)) }),
    signal,
  }
}

/** A prover that is started for each motion, up to `jobs` at a time: it reads the motion as JSON and prints the proof. */
export function proverPerMotion({ path, ...how }: ProverSettings, jobs: number, tools: ProgramTools): Prover {
  return {
    prove: async (motion) => {
      const { code, stdout } = await runProgram(
        path,
        [],
        `${writeJson(motion)}\n`,
        { ...how, what: 'The prover', most: longestProof, group: true, failure },
        tools,
      )
      if (code !== 0) throw failure(`ended with ${exitInWords(code)}`)
      return { text: proofIn(stdout) }
    },
    most: jobs,
    noMore: () => {},
    end: async () => {},
  }
}

/** `jobs` provers that are kept running: each answers a line, a motion as JSON, with one line, its proof. */
export function proverOfLines(
  settings: ProverSettings,
  jobs: number,
  { context: { env, platform } }: ChildTools,
): Prover {
  const programs = linePrograms({
    ...settings,
    count: jobs,
    most: longestProof,
    env: withoutSecrets(env),
    platform,
  })
  return {
    prove: async (motion) => {
      const { line, suspect } = await programs.ask(writeJson(motion)).catch((error: unknown) => {
        throw error instanceof NoAnswer ? failure(error.message) : error
      })
      return { text: proofIn(line), suspect }
    },
    most: programs.most,
    noMore: programs.noMore,
    end: programs.end,
  }
}

/** The proof of one motion, by a process of its own. */
export async function proofBy(
  program: string,
  motion: Motion,
  tools: ProgramTools & Part<'resolved'>,
): Promise<string> {
  const prover = proverPerMotion(await proverSettings(program, tools), 1, tools)
  return (await prover.prove(motion)).text
}

/** What provers say, without words that are as long as proofs: nobody knows yet which proof one is about to print. */
const withoutProofs = (text: string): string =>
  text.replace(/[\w+=-]{32,}|[\w+/=-]{64,}/g, ({ length }) => `[${length} characters]`)

/** What a prover printed, as text without control characters. Throws CLI_PROVER; the reason never quotes it. */
function proofIn(bytes: Uint8Array): string {
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

const failure = (why: string): MoveError => moveError('CLI_PROVER', { message: `The prover ${why}.` })
