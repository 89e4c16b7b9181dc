/** Who movecli is, offline: each value and where it comes from. Its line is in ./index.ts. */
import type { SecretTools } from '../../runtime/input-files.ts'
import type { SessionTools } from '../../session/session.ts'
import { builtInProfile } from '../../config/built-in-profile.ts'
import { selectCredentials, type CredentialEnv } from '../../config/select-credentials.ts'
import { knownCredentials, readCredentials, type Credentials } from '../../config/credentials.ts'
import { hasLostSecrets } from '../../config/credentials/lost-secrets.ts'
import { sessionLeftMs } from '../../config/credentials/session-end.ts'
import type { Resolved } from '../../config/types.ts'
import { MoveError, unauthenticated } from '../../errors.ts'
import type { Owner } from '../../journal/owner.ts'
import { one, titleOf } from '../../output/view.ts'
import type { CommandHandler } from '../../runtime/command.ts'
import { environmentCredentials } from '../../session/env-credentials.ts'
import { noteUnresolved } from '../../writes/unresolved-note.ts'
import type { Part } from '../../runtime/services.ts'
import { countdown } from '../../output/time-span.ts'
import type { WhoamiValues } from './flags.ts'

type Said = { value: string | null; origin: string }
const notSet: Said = { value: null, origin: 'nowhere' }

export const run: CommandHandler<WhoamiValues> = async (given, tools) => {
  const least = given.flags.minValidity
  const seconds = least?.seconds
  const facts = await gather(tools)
  const expires = facts.said.expires_at.value
  const leftMs = sessionLeftMs(expires ?? undefined, facts.clock, tools.context.now())
  const left = leftMs === undefined ? undefined : leftMs / 1000
  const lasts = facts.endless || (left !== undefined && left >= (seconds ?? 0))
  if (seconds !== undefined && facts.unread) throw facts.unread
  if (seconds !== undefined && !lasts) throw tooShort(expires, least?.text ?? '')
  if (given.flags.check === true) await liveCall(tools)
  await noteUnresolved(tools, facts.owner)
  const entries = Object.entries(facts.said)
  const origins = Object.fromEntries(entries.map(([name, { origin }]) => [name, origin]))
  return one({ ...Object.fromEntries(entries.map(([name, { value }]) => [name, value])), origins }, () =>
    entries.map(([name, said]) => [titleOf(name), saidText(said, name === 'expires_at' ? left : undefined)]),
  )
}

/** The value, how long it is good for, and where it comes from. */
function saidText({ value, origin }: Said, left: number | undefined): string {
  if (value === null) return origin === notSet.origin ? 'not set' : `not known (from ${origin})`
  const until = left === undefined ? '' : `${countdown(left)}, `
  return `${value} (${until}from ${origin})`
}

async function gather(
  tools: SecretTools & Part<'folders' | 'globals' | 'note' | 'resolved' | 'vault', 'env'>,
) {
  const resolved = await tools.resolved('inspect')
  const { profile, network, baseUrl, entry } = resolved
  const known = profile && (await knownCredentials(tools.folders.state, profile.name))
  const { record, unread } = profile ? await withSecrets(profile.name, tools) : {}
  // The keychain answers and has it no more: what the file says of the session is past.
  const isLost = known !== undefined && record !== undefined && hasLostSecrets(known, record)
  if (profile && isLost)
    await tools.note(
      `warning: The secrets of ${profile.name} are no longer in the system's keychain. Store them again: movecli login --profile ${profile.name}`,
    )
  const env = await environmentCredentials(tools)
  const ofEnvironment = env.MOVECLI_TOKEN ?? env.MOVECLI_TOKEN_FILE
  await sayShadowed(tools, record?.apiKey, env.MOVECLI_API_KEY ?? env.MOVECLI_API_KEY_FILE)
  const kept = (value: string | undefined): Said =>
    value === undefined ? notSet : { value, origin: 'profile' }
  const builtIn = known ? undefined : builtInProfile(network?.value)
  const said = {
    profile: profile ? { value: profile.name, origin: profile.origin } : notSet,
    network: network ? { value: network.value, origin: network.origin } : notSet,
    base_url: baseUrl ? { value: baseUrl.value, origin: baseUrl.origin } : notSet,
    address: builtIn
      ? { value: (await builtIn.load()).address, origin: 'default' as const }
      : kept(known?.address ?? entry?.address),
    kyc_status: kept(known?.kycStatus),
    expires_at: ofEnvironment
      ? { value: null, origin: 'environment' }
      : kept(isLost ? undefined : known?.expiresAt),
    store: kept(known?.store),
  } satisfies Record<string, Said>
  const owner = async () => baseUrl && (await ownerHere(tools, resolved, baseUrl.value, record, env))
  // A session that is built in never ends.
  return { said, owner, unread, clock: known || undefined, endless: builtIn !== undefined }
}

/** The record of the profile, or why its keychain cannot be read, which is said: the rest is known all the same. */
async function withSecrets(
  profile: string,
  tools: Part<'folders' | 'note' | 'vault'>,
): Promise<{ record?: Credentials | undefined; unread?: MoveError }> {
  try {
    return { record: await readCredentials(tools.folders.state, profile, tools.vault) }
  } catch (error) {
    if (!(error instanceof MoveError) || error.fault.code !== 'CLI_KEYCHAIN') throw error
    await tools.note(`warning: ${error.message}`)
    return { unread: error }
  }
}

/** Whose writes would be sent here; nobody's where the credentials may not go there. */
async function ownerHere(
  tools: Part<'folders' | 'globals'>,
  resolved: Resolved,
  baseUrl: string,
  record: Credentials | undefined,
  env: CredentialEnv,
): Promise<Owner | undefined> {
  try {
    const { ownerOf } = await import('../../session/session-owner.ts')
    const chosen = selectCredentials({ flags: tools.globals, env, record, resolved })
    return await ownerOf({ resolved, baseUrl, record, credentials: chosen }, tools.folders.state)
  } catch (error) {
    if (error instanceof MoveError) return undefined
    throw error
  }
}

async function sayShadowed(
  tools: Part<'globals' | 'note'>,
  stored: string | undefined,
  given: string | undefined,
): Promise<void> {
  if (stored === undefined || given === undefined || stored === given) return
  const flag = tools.globals['profile'] !== undefined
  await tools.note(
    flag
      ? 'note: The API key of the profile is used, not that of the environment.'
      : 'note: The API key of the environment is used, not that of the profile.',
  )
}

const tooShort = (expires: string | null, least: string) =>
  expires === null
    ? unauthenticated('CLI_NOT_SIGNED_IN', 'There is no session token with a known expiry.', 'movecli login')
    : unauthenticated(
        'CLI_TOKEN_EXPIRED',
        `The session token expires at ${expires}, sooner than ${least} from now.`,
        'movecli login',
      )

/** One live call with the credentials: the profile, which needs both. */
async function liveCall(tools: SessionTools): Promise<void> {
  const { sendRead } = await import('../../client/client.ts')
  const { openSession } = await import('../../session/session.ts')
  const session = await openSession(tools, { session: 'user' })
  await sendRead('user.profile', {}, session.sender)
  await tools.note('Checked: the service accepts the credentials.')
}
