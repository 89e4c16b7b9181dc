/** Which signer the flags or the environment name, and making it. */
import { usage } from '../errors.ts'
import type { ParsedArgs } from '../runtime/command.ts'
import type { Context } from '../runtime/context.ts'
import type { ChosenSigner, SignerInput } from './chosen-signer.ts'
import { flagOfSigner, flagsOfSigners, isOpened, signerKinds, type SignerKind } from './signer-kinds.ts'
import type { SignerValues } from './login-flags.ts'

/** The signer of a kind, whichever way it is made. */
export async function makeSigner(kind: SignerKind, input: SignerInput<SignerValues>): Promise<ChosenSigner> {
  return isOpened(kind) ? kind.open(input) : kind.make(input)
}

export type NamedSigner = { kind: SignerKind; value: string }

/** The signer that flags or environment name; flags win. Throws CLI_USAGE for two, and for flags that belong to another. */
export function signerNamed(given: ParsedArgs<SignerValues>, env: Context['env']): NamedSigner | undefined {
  const values: Readonly<Record<string, unknown>> = given.flags
  const [first, second] = signerKinds.filter(({ flagKey }) => values[flagKey] !== undefined)
  if (first && given.flags.printMessage === true)
    throw usage(`Give one of --print-message and ${flagOfSigner(first)}.`, 'See movecli login --help.')
  if (first && second)
    throw usage(
      `Give one of ${flagOfSigner(first)} and ${flagOfSigner(second)}.`,
      'See movecli login --help.',
    )
  refuseStrays(given, first)
  const value = first && values[first.flagKey]
  if (first) return { kind: first, value: typeof value === 'string' ? value : '' }
  for (const kind of signerKinds) {
    const named = kind.variables?.[0] && env[kind.variables[0].name]
    if (named) return { kind, value: named }
  }
  return undefined
}

function refuseStrays(given: ParsedArgs<SignerValues>, kind: SignerKind | undefined): void {
  const values: Readonly<Record<string, unknown>> = given.flags
  for (const { name, flag, takers } of flagsOfSigners) {
    if (values[name] === undefined || (kind && takers.includes(kind))) continue
    throw usage(
      `${flag} goes only with ${takers.map(flagOfSigner).join(' or ')}.`,
      'See movecli login --help.',
    )
  }
  if (given.passthrough.length > 0 && kind?.flagKey !== 'exec')
    throw usage(
      'Only --exec takes arguments after --.',
      'For example movecli login --exec ./signer -- --index 2.',
    )
}
