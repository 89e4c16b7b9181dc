/** Where to sign in: network and base URL, asked for on a terminal where they are missing. */
import type { Credentials } from '../../config/credentials.ts'
import { hasEnded } from '../../config/credentials/session-end.ts'
import { checkValue, networkKey } from '../../config/keys.ts'
import { resolve } from '../../config/resolve.ts'
import type { Resolved } from '../../config/types.ts'
import { withSetting } from '../../config/settings.ts'
import { changeSettings } from '../../config/settings-file.ts'
import { originOf } from '../../config/url.ts'
import type { Network } from '../../contract/service.ts'
import { MoveError } from '../../errors.ts'
import type { Prompter } from '../../output/prompt/prompts.ts'
import type { Part } from '../../runtime/services.ts'
import type { Answers } from '../../login/answers.ts'

/**
 * Resolved for a login; what was asked is noted in `answers`. Off a terminal what is
 * missing is an error that names the way on.
 */
export async function placeToSignIn(
  tools: Part<'ask' | 'dryRun' | 'folders' | 'globals' | 'resolved' | 'say' | 'settings', 'env' | 'signal'>,
  answers: Answers,
): Promise<Resolved> {
  const ask = tools.dryRun ? undefined : await tools.ask()
  if (!ask) return tools.resolved('login')
  const { context, globals } = tools
  let settings = await tools.settings()
  let flags = globals
  const attempt = () => resolve({ flags, env: context.env, settings, purpose: 'login' })
  for (;;) {
    try {
      return attempt()
    } catch (error) {
      const code = error instanceof MoveError ? error.fault.code : undefined
      if (code === 'CLI_NO_NETWORK') {
        answers.network = await askNetwork(ask)
        flags = { ...flags, network: answers.network }
      } else if (code === 'CLI_NO_BASE_URL') {
        const { network } = resolve({ flags, env: context.env, settings, purpose: 'inspect' })
        if (!network) throw error
        const url = await askBaseUrl(network.value, ask, tools)
        answers.baseUrl = url
        settings = await changeSettings(
          tools.folders.config,
          (all) => withSetting(all, networkKey(network.value, 'baseUrl'), url),
          context,
        )
      } else throw error
    }
  }
}

/** Says for whom a person is about to sign in, where that is known already, and what session is still good. */
export async function sayWhere(
  tools: Part<'ask' | 'note', 'now'>,
  { who, record }: { who: string; record: Credentials | undefined },
): Promise<void> {
  if (!record || !(await tools.ask())) return
  const { token, expiresAt } = record
  const good =
    token !== undefined && expiresAt !== undefined && !hasEnded(expiresAt, record, tools.context.now())
  await tools.note(`Signing in again: ${who}.${good ? ` Its session is good until ${expiresAt}.` : ''}`)
}

const askNetwork = async (ask: Prompter): Promise<Network> =>
  ask.choose<Network>('Which network?', [
    { value: 'mainnet', name: 'mainnet: the service itself' },
    { value: 'testnet', name: 'testnet: its test environment' },
    { value: 'sandbox', name: 'sandbox: made-up data on this machine' },
  ])

/** The base URL, a missing /v1 offered, and the host shown that will be trusted. */
async function askBaseUrl(network: Network, ask: Prompter, tools: Part<'say'>): Promise<string> {
  const key = networkKey(network, 'baseUrl')
  for (;;) {
    const typed = (await ask.text(`Base URL of ${network} (from your service provider)`))
      .trim()
      .replace(/\/$/, '')
    const longer = `${typed}/v1`
    const url =
      problem(key, typed) &&
      !problem(key, longer) &&
      (await ask.confirm(`It must end in /v1. Use ${longer}?`, { default: true }))
        ? longer
        : typed
    const wrong = problem(key, url)
    if (wrong) await tools.say(wrong)
    else if (await ask.confirm(`Your API key will be sent to ${originOf(url)}. Trust it?`)) return url
  }
}

function problem(key: string, text: string): string | undefined {
  try {
    checkValue(key, text)
    return undefined
  } catch (error) {
    return (error as Error).message
  }
}
