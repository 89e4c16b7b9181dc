/** Signs with a program of the user's, which may wait for a person ("confirm on your Ledger"). */
import { unauthenticated } from '../errors.ts'
import { programSigner } from '../wallet/signers/program.ts'
import { findProgram } from '../runtime/find-program.ts'
import type { Duration } from '../runtime/flag-parsers.ts'
import { runProgram, type ProgramTools } from '../runtime/subprocess.ts'
import type { ChosenSigner, OpenInput } from './chosen-signer.ts'
import { programWaitMs, waitOf } from './signing-time.ts'

/** An address and a signature are short. */
const largestAnswer = 64 * 1024

export async function programFrom({
  value,
  given,
  tools,
}: OpenInput<{ readonly wait?: Duration | undefined }>): Promise<ChosenSigner> {
  const program = await findProgram(value, tools.context)
  const signer = programOf({ program, args: given.passthrough, waitMs: waitOf(given.flags) }, tools)
  return { ...signer, needsPerson: true }
}

/** A signer that runs a program, by its absolute path. `group`: it asks no person, and ends with all that it started. */
export function programOf(
  {
    program,
    args,
    waitMs = programWaitMs,
    group = false,
  }: { program: string; args: readonly string[]; waitMs?: number | undefined; group?: boolean },
  tools: ProgramTools,
): ChosenSigner {
  const failure = (why: string) =>
    unauthenticated(
      'CLI_SIGNATURE',
      `The signer ${why}. Nothing was sent.`,
      'Run the program by itself to see why.',
    )
  const how = { what: 'The signer', most: largestAnswer, waitMs, failure, group }
  const run = async (line: string) => {
    const { code, stdout } = await runProgram(program, args, line, how, tools)
    return { code, stdout: stdout.toString() }
  }
  return { sign: programSigner(run) }
}
