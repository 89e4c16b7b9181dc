/** Where the proof of a motion comes from: a value, a file, or a prover program. */
import type { InputOf } from '../../contract/operations.ts'
import { usage } from '../../errors.ts'
import type { ParsedArgs } from '../../runtime/command.ts'
import { readText, type InputTools } from '../../runtime/input-files.ts'
import { longestProof, proofBy } from '../../runtime/prover.ts'
import type { Part } from '../../runtime/services.ts'
import type { ProgramTools } from '../../runtime/subprocess.ts'
import type { SubmitValues } from './flags.ts'

/** The fields of a motion as the service takes them. */
export type Motion = InputOf<'motion.submit'>

/** What reads a proof or has it made. */
export type ProofTools = InputTools & ProgramTools & Part<'resolved'>

/** The proof, or nothing where none is given. Throws CLI_USAGE for more than one source or an empty proof. */
export async function proofOf(
  motion: Motion,
  given: ParsedArgs<SubmitValues>,
  tools: ProofTools,
): Promise<string | undefined> {
  const [value, file, prover] = (['proof', 'proofFile', 'prover'] as const).map((name) => given.flags[name])
  if ([value, file, prover].filter((each) => each !== undefined).length > 1) {
    throw usage('Give one of --proof, --proof-file and --prover.', 'See movecli motion submit --help.')
  }
  if (value !== undefined) return requireProof(value, '--proof')
  if (file !== undefined)
    return requireProof(
      await readText(file, tools, { what: 'the proof', most: longestProof }),
      '--proof-file',
    )
  return prover === undefined ? undefined : requireProof(await proofBy(prover, motion, tools), '--prover')
}

const requireProof = (text: string, from: string): string => {
  const proof = text.trim()
  if (proof === '') throw usage(`The proof from ${from} is empty.`, 'Nothing was sent.')
  return proof
}
