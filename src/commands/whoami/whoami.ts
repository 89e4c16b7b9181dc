/** Who movecli is, offline: each value and where it comes from. Its line is in ./index.ts. */
import { builtInProfile } from '../../config/built-in-profile.ts'
import { foreignToken, type SelectedCredentials } from '../../config/select-credentials.ts'
import { isForHere, knownCredentials } from '../../config/credentials.ts'
import { hasLostSecrets } from '../../config/credentials/lost-secrets.ts'
import { isPast, sessionLeftMs, skewOf, surelyLeftMs } from '../../config/credentials/session-end.ts'
import type { Resolved } from '../../config/types.ts'
import { fixOf, MoveError, unauthenticated } from '../../errors.ts'
import type { Owner } from '../../journal/owner.ts'
import { one, titleOf } from '../../output/view.ts'
import type { CommandHandler } from '../../runtime/command.ts'
import { credentialsInForce, type CredentialsInForce } from '../../session/credentials-in-force.ts'
import type { SessionTools } from '../../session/session.ts'
import { noteUnresolved } from '../../writes/unresolved-note.ts'
import type { Duration } from '../../runtime/flag-parsers.ts'
import type { Part } from '../../runtime/services.ts'
import { countdown } from '../../output/time-span.ts'
import type { WhoamiValues } from './flags.ts'

/** `checked`: the service has just answered, so its clock is known. */
type Standing = CredentialsInForce & { checked?: true }

type Said = { value: string | null; origin: string }
const notSet: Said = { value: null, origin: 'nowhere' }

export const run: CommandHandler<WhoamiValues> = async (given, tools) => {
  const least = given.flags.minValidity
  const resolved = await tools.resolved('inspect')
  const inForce: Standing =
    given.flags.check === true ? await checkedCredentials(tools) : await credentialsInForce(tools, resolved)
  if (least !== undefined) await refuseShorter(least, inForce, resolved, tools)
  await sayWarnings(inForce, resolved, tools)
  const said = await factsOf(inForce, resolved)
  await noteUnresolved(tools, async () => ownerHere(inForce, resolved, tools))
  const left = secondsLeft(inForce, tools.context.now())
  const entries = Object.entries(said)
  const origins = Object.fromEntries(entries.map(([name, { origin }]) => [name, origin]))
  return one({ ...Object.fromEntries(entries.map(([name, { value }]) => [name, value])), origins }, () =>
    entries.map(([name, each]) => [titleOf(name), saidText(each, name === 'expires_at' ? left : undefined)]),
  )
}

/** The value, how long it is good for, and where it comes from. */
function saidText({ value, origin }: Said, left: number | undefined): string {
  if (value === null) return origin === notSet.origin ? 'not set' : `not known (from ${origin})`
  const until = left === undefined ? '' : `${countdown(left)}, `
  return `${value} (${until}from ${origin})`
}

/** The session that requests have: a token that there is a key for. */
const sentSession = ({ apiKey, token }: SelectedCredentials) => (apiKey ? token : undefined)

/** Seconds that the session is good for; undefined where that is not known. Offline it must not have ended by either clock. */
function secondsLeft({ chosen, record, known, checked }: Standing, now: Date): number | undefined {
  const leftMs = checked ? sessionLeftMs : surelyLeftMs
  const left = leftMs(sentSession(chosen)?.expiresAt, record ?? known, now)
  return left === undefined ? undefined : left / 1000
}

async function factsOf(inForce: CredentialsInForce, resolved: Resolved) {
  const { known, record, chosen } = inForce
  const { profile, network, baseUrl, entry } = resolved
  const session = sentSession(chosen)
  const foreign = foreignToken(session, record)
  const kept = (value: string | undefined): Said =>
    value === undefined ? notSet : { value, origin: 'profile' }
  const stored = record ?? known
  const own = isForHere(stored, resolved) ? stored : undefined
  // A session that is built in is of the wallet that is, too.
  const builtIn = session?.origin === 'default' ? builtInProfile(network?.value) : undefined
  return {
    profile: profile ? { value: profile.name, origin: profile.origin } : notSet,
    network: network ? { value: network.value, origin: network.origin } : notSet,
    base_url: baseUrl ? { value: baseUrl.value, origin: baseUrl.origin } : notSet,
    address: builtIn
      ? { value: (await builtIn.load()).address, origin: 'default' as const }
      : foreign
        ? { value: null, origin: foreign.origin }
        : kept(stored && !own ? undefined : (own?.address ?? entry?.address)),
    kyc_status: builtIn || foreign ? notSet : kept(own?.kycStatus),
    expires_at:
      chosen.token?.origin === 'environment'
        ? { value: null, origin: 'environment' }
        : kept(session?.expiresAt),
    store: kept(known?.store),
  } satisfies Record<string, Said>
}

