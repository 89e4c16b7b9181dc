/** Forgets the session token, with --all the API key and the signer too. Its line is in ./index.ts. */
import {
  changeCredentials,
  credentialsPath,
  readCredentials,
  type Credentials,
} from '../../config/credentials.ts'
import { profileNamed, withProfile, type Profile } from '../../config/settings.ts'
import { changeSettings } from '../../config/store.ts'
import { usage } from '../../errors.ts'
import { one, type Result } from '../../output/view.ts'
import type { Body } from '../command.ts'
import { wouldDo } from '../dry-run.ts'
import type { Tools } from '../tools.ts'

export const run: Body = async ({ flags }, tools) => {
  const all = flags['all'] === true
  const { profile: inForce, network } = await tools.resolved('inspect')
  const profile = inForce?.name
  if (profile === undefined && network?.value === 'sandbox') return ofSandbox(tools)
  if (profile === undefined)
    throw usage(
      'There is no profile to sign out of.',
      'Name one with --profile; movecli whoami shows what there is.',
    )
  const { state, config } = tools.folders
  const record = await readCredentials(state, profile)
  const signer = all && profileNamed(await tools.settings(), profile)?.signer !== undefined
  const removed = [record?.token && 'token', all && record?.apiKey && 'api_key', signer && 'signer'].filter(
    (each) => typeof each === 'string',
  )
  const from = credentialsPath(state)
  const result = {
    profile,
    removed,
    from,
    token_valid_until: record?.token ? (record.expiresAt ?? null) : null,
  }
  const words = removed.map((each) => names[each]).join(', ') || 'nothing'
  if (tools.dryRun) return wouldDo(`would remove ${words} of ${profile} from ${from}`, result)
  await changeCredentials(state, profile, (before) => (before ? kept(before, all) : undefined), tools.context)
  if (signer)
    await changeSettings(config, (settings) => withProfile(settings, profile, withoutSigner), tools.context)
  await tools.note(
    removed.length === 0
      ? `there was nothing to remove for ${profile}`
      : `removed ${words} of ${profile} from ${from}`,
  )
  if (record?.token) {
    await tools.note(
      `The API cannot revoke a token: it stays valid at the service until ${record.expiresAt ?? 'it expires'}.`,
    )
  }
  return one(result)
}

/** The sandbox's own session is stored nowhere, and needs no profile. */
async function ofSandbox(tools: Tools): Promise<Result> {
  const result = {
    profile: null,
    removed: [],
    from: credentialsPath(tools.folders.state),
    token_valid_until: null,
  }
  if (tools.dryRun) return wouldDo('would remove nothing: no login of the sandbox is stored', result)
  await tools.note('there was nothing to remove: no login of the sandbox is stored')
  return one(result)
}

const names: Record<string, string> = {
  token: 'the session token',
  api_key: 'the API key',
  signer: 'the signer',
}

/** What stays: with --all nothing, else the API key and who it belongs to. */
const kept = ({ origin, apiKey, address }: Credentials, all: boolean): Credentials | undefined =>
  all || apiKey === undefined ? undefined : { origin, apiKey, ...(address !== undefined && { address }) }

function withoutSigner(profile: Profile): Profile {
  const { signer: _signer, ...rest } = profile
  return rest
}
