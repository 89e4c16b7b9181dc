/** All secrets known before a call, so that none reaches the client, even where an agent passes one as an argument. */
import { Readable } from 'node:stream'
import { readCredentials, readRecords } from '../../config/credentials.ts'
import { createSecrets, type Secrets } from '../../output/redact.ts'
import type { Part, Tools } from '../../runtime/services.ts'
import { environmentCredentials } from '../../session/env-credentials.ts'
import type { ServerProfile } from './server-profile.ts'

/**
 * The credentials of the environment, those in the file of every profile, and those that the keychain has for the server's
 * profile. What cannot be read is said by the call that needs it; stdin is the client's.
 */
export function knownSecrets(tools: Tools, profile: ServerProfile): () => Promise<Secrets> {
  let inKeychain: Promise<string[]> | undefined
  return async () => {
    const secrets = createSecrets()
    const stdin = { isTTY: false, stream: Readable.from([]) }
    const context = { ...tools.context, secrets, stdin }
    const { MOVECLI_API_KEY, MOVECLI_TOKEN } = context.env
    for (const value of [MOVECLI_API_KEY, MOVECLI_TOKEN]) secrets.add(value)
    await environmentCredentials({ ...tools, context }).catch(() => {})

    const stored = await readRecords(tools.folders.state).catch(() => undefined)
    for (const { apiKey, token } of Object.values(stored?.profiles ?? {}))
      for (const value of [apiKey, token]) secrets.add(value)
    // The keychain may ask the person: once for each server.
    const name = (await profile())?.name
    if (name !== undefined && stored?.profiles[name]?.keychain !== undefined)
      inKeychain ??= fromKeychain(name, tools)
    for (const value of (await inKeychain) ?? []) secrets.add(value)
    return secrets
  }
}

async function fromKeychain(
  profile: string,
  { folders, vault }: Part<'folders' | 'vault'>,
): Promise<string[]> {
  const found = await readCredentials(folders.state, profile, vault).catch(() => undefined)
  return [found?.apiKey, found?.token].filter((value) => value !== undefined)
}
