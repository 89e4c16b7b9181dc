/** What login would do, for --dry-run. */
import { composeRaw } from '../../client/compose.ts'
import { originOf } from '../../config/url.ts'
import type { SignInPlace } from '../../login/chosen-signer.ts'
import { testWallet } from '../../login/choose-signer.ts'
import type { LoginValues } from '../../login/login-flags.ts'
import { signerNamed } from '../../login/named-signer.ts'
import type { Result } from '../../output/view.ts'
import type { ParsedArgs } from '../../runtime/command.ts'
import type { Context } from '../../runtime/context.ts'
import { targetOf } from '../../session/command-sender.ts'
import { dryRun, wouldDo } from '../../writes/dry-run.ts'

/** What login would send or, without a signer, store, as far as it is known; nothing is asked, signed or stored. */
export async function wouldLogIn(
  login: SignInPlace & { profile: string; key: string | undefined },
  given: ParsedArgs<LoginValues>,
  { env, secrets }: Pick<Context, 'env' | 'secrets'>,
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
  const request = composeRaw('POST', '/auth/login', [], { address, signature: '', message: '' }, target)
  return dryRun(request, { target }, secrets)
}
