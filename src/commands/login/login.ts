/** Stores the API key and signs in. Its line is in ./index.ts. */
import type { SecretTools } from '../../runtime/input-files.ts'
import { builtInProfile } from '../../config/built-in-profile.ts'
import { selectKey } from '../../config/select-credentials.ts'
import { readCredentials } from '../../config/credentials.ts'
import type { RememberedSigner } from '../../config/settings.ts'
import { usage } from '../../errors.ts'
import type { CommandHandler, ParsedArgs } from '../../runtime/command.ts'
import { environmentCredentials } from '../../session/env-credentials.ts'
import { fitKey } from '../../session/check-credential.ts'
import { profileLabel, requireEndpoint } from '../../session/endpoint.ts'
import { targetOf } from '../../session/command-sender.ts'
import type { Part } from '../../runtime/services.ts'
import { askForKey, keyFromFlags, keyWithoutAsking } from '../../login/api-key.ts'
import { sayEquivalent } from '../../login/non-interactive-command.ts'
import type { Answers } from '../../login/answers.ts'
import { placeToSignIn, sayWhere } from './prompt-network.ts'
import { signedIn, storeKey, type Login } from './store-login.ts'
import { ownBaseUrl, refuseUnkeepable, refuseUnwritable, saySet } from '../../login/save-login.ts'
import { storeFor } from '../../login/store.ts'
import type { ChosenSigner, SignerTools, SignInPlace } from '../../login/chosen-signer.ts'
import { signerNamed } from '../../login/named-signer.ts'
import { askForSigner, signerFrom, testWallet } from '../../login/choose-signer.ts'
import { isWrongPassword } from '../../wallet/wrong-password.ts'
import type { LoginValues } from '../../login/login-flags.ts'

export const run: CommandHandler<LoginValues> = async (given, tools) => {
  const address = await addressFlag(given)
  const answers: Answers = {}
  const typed = tools.dryRun
    ? await keyWithoutAsking(given, tools)
    : await keyFromFlags(given, tools, answers)
  const resolved = await placeToSignIn(tools, answers)
  const { network, baseUrl } = requireEndpoint(resolved)
  const profile = resolved.profile?.name ?? 'default'
  const who = profileLabel(profile, network, resolved.entry?.address)
  tools.who.text = who
  const vault = { ...tools.vault, replacing: true }
  const record = await readCredentials(tools.folders.state, profile, vault)
  const where = { resolved, network, baseUrl, address: address ?? resolved.entry?.address }
  if (given.flags.printMessage === true) {
    signerNamed(given, tools.context.env)
    const { printedMessage } = await import('../../login/signer-message.ts')
    return { ...(await printedMessage(tools, where)), sentNothing: true }
  }
  if (tools.dryRun) {
    const key = typed?.value ?? (await keyAtHand({ ...where, record }, tools))?.value
    const { wouldLogIn } = await import('./would-log-in.ts')
    return wouldLogIn({ ...where, profile, key }, given, tools.context)
  }
  await refuseUnwritable(tools)
  const kept = await storeFor(given, resolved, tools)
  await sayWhere(tools, { who, record })
  const remember = await signerToRemember(given, baseUrl, tools)
  await refuseUnkeepable(
    tools,
    { profile, network },
    {
      address: where.address,
      baseUrl: ownBaseUrl(where),
      signer: remember,
    },
  )
  const atHand = typed ? undefined : await keyAtHand({ resolved, record }, tools)
  const fresh = typed ?? (atHand === undefined ? await askForKey(tools, answers) : undefined)
  const target = targetOf(resolved, baseUrl, fresh?.value ?? atHand?.value ?? '')
  const login = {
    ...where,
    profile,
    record,
    countsOnKey: atHand?.stored === true,
    keyFrom: atHand?.variable,
    kept,
  }
  const keyOnly = given.flags.keyOnly === true
  const signer = keyOnly
    ? undefined
    : await chosenSigner(where, given, fresh !== undefined, tools, answers).catch(async (error: unknown) => {
        if (fresh?.from === 'prompt' && isWrongPassword(error)) await storeKey(login, fresh.value, tools)
        throw error
      })
  const result = await ending(signer, async () =>
    signer
      ? signedIn(login, target, signer, { ...where, given, fresh: fresh?.value, remember }, tools)
      : storeKey(login, fresh?.value, tools),
  )
  await saySet(login, { key: fresh !== undefined, token: signer !== undefined }, tools)
  await sayEquivalent(given, tools, answers)
  return result
}

/** What --remember-signer keeps; nothing where it is not given. */
async function signerToRemember(
  given: ParsedArgs<LoginValues>,
  baseUrl: string,
  { context }: Part<never, 'env' | 'home' | 'platform' | 'secrets'>,
): Promise<RememberedSigner | undefined> {
  if (given.flags.rememberSigner !== true) return undefined
  const { rememberedOf } = await import('../../login/remember-signer.ts')
  return rememberedOf(given, context, baseUrl)
}

/** What the signer holds open is closed, however it went. */
async function ending<T>(signer: ChosenSigner | undefined, work: () => Promise<T>): Promise<T> {
  try {
    return await work()
  } finally {
    await signer?.close?.()
  }
}

async function addressFlag(given: ParsedArgs<LoginValues>): Promise<string | undefined> {
  const text = given.flags.address
  return text === undefined ? undefined : (await import('../../wallet/address.ts')).checkAddress(text)
}

/** `variable`: the one of the environment that it is from. */
type KeyAtHand = { value: string; stored: boolean; variable?: string | undefined }

/** The API key of environment or profile, and a line on what is shadowed. */
async function keyAtHand(
  { resolved, record }: Pick<Login, 'resolved' | 'record'>,
  tools: SecretTools & Part<'globals' | 'note', 'env'>,
): Promise<KeyAtHand | undefined> {
  const builtIn = builtInProfile(resolved.network?.value)
  if (builtIn && !record?.apiKey) return { value: (await builtIn.load()).apiKey, stored: false }
  const chosen = selectKey({
    flags: tools.globals,
    env: await environmentCredentials(tools),
    record,
    resolved,
  })
  for (const note of chosen.notes) await tools.note(note)
  if (chosen.apiKey === undefined) return undefined
  tools.context.secrets.add(chosen.apiKey.value)
  const { origin, source } = chosen.apiKey
  const stored = origin === 'profile' && !builtIn
  const variable = origin === 'environment' ? source : undefined
  return { value: await fitKey(chosen.apiKey.value, chosen.apiKey), stored, variable }
}

/** The signer that was named; on a terminal one that is asked for. Nothing means: store the key and stop. */
async function chosenSigner(
  where: SignInPlace,
  given: ParsedArgs<LoginValues>,
  hasKey: boolean,
  tools: SignerTools,
  answers: Answers,
): Promise<ChosenSigner | undefined> {
  const named = await signerFrom(given, tools, answers, where)
  if (named) return named
  const ask = await tools.ask()
  if (ask) {
    if (!hasKey || (await ask.confirm('Sign in now?', { default: true })))
      return askForSigner(given, tools, answers, where)
    answers.keyOnly = true
  }
  if (hasKey) return undefined
  const own = await testWallet(where.network, where.baseUrl)
  if (own) return own
  throw usage(
    'No signer given.',
    'Give one, such as --browser or --keystore, or --key to store the API key alone.',
  )
}
