/** The nouns by name, in the order of the reference: what a line does not name stays unloaded. */
import type { CommandNode } from '../runtime/command.ts'

const loaders = {
  login: async () => (await import('./login/index.ts')).login,
  logout: async () => (await import('./logout/index.ts')).logout,
  whoami: async () => (await import('./whoami/index.ts')).whoami,
  motion: async () => (await import('./motion/index.ts')).motion,
  nft: async () => (await import('./nft/index.ts')).nft,
  token: async () => (await import('./token/index.ts')).token,
  user: async () => (await import('./user/index.ts')).user,
  kyc: async () => (await import('./kyc/index.ts')).kyc,
  api: async () => (await import('./api/index.ts')).api,
  profile: async () => (await import('./profile/index.ts')).profile,
  config: async () => (await import('./config/index.ts')).config,
  wallet: async () => (await import('./wallet/index.ts')).wallet,
  alias: async () => (await import('./alias/index.ts')).alias(allNouns),
  journal: async () => (await import('./journal/index.ts')).journal,
  limits: async () => (await import('./limits/index.ts')).limits,
  smoke: async () => (await import('./smoke/index.ts')).smoke,
  sandbox: async () => (await import('./sandbox/index.ts')).sandbox,
  mcp: async () => (await import('./mcp/index.ts')).mcp(allNouns),
  doctor: async () => (await import('./doctor/index.ts')).doctor(allNouns),
  completion: async () => (await import('./completion/index.ts')).completion(allNouns),
  explain: async () => (await import('./explain/index.ts')).explain,
  commands: async () => (await import('./commands/index.ts')).commands(allNouns),
  help: async () => (await import('./help/index.ts')).help(allNouns),
} satisfies Record<string, () => Promise<CommandNode>>

/** The whole tree: for help, completions and whoever lists it. */
export const allNouns = async (): Promise<CommandNode[]> =>
  Promise.all(Object.values(loaders).map(async (load) => load()))

/** Every noun, those that the words name with all there is of them, the others by name alone. */
export const nounsNamed = async (words: readonly string[]): Promise<CommandNode[]> =>
  Promise.all(
    Object.entries(loaders).map(async ([name, load]) =>
      words.includes(name) ? load() : { name, summary: '', lines: [] },
    ),
  )
