/** What bare `movecli` says: what it is, how to begin, who you are. Offline, some seven lines. */
import { text, type Result } from '../output/view.ts'
import { described } from './session.ts'
import type { Tools } from './tools.ts'

/** The first words for a newcomer, and a reminder for everyone else. */
export async function bare(tools: Tools): Promise<Result> {
  const { profile, network, entry } = await tools.resolved('inspect')
  const who = network
    ? described(profile?.name, network.value, entry?.address)
    : 'nobody yet: no profile, no network'
  const lines = [
    'movecli: the command line of a move-to-earn sports-health service.',
    '  movecli motion daily -n sandbox   try it now, with made-up data',
    '  movecli login                     store your API key and sign in with your wallet',
    '  movecli motion daily              your day of motion and what it earned',
    '  movecli motion submit             submit motion with its proof',
    `You are ${who}.`,
    'Help: movecli --help, movecli <command> --help',
  ]
  return text(lines.join('\n'), {
    profile: profile?.name ?? null,
    network: network?.value ?? null,
    help: 'movecli --help',
  })
}
