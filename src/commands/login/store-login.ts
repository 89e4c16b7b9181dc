/** What a login stores: the API key alone, or a session with it. */
import type { Target } from '../../client/compose.ts'
import type { Credentials } from '../../config/credentials.ts'
import type { RememberedSigner } from '../../config/settings.ts'
import type { Resolved } from '../../config/types.ts'
import { originOf } from '../../config/url.ts'
import type { Network } from '../../contract/service.ts'
import { usage } from '../../errors.ts'
import type { ChosenSigner, SignInPlace } from '../../login/chosen-signer.ts'
import type { LoginValues } from '../../login/login-flags.ts'
import { ownBaseUrl } from '../../login/save-login.ts'
import { signIn } from '../../login/sign-in.ts'
import { storeLogin, type ChosenStore } from '../../login/store.ts'
import { titled, type Result } from '../../output/view.ts'
import type { ParsedArgs } from '../../runtime/command.ts'
import type { Part } from '../../runtime/services.ts'
import { senderFor, type SenderTools } from '../../session/sender.ts'
import { sameAddress } from '../../wallet/address.ts'

export type Login = {
  resolved: Resolved
  network: Network
  baseUrl: string
  profile: string
  record: Credentials | undefined
  kept: ChosenStore
}

/** Stores the API key; nothing is signed or sent. */
export async function storeKey(
  login: Login,
  apiKey: string | undefined,
  tools: Part<'folders' | 'note' | 'say' | 'settings' | 'vault', 'signal'>,
): Promise<Result> {
  if (apiKey === undefined) throw usage('No API key given.', 'Give it with --key or --key-file.')
  const { profile, network, baseUrl } = login
  const stored = (before: Credentials | undefined): Credentials => ({
    ...(before?.origin === originOf(baseUrl) && before),
    origin: originOf(baseUrl),
    apiKey,
  })
  const kept = await storeLogin(login, { baseUrl: ownBaseUrl(login) }, stored, login.kept, tools)
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

/** Signs in, and stores the session. */
export async function signedIn(
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
  const kept = await storeLogin(
    login,
    { address, baseUrl: ownBaseUrl(login), signer: who.remember },
    (before) => {
      const origin = originOf(baseUrl)
      const keyOf = whoseKey(record, before, address)
      const apiKey = who.fresh ?? (keyOf?.origin === origin ? keyOf.apiKey : undefined)
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

/** Whose API key stays: what is stored, unless another wallet's login with a key of its own came since this one began. */
const whoseKey = (
  began: Credentials | undefined,
  now: Credentials | undefined,
  address: string,
): Credentials | undefined =>
  now?.address !== undefined && !sameAddress(now.address, address) && now.apiKey !== began?.apiKey
    ? began
    : now
