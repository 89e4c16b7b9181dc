/** Stores the API key and signs in. Its line is in ./index.ts. */
import type { SecretTools } from '../../runtime/input-files.ts'
import { composeRaw, type Target } from '../../client/compose.ts'
import { builtInProfile } from '../../config/built-in-profile.ts'
import { selectCredentials } from '../../config/select-credentials.ts'
import { readCredentials, type Credentials } from '../../config/credentials.ts'
import type { Context } from '../../runtime/context.ts'
import type { Resolved } from '../../config/types.ts'
import type { RememberedSigner } from '../../config/settings.ts'
import { originOf } from '../../config/url.ts'
import type { Network } from '../../contract/service.ts'
import { usage } from '../../errors.ts'
import { titled, type Result } from '../../output/view.ts'
import type { CommandHandler, ParsedArgs } from '../../runtime/command.ts'
import { dryRun, wouldDo } from '../../writes/dry-run.ts'
import { environmentCredentials } from '../../session/env-credentials.ts'
import { fitKey } from '../../session/check-credential.ts'
import {
  profileLabel,
  requireEndpoint,
  senderFor,
  type SenderTools,
  targetOf,
} from '../../session/session.ts'
import type { Part } from '../../runtime/services.ts'
import { askForKey, keyFromFlags, keyWithoutAsking } from '../../login/api-key.ts'
import { sayEquivalent } from '../../login/non-interactive-command.ts'
import type { Answers } from '../../login/answers.ts'
import { placeToSignIn, sayWhere } from './prompt-network.ts'
import {
  keepProfile,
  ownBaseUrl,
  refuseUnkeepable,
  refuseUnwritable,
  saySet,
} from '../../login/save-login.ts'
import { signIn } from '../../login/sign-in.ts'
import { storeCredentials, storeFor, type ChosenStore } from '../../login/store.ts'
import type { ChosenSigner, SignerTools, SignInPlace } from '../../login/chosen-signer.ts'
import { signerNamed } from '../../login/named-signer.ts'
import { askForSigner, isWrongPassword, signerFrom, testWallet } from '../../login/choose-signer.ts'
import type { LoginValues } from '../../login/login-flags.ts'

type Login = {
  resolved: Resolved
  network: Network
  baseUrl: string
  profile: string
  record: Credentials | undefined
  kept: ChosenStore
}

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
    return { ...(await printedMessage(tools, where)), reads: true }
  }
  if (tools.dryRun) {
    const key = typed?.value ?? (await keyAtHand({ ...where, record }, tools))
    return wouldLogIn({ ...where, profile, key }, given, tools.context.env)
  }
  await refuseUnwritable(tools)
  const login = { ...where, profile, record, kept: await storeFor(given, resolved, tools) }
  await sayWhere(tools, { who, record })
  const remember = await (
    await import('../../login/remember-signer.ts')
  ).signerToRemember(given, tools.context, baseUrl)
  await refuseUnkeepable(tools, login, {
    address: where.address,
    baseUrl: ownBaseUrl(login),
    signer: remember,
  })
  const atHand = typed ? undefined : await keyAtHand(login, tools)
  const fresh = typed ?? (atHand === undefined ? await askForKey(tools, answers) : undefined)
  const target = targetOf(resolved, baseUrl, fresh?.value ?? atHand ?? '')
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

