/** What a login stores: the API key alone, or a session with it. */
import type { Target } from '../../client/compose.ts'
import { knownCredentials, type Credentials, type KnownCredentials } from '../../config/credentials.ts'
import { hasEnded } from '../../config/credentials/session-end.ts'
import { profileNamed, type RememberedSigner } from '../../config/settings.ts'
import type { Resolved } from '../../config/types.ts'
import { readSettings } from '../../config/settings-file.ts'
import { originOf } from '../../config/url.ts'
import type { Network } from '../../contract/service.ts'
import { usage } from '../../errors.ts'
import type { ChosenSigner, SignInPlace } from '../../login/chosen-signer.ts'
import type { LoginValues } from '../../login/login-flags.ts'
import { ownBaseUrl } from '../../login/save-login.ts'
import { signIn } from '../../login/sign-in.ts'
import { storeLogin, type ChosenStore, type Found } from '../../login/store.ts'
import { keyGone, replacedBy, unkept, whoseKey } from '../../login/stored-meanwhile.ts'
import { titled, type Result } from '../../output/view.ts'
import type { ParsedArgs } from '../../runtime/command.ts'
import type { Part } from '../../runtime/services.ts'
import { loginCommand } from '../../session/credential-hints.ts'
import { senderFor, type SenderTools } from '../../session/command-sender.ts'

export type Login = {
  resolved: Resolved
  network: Network
  baseUrl: string
  profile: string
  record: Credentials | undefined
  /** The service is asked with the API key that the profile has stored: nothing else gave one. */
  countsOnKey: boolean
  /** The variable whose API key the service is asked with. */
  keyFrom: string | undefined
  kept: ChosenStore
}

/** Stores the API key; nothing is signed or sent. */
export async function storeKey(
  login: Login,
  apiKey: string | undefined,
  tools: Part<'folders' | 'globals' | 'note' | 'say' | 'settings' | 'vault', 'env' | 'now' | 'signal'>,
): Promise<Result> {
  if (apiKey === undefined) throw usage('No API key given.', 'Give it with --key or --key-file.')
  const { network, baseUrl } = login
  const stored = ({ record }: Found): Credentials => ({
    ...(record?.origin === originOf(baseUrl) && record),
    origin: originOf(baseUrl),
    apiKey,
  })
  const settings = { baseUrl: ownBaseUrl(login) }
  const { profile, kept } = await storeLogin(login, settings, stored, login.kept, tools)
  const settingsNow = await readSettings(tools.folders.config)
  const next = loginCommand(profile, { env: tools.context.env, settings: settingsNow }, '--browser')
  const known = await knownCredentials(tools.folders.state, profile)
  const session = keptSession(known, tools.context.now())
  const hasSigner = profileNamed(settingsNow, profile)?.signer?.baseUrl === baseUrl
  const renews = hasSigner && known?.hasToken === true
  const then = session
    ? `Its session of ${session.address} stays.`
    : renews
      ? 'Its session has ended; the next command signs in again.'
      : `Not signed in. Next: ${next}`
  await tools.note(`Stored the API key of ${profile} (${network}). ${then}`)
  await tools.note(kept)
  return titled({ address: null, kyc_status: null, expires_at: null, ...session, network, profile })
}

/** The session in force that a profile has beside its new API key, as the result of a login names it. */
function keptSession(known: KnownCredentials | undefined, now: Date) {
  const { address, expiresAt, kycStatus } = known ?? {}
  if (!known?.hasToken || address === undefined || hasEnded(expiresAt, known, now)) return undefined
  return { address, kyc_status: kycStatus ?? null, expires_at: expiresAt ?? null }
}

type Who = SignInPlace & {
  given: ParsedArgs<LoginValues>
  fresh: string | undefined
  remember: RememberedSigner | undefined
}

/** Signs in, and stores the session. */
export async function signedIn(
  login: Login,
  target: Target,
  signer: ChosenSigner,
  who: Who,
  tools: SenderTools & Part<'globals' | 'say' | 'settings' | 'vault', 'env'>,
): Promise<Result> {
  const { resolved, network, baseUrl } = login
  const wanted = who.address
  const contractWallet = who.given.flags.contractWallet === true
  if (contractWallet && wanted === undefined)
    throw usage('A contract wallet needs its address.', 'Give it with --address.')
  const sender = await senderFor(tools, resolved, target)
  const session = await signIn(tools, { signer, sender, resolved, network, address: wanted, contractWallet })
  const { token, expiresAt, address, kycStatus, skewMs } = session
  let replacedKey = false
  const stored = await storeLogin(
    login,
    { address, baseUrl: ownBaseUrl(login), signer: who.remember },
    (found) => {
      const origin = originOf(baseUrl)
      const keyOf = whoseKey(login, found, address)
      const kept = keyOf?.origin === origin ? keyOf.apiKey : undefined
      // A stored key gives way to the one that signed in: a session is not kept beside the key of another.
      replacedKey = login.keyFrom !== undefined && kept !== undefined && kept !== target.apiKey
      const apiKey = who.fresh ?? (replacedKey ? target.apiKey : kept)
      if (login.countsOnKey && apiKey === undefined) throw keyGone(found.profile, network)
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
  ).catch((error: unknown) => {
    throw unkept(error, expiresAt)
  })
  const { profile, kept } = stored
  const replaced = replacedBy(login, stored, address)
  // Said with --json and --quiet too: what another login stored meanwhile is gone.
  if (replaced) await tools.say(replaced)
  await tools.note(
    `Signed in to ${network} as ${address}; profile ${profile}${stored.record ? '' : ' (new)'}.`,
  )
  if (replacedKey)
    await tools.note(
      `note: The API key of ${login.keyFrom}, which signed in, replaced the API key that was stored in profile ${profile}.`,
    )
  await tools.note(kept)
  return titled({ address, kyc_status: kycStatus, expires_at: expiresAt, network, profile })
}
