/** The credentials that a request is sent with: the same choice for commands that send, and for those that only tell of it. */
import { builtInCredentials, builtInProfile } from '../config/built-in-profile.ts'
import { isForHere, readCredentials, unreadCredentials, type Credentials } from '../config/credentials.ts'
import {
  selectCredentials,
  type CredentialEnv,
  type SelectedCredentials,
} from '../config/select-credentials.ts'
import type { Resolved } from '../config/types.ts'
import type { SecretTools } from '../runtime/input-files.ts'
import type { Part } from '../runtime/services.ts'
import { fitChosen } from './check-credential.ts'
import { environmentCredentials } from './env-credentials.ts'

/** What the choice is made with. */
export type ChoiceTools = SecretTools & Part<'globals', 'env'>

/** The record of the profile, and what is chosen of it and others. */
export type ChosenOfStored = { record: Credentials | undefined; chosen: SelectedCredentials }

type HowToChoose = { judge?: (record: Credentials | undefined) => void; env?: () => Promise<CredentialEnv> }

/** The credentials of the environment, read once: their files may be pipes. */
export function environmentOnce(tools: ChoiceTools): () => Promise<CredentialEnv> {
  let read: Promise<CredentialEnv> | undefined
  return async () => (read ??= environmentCredentials(tools))
}

/**
 * What is chosen of the profile's credentials and others, checked. A keychain is asked only where one of its secrets is
 * chosen; where none is, the record has texts in their place. `judge` looks at the record before the choice. Throws what it
 * throws, as credentialsFor, and CLI_KEYCHAIN (exit 3).
 */
export async function chosenOfStored(
  tools: ChoiceTools & Part<'folders' | 'vault'>,
  resolved: Resolved,
  { judge = () => {}, env = environmentOnce(tools) }: HowToChoose = {},
): Promise<ChosenOfStored> {
  const { state } = tools.folders
  const profile = resolved.profile?.name
  if (profile === undefined)
    return { record: undefined, chosen: await credentialsFor(tools, resolved, undefined, env) }
  const others = async (record: Pick<Credentials, 'origin'>) =>
    isBuiltInAlone(resolved, record) ? [] : Object.values(await env()).filter((each) => each !== undefined)
  const found = await unreadCredentials(state, profile, others)
  judge(found?.record)
  if (!found?.isUnread)
    return { record: found?.record, chosen: await credentialsFor(tools, resolved, found?.record, env) }
  const chosen = await choiceOf(tools, resolved, found.record, env)
  if ([chosen.apiKey, chosen.token].every((each) => each?.origin !== 'profile')) {
    await fitChosen(chosen)
    return { record: found.record, chosen }
  }
  const record = await readCredentials(state, profile, tools.vault)
  judge(record)
  return { record, chosen: await credentialsFor(tools, resolved, record, env) }
}

/** What is chosen, checked. Throws MoveError where what there is may not be sent, such as CLI_FOREIGN_CREDENTIAL (exit 4). */
export async function credentialsFor(
  tools: ChoiceTools,
  resolved: Resolved,
  record: Credentials | undefined,
  env?: () => Promise<CredentialEnv>,
): Promise<SelectedCredentials> {
  // What is not chosen is as secret: the service may know it. Those of the environment are registered as they are read.
  for (const value of [record?.apiKey, record?.token]) tools.context.secrets.add(value)
  const chosen = await choiceOf(tools, resolved, record, env)
  await fitChosen(chosen)
  return chosen
}

/** What is chosen, not checked: its secrets may be such as cannot be sent. */
export async function choiceOf(
  tools: ChoiceTools,
  resolved: Resolved,
  record: Credentials | undefined,
  env = environmentOnce(tools),
): Promise<SelectedCredentials> {
  const own = builtInProfile(resolved.network?.value)
  const builtIn = own && (await builtInCredentials(own))
  // These are public: they never fail for a login that was made at another address.
  if (builtIn && isBuiltInAlone(resolved, record)) return { ...builtIn, notes: [] }
  const chosen = selectCredentials({ flags: tools.globals, env: await env(), record, resolved })
  // A login there need not have stored the key that everyone knows.
  if (builtIn) chosen.apiKey ??= builtIn.apiKey
  return chosen
}

/** The network has credentials of its own, and the profile none for the base URL in force. */
const isBuiltInAlone = (resolved: Resolved, record: Pick<Credentials, 'origin'> | undefined): boolean =>
  builtInProfile(resolved.network?.value) !== undefined && !isForHere(record, resolved)
