/** Which signer the flags, the environment or the person choose. */
import { builtInProfile } from '../config/built-in-profile.ts'
import type { Network } from '../contract/service.ts'
import { MoveError, hasExit } from '../errors.ts'
import type { ParsedArgs } from '../runtime/command.ts'
import type { ChosenSigner, SignerTools, SignInPlace } from './chosen-signer.ts'
import type { Answers } from './answers.ts'
import { makeSigner, signerNamed } from './named-signer.ts'
import { signerKinds } from './signer-kinds.ts'
import type { SignerValues } from './login-flags.ts'

/** The signer, or nothing where none is named. Throws CLI_USAGE for two, and for files that are not what they should be. */
export async function signerFrom(
  given: ParsedArgs<SignerValues>,
  tools: SignerTools,
  answers: Answers,
  place: SignInPlace,
): Promise<ChosenSigner | undefined> {
  const named = signerNamed(given, tools.context.env)
  return named && makeSigner(named.kind, { value: named.value, given, tools, answers, place })
}

/** The wallet of the built-in profile, by default at its own base URL alone: everyone knows its key. */
export async function testWallet(network: Network, baseUrl?: string): Promise<ChosenSigner | undefined> {
  const builtIn = builtInProfile(network)
  if (!builtIn || (baseUrl !== undefined && baseUrl !== builtIn.baseUrl)) return undefined
  const { privateKeySigner } = await import('../wallet/signers/private-key.ts')
  return { sign: privateKeySigner((await builtIn.load()).privateKey) }
}

/** A signer chosen by a person: kind and file, asked again where the file is not what it should be. */
export async function askForSigner(
  given: ParsedArgs<SignerValues>,
  tools: SignerTools,
  answers: Answers,
  place: SignInPlace,
): Promise<ChosenSigner | undefined> {
  const ask = await tools.ask()
  if (!ask) return undefined
  const choices = signerKinds.flatMap(({ flagKey, prompt }) =>
    prompt ? [{ value: flagKey, name: prompt.name }] : [],
  )
  const chosen = await ask.choose('Sign in with', choices)
  const kind = signerKinds.find(({ flagKey }) => flagKey === chosen)
  if (!kind) return undefined
  const { question } = kind.prompt ?? {}
  if (question === undefined) {
    answers.signer = { flag: kind.flagKey }
    return makeSigner(kind, { value: '', given, tools, answers, place })
  }
  for (;;) {
    const value = await ask.text(question, { check: (text) => text !== '' || 'Type its path or name.' })
    answers.signer = { flag: kind.flagKey, file: value }
    try {
      return await makeSigner(kind, { value, given, tools, answers, place })
    } catch (error) {
      if (!(error instanceof MoveError) || !hasExit(error, 'usage')) throw error
      await tools.say([error.message, error.fault.hint].filter(Boolean).join(' '))
    }
  }
}
