/** The credentials that a request is sent with: the same choice for commands that send, and for those that only tell of it. */
import { builtInCredentials, builtInProfile } from '../config/built-in-profile.ts'
import { isForHere, type Credentials } from '../config/credentials.ts'
import { selectCredentials, type SelectedCredentials } from '../config/select-credentials.ts'
import type { Resolved } from '../config/types.ts'
import type { SecretTools } from '../runtime/input-files.ts'
import type { Part } from '../runtime/services.ts'
import { fitChosen } from './check-credential.ts'
import { environmentCredentials } from './env-credentials.ts'

/** What the choice is made with. */
export type ChoiceTools = SecretTools & Part<'globals', 'env'>

/** What is chosen, checked. Throws MoveError where what there is may not be sent, such as CLI_FOREIGN_CREDENTIAL (exit 4). */
export async function credentialsFor(
  tools: ChoiceTools,
  resolved: Resolved,
  record: Credentials | undefined,
): Promise<SelectedCredentials> {
  // What is not chosen is as secret: the service may know it. Those of the environment are registered as they are read.
  for (const value of [record?.apiKey, record?.token]) tools.context.secrets.add(value)
  const chosen = await choiceOf(tools, resolved, record)
  await fitChosen(chosen)
  return chosen
}

/** The same choice, whatever the secrets are like. */
export async function choiceOf(
  tools: ChoiceTools,
  resolved: Resolved,
  record: Credentials | undefined,
): Promise<SelectedCredentials> {
  const own = builtInProfile(resolved.network?.value)
  const builtIn = own && (await builtInCredentials(own))
  // These are public: they never fail for a login that was made at another address.
  if (builtIn && !isForHere(record, resolved)) return { ...builtIn, notes: [] }
  const env = await environmentCredentials(tools)
  const chosen = selectCredentials({ flags: tools.globals, env, record, resolved })
  // A login there need not have stored the key that everyone knows.
  if (builtIn) chosen.apiKey ??= builtIn.apiKey
  return chosen
}
