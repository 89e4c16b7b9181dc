/** Which credentials a request gets, and to whom they may go. */
import { unauthenticated } from '../errors.ts'
import { builtInProfile } from './built-in-profile.ts'
import { forOrigin, type Credentials } from './credentials.ts'
import type { GlobalFlags, Resolved, Sourced } from './types.ts'
import { originOf } from './url.ts'

/** Values of the variables, and for those that end in _FILE what their files hold. Empty counts as unset. */
export type CredentialEnv = {
  MOVECLI_API_KEY?: string | undefined
  MOVECLI_API_KEY_FILE?: string | undefined
  MOVECLI_TOKEN?: string | undefined
  MOVECLI_TOKEN_FILE?: string | undefined
}

export type SelectedCredentials = {
  apiKey?: Sourced<string>
  /** `expiresAt` is known of a stored token only. */
  token?: Sourced<string> & { expiresAt?: string }
  /** What stderr says: nothing is taken instead of another silently. */
  notes: string[]
}

/** The session token, where it was not stored with the profile: it may be of another address than the profile's. */
export const foreignToken = <T extends Sourced<string>>(
  token: T | undefined,
  record: Credentials | undefined,
): T | undefined => (token?.origin === 'profile' || token?.value === record?.token ? undefined : token)

type CredentialInputs = {
  flags: GlobalFlags
  env: CredentialEnv
  record?: Credentials | undefined
  resolved: Resolved
}

/**
 * The credentials for `resolved.baseUrl`. Throws CLI_FOREIGN_CREDENTIAL (exit 4) where all there is belongs elsewhere.
 * With --profile as a flag what is stored there wins, else the environment.
 */
export function selectCredentials(inputs: CredentialInputs): SelectedCredentials {
  const { apiKey, kept, given, storedFirst, notes } = keyAmong(inputs)
  const token = pick('session token', kept.token, given.token, storedFirst, notes)
  const beside = token?.origin === 'profile' ? kept : given
  if (apiKey && token && apiKey.origin !== token.origin && apiKey.value !== beside.apiKey?.value)
    notes.push(`The API key is from ${apiKey.source}, the session token from ${token.source}.`)
  return { ...(apiKey && { apiKey }), ...(token && { token }), notes }
}

/** The API key alone, for a login: no session token is sent with it. Throws as selectCredentials. */
export function selectKey(inputs: CredentialInputs): Omit<SelectedCredentials, 'token'> {
  const { apiKey, notes } = keyAmong(inputs)
  return { ...(apiKey && { apiKey }), notes }
}

function keyAmong({ flags, env, record, resolved }: CredentialInputs) {
  const notes: string[] = []
  const outside = fromEnvironment(env)
  const barred = Object.keys(outside).length > 0 ? blockedReason(resolved) : undefined
  if (barred) notes.push(`${sources(outside)} left out: ${barred}.`)
  const given = barred ? {} : outside
  const storedFirst = flags['profile'] !== undefined && record !== undefined
  const kept = stored(record, resolved, given, storedFirst, notes)
  if (barred && !kept.apiKey && outside.apiKey && !builtInProfile(resolved.network?.value))
    throw unauthenticated(
      'CLI_FOREIGN_CREDENTIAL',
      `${outside.apiKey.source} is not sent: ${barred}.`,
      elsewhere(resolved),
    )
  const apiKey = pick('API key', kept.apiKey, given.apiKey, storedFirst, notes)
  return { apiKey, kept, given, storedFirst, notes }
}

type Pair = { apiKey?: Sourced<string>; token?: Sourced<string> & { expiresAt?: string } }

function fromEnvironment(env: CredentialEnv): Pair {
  const one = (name: 'MOVECLI_API_KEY' | 'MOVECLI_TOKEN'): Sourced<string> | undefined => {
    const source = env[name] ? name : (`${name}_FILE` as const)
    const value = env[source]
    return value ? { value, origin: 'environment', source } : undefined
  }
  const [apiKey, token] = [one('MOVECLI_API_KEY'), one('MOVECLI_TOKEN')]
  return { ...(apiKey && { apiKey }), ...(token && { token }) }
}

/** Why credentials of the environment do not go to this base URL, if they do not. */
function blockedReason({ network, baseUrl, configured }: Resolved): string | undefined {
  const builtIn = builtInProfile(network?.value)
  if (builtIn) return `credentials of the environment never go to ${builtIn.source}`
  if (!baseUrl || configured === undefined || baseUrl.origin === 'flag') return undefined
  if (originOf(baseUrl.value) === originOf(configured)) return undefined
  return `${configured} is configured for ${network?.value}, but ${baseUrl.source} is ${baseUrl.value}`
}

/** The stored credentials that may go to this base URL; foreign ones are refused unless the environment has the key. */
function stored(
  record: Credentials | undefined,
  resolved: Resolved,
  given: Pair,
  storedFirst: boolean,
  notes: string[],
): Pair {
  if (!record || (!record.apiKey && !record.token)) return {}
  const { baseUrl, profile, network } = resolved
  if (baseUrl && record.origin !== originOf(baseUrl.value)) {
    if (storedFirst || !given.apiKey)
      forOrigin(record, baseUrl.value, { profile: profile?.name, network: network?.value })
    notes.push(`The stored credentials belong to ${record.origin} and are left out.`)
    return {}
  }
  const source = `profile ${profile?.name ?? ''}`.trim()
  const from = (value: string): Sourced<string> => ({ value, origin: 'profile', source })
  return {
    ...(record.apiKey && { apiKey: from(record.apiKey) }),
    ...(record.token && {
      token: {
        ...from(record.token),
        ...(record.expiresAt !== undefined && { expiresAt: record.expiresAt }),
      },
    }),
  }
}

function pick<T extends Sourced<string>>(
  what: string,
  kept: T | undefined,
  given: T | undefined,
  storedFirst: boolean,
  notes: string[],
): T | undefined {
  const [first, second] = storedFirst ? [kept, given] : [given, kept]
  if (first && second && first.value !== second.value)
    notes.push(`Using the ${what} of ${first.source}, not of ${second.source}.`)
  return first ?? second
}

const sources = (pair: Pair) =>
  Object.values(pair)
    .map(({ source }) => source)
    .join(' and ')

const elsewhere = ({ baseUrl }: Resolved) =>
  `To send it there anyway: --base-url ${baseUrl?.value ?? '<url>'}`