/** The API key of environment or profile, and a line on what is shadowed. */
async function keyAtHand(
  { resolved, record }: Pick<Login, 'resolved' | 'record'>,
  tools: SecretTools & Part<'globals' | 'note', 'env'>,
): Promise<string | undefined> {
  const builtIn = builtInProfile(resolved.network?.value)
  if (builtIn && !record?.apiKey) return (await builtIn.load()).apiKey
  const chosen = selectCredentials({
    flags: tools.globals,
    env: await environmentCredentials(tools),
    record,
    resolved,
  })
  for (const note of chosen.notes) await tools.note(note)
  if (chosen.apiKey === undefined) return undefined
  tools.context.secrets.add(chosen.apiKey.value)
  return fitKey(chosen.apiKey.value, chosen.apiKey)
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
    if (!hasKey || (await ask.confirm('Sign in now?', { usual: true })))
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

async function storeKey(
  login: Login,
  apiKey: string | undefined,
  tools: Part<'folders' | 'note' | 'say' | 'settings' | 'vault', 'signal'>,
): Promise<Result> {
  if (apiKey === undefined) throw usage('No API key given.', 'Give it with --key or --key-file.')
  const { profile, network, baseUrl } = login
  await keepProfile(tools, login, { baseUrl: ownBaseUrl(login) })
  const stored = (before: Credentials | undefined): Credentials => ({
    ...(before?.origin === originOf(baseUrl) && before),
    origin: originOf(baseUrl),
    apiKey,
  })
  const kept = await storeCredentials(profile, stored, login.kept, tools)
  await tools.note(
    `Stored the API key of ${profile} (${network}). Not signed in. Next: movecli login --browser`,
  )
  await tools.note(kept)
  return titled({ address: null, kyc_status: null, expires_at: null, network, profile })
}

type Who = SignInPlace & {
  given: ParsedArgs<LoginValues>
  fresh: string | undefined
  remember: RememberedSigner | undefined
}

async function signedIn(
  login: Login,
  target: Target,
  signer: ChosenSigner,
  who: Who,
  tools: SenderTools & Part<'say' | 'settings' | 'vault'>,
): Promise<Result> {
  const { resolved, network, baseUrl, profile, record } = login
  const wanted = who.address
  const contractWallet = who.given.flags.contractWallet === true
  if (contractWallet && wanted === undefined)
    throw usage('A contract wallet needs its address.', 'Give it with --address.')
  const sender = await senderFor(tools, resolved, target)
  const session = await signIn(tools, { signer, sender, resolved, network, address: wanted, contractWallet })
  const { token, expiresAt, address, kycStatus, skewMs } = session
  await keepProfile(tools, login, { address, baseUrl: ownBaseUrl(login), signer: who.remember })
  const kept = await storeCredentials(
    profile,
    (before) => {
      const origin = originOf(baseUrl)
      const apiKey = who.fresh ?? (before?.origin === origin ? before.apiKey : undefined)
      const signedInAt = tools.context.now().toISOString()
      return {
        origin,
        token,
        expiresAt,
        address,
        kycStatus,
        signedInAt,
        ...(apiKey !== undefined && { apiKey }),
        ...(skewMs !== 0 && { clockSkewMs: String(skewMs) }),
      }
    },
    login.kept,
    tools,
  )
  await tools.note(`Signed in to ${network} as ${address}; profile ${profile}${record ? '' : ' (new)'}.`)
  await tools.note(kept)
  return titled({ address, kyc_status: kycStatus, expires_at: expiresAt, network, profile })
}

/** What login would send or, without a signer, store, as far as it is known; nothing is asked, signed or stored. */
async function wouldLogIn(
  login: SignInPlace & { profile: string; key: string | undefined },
  given: ParsedArgs<LoginValues>,
  env: Context['env'],
): Promise<Result> {
  const { resolved, baseUrl, network, profile, key = '', address = '' } = login
  const named = signerNamed(given, env) !== undefined
  const hasKey = given.flags.key !== undefined || given.flags.keyFile !== undefined
  const signs =
    given.flags.keyOnly !== true && (named || (!hasKey && (await testWallet(network, baseUrl)) !== undefined))
  if (!signs)
    return wouldDo(
      `would store the API key for ${profile} (${network}), for ${originOf(baseUrl)} only, and not sign in`,
      { network, profile, origin: originOf(baseUrl), stores: ['api_key'] },
    )
  const target = targetOf(resolved, baseUrl, key)
  return dryRun(composeRaw('POST', '/auth/login', [], { address, signature: '', message: '' }, target), {
    target,
  })
}
