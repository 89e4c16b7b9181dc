/** Signs with a program of the user's, which may wait for a person ("confirm on your Ledger"). */
import { unauthenticated } from '../../errors.ts'
import { programSigner } from '../../wallet/signers/program.ts'
import { findProgram, runProgram } from '../programs.ts'
import type { ChosenSigner, SignerInput } from './chosen.ts'
import { waitOf } from './wait.ts'

/** An address and a signature are short. */
const largestAnswer = 64 * 1024
const usualWaitMs = 120_000

export async function programFrom({ value, given, tools }: SignerInput): Promise<ChosenSigner> {
  const program = await findProgram(value, tools)
  const waitMs = waitOf(given) ?? usualWaitMs
  const failure = (why: string) =>
    unauthenticated(
      'CLI_SIGNATURE',
      `The signer ${why}. Nothing was sent.`,
      'Run the program by itself to see why.',
    )
  const how = { what: 'The signer', most: largestAnswer, waitMs, failure }
  return {
    sign: programSigner(async (line) => runProgram(program, given.rest, line, how, tools)),
    needsPerson: true,
  }
}
