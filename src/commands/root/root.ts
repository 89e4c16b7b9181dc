/** What bare `movecli` says: what it is, how to begin, who you are. Offline, some seven lines. */
import { isForHere, knownCredentials } from '../../config/credentials.ts'
import { text, type Result } from '../../output/view.ts'
import { loginCommand } from '../../session/credential-hints.ts'
import { profileLabel } from '../../session/endpoint.ts'
import type { Part } from '../../runtime/services.ts'

const begin: [command: string, about: string][] = [
  ['movecli motion daily -n sandbox', 'try it now, with made-up data'],
  ['movecli login', 'store your API key and sign in'],
  ['movecli motion daily', 'your day of motion and what it earned'],
  ['movecli motion submit', 'submit motion with its proof'],
]
const everyday: [command: string, about: string][] = [
  ['movecli motion daily', 'your day of motion and what it earned'],
  ['movecli motion submit', 'submit motion with its proof'],
  ['movecli token balance', 'what you have'],
  ['movecli token claim', 'claim what you earned'],
]

/** The first words for a newcomer, and a reminder for everyone who is signed in. */
export async function rootSummary(tools: Part<'folders' | 'resolved' | 'settings', 'env'>): Promise<Result> {
  const resolved = await tools.resolved('inspect')
  const { profile, network, entry } = resolved
  const record = profile && (await knownCredentials(tools.folders.state, profile.name))
  const signedIn = record?.hasToken === true && isForHere(record, resolved)
  const lines = [
    'movecli: the command line of a move-to-earn sports-health service.',
    ...(signedIn ? everyday : begin).map(([command, about]) => `  ${command.padEnd(34)}${about}`),
    signedIn && network
      ? `Signed in: ${profileLabel(profile?.name, network.value, record.address ?? entry?.address)}.`
      : `Not signed in. Run: ${loginCommand(profile?.name, { env: tools.context.env, settings: await tools.settings() })}`,
    'Help: movecli --help, movecli <command> --help',
  ]
  return text(lines.join('\n'), {
    profile: profile?.name ?? null,
    network: network?.value ?? null,
    help: 'movecli --help',
  })
}