/** Ends the command where no request would be sent, or the session is not good for so long. Says for whom. */
async function refuseShorter(
  least: Duration,
  inForce: Standing,
  resolved: Resolved,
  tools: Part<'resolved' | 'who', 'now'>,
): Promise<void> {
  const { chosen, record, known, unread, refused } = inForce
  const { network, profile } = resolved
  if (network && tools.who.text === undefined) {
    const { profileLabel } = await import('../../session/endpoint.ts')
    const isOwn = isForHere(record ?? known, resolved) && !foreignToken(sentSession(chosen), record)
    const address = isOwn ? (record ?? known)?.address : undefined
    tools.who.text = profileLabel(profile?.name, network.value, address)
  }
  const failure = unread ?? refused ?? (await shortfall(least, inForce, resolved, tools.context.now()))
  if (failure) throw failure
  // The session is good for nothing where no request can be sent: that has a failure of its own.
  if (sentSession(chosen)?.origin !== 'default') await tools.resolved('use')
}

/** Why the session is not good for so long; nothing where it is, and for one that is built in, which never ends. */
async function shortfall(
  least: Duration,
  inForce: Standing,
  { network, profile }: Resolved,
  now: Date,
): Promise<MoveError | undefined> {
  const { chosen, record, known } = inForce
  const session = sentSession(chosen)
  const left = secondsLeft(inForce, now)
  if (session?.origin === 'default' || (left !== undefined && !isPast(left) && left >= least.seconds))
    return undefined
  const { loginAgain } = await import('../../session/credential-hints.ts')
  const login = network || profile ? loginAgain(network?.value ?? '', profile?.name) : 'movecli login'
  if (session?.expiresAt === undefined)
    return unauthenticated(
      'CLI_NOT_SIGNED_IN',
      'There is no session token with a known expiry.',
      session?.origin === 'environment' ? `Unset ${session.source}, and run: ${login}` : login,
    )
  const latest = secondsLeft({ ...inForce, checked: true }, now)
  const ahead = Math.round(skewOf(record ?? known) / 1000)
  if (latest !== undefined && !isPast(latest) && latest >= least.seconds)
    return unauthenticated(
      'CLI_TOKEN_EXPIRED',
      `The session token expires at ${session.expiresAt}. Whether that is ${least.text} from now is not certain: at its last answer the service's clock was ${Math.abs(ahead)} s ${ahead > 0 ? 'ahead of' : 'behind'} this machine's.`,
      'Add --check, which asks the service.',
    )
  const when = isPast(latest)
    ? `expired at ${session.expiresAt}`
    : `expires at ${session.expiresAt}, sooner than ${least.text} from now`
  return unauthenticated('CLI_TOKEN_EXPIRED', `The session token ${when}.`, login)
}

/** What is not as it seems: secrets that are gone or cannot be read, credentials that are not sent, and which are left out. */
async function sayWarnings(
  { known, record, chosen, unread, refused }: CredentialsInForce,
  { profile }: Resolved,
  tools: Part<'note'>,
): Promise<void> {
  // The keychain answers and has it no more: what the file says of the session is past.
  if (profile && known && record && hasLostSecrets(known, record))
    await tools.note(
      `warning: The secrets of ${profile.name} are no longer in the system's keychain. Store them again: movecli login --profile ${profile.name}`,
    )
  for (const failure of [unread, refused])
    if (failure) await tools.note(`warning: ${[failure.message, hintOf(failure)].filter(Boolean).join(' ')}`)
  for (const note of chosen.notes) await tools.note(`note: ${note}`)
}

const hintOf = (failure: MoveError) => (failure.fault.exit === 4 ? fixOf(failure) : undefined)

/** Whose writes would be sent here; nobody's where the credentials may not go there. */
async function ownerHere(
  { record, chosen, refused }: CredentialsInForce,
  resolved: Resolved,
  { folders }: Part<'folders'>,
): Promise<Owner | undefined> {
  const { baseUrl } = resolved
  if (!baseUrl || refused) return undefined
  const { ownerOf } = await import('../../session/session-owner.ts')
  return ownerOf({ resolved, baseUrl: baseUrl.value, record, credentials: chosen }, folders.state)
}

/** The credentials that one live call was made with, the session renewed if need be: the profile needs both. */
async function checkedCredentials(tools: SessionTools): Promise<Standing> {
  const { sendRead } = await import('../../client/client.ts')
  const { openSession } = await import('../../session/session.ts')
  const session = await openSession(tools, { session: 'user' })
  await sendRead('user.profile', {}, session.sender)
  await tools.note('Checked: the service accepts the credentials.')
  const { profile, record, credentials } = session
  const known = profile === undefined ? undefined : await knownCredentials(tools.folders.state, profile)
  // The notes were said as the session was opened.
  return { known, record, chosen: { ...credentials, notes: [] }, checked: true }
}
