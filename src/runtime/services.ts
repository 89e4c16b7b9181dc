/** What a command's body is handed: everything expensive is a function, so that what is not used is not loaded. */
import { isOn } from '../config/environment.ts'
import { folders } from '../config/folders.ts'
import { resolve } from '../config/resolve.ts'
import type { Credentials, Vault } from '../config/credentials.ts'
import type { SessionIdentity } from '../config/credentials/session-identity.ts'
import type { GlobalFlags, Purpose, Resolved } from '../config/types.ts'
import type { Settings } from '../config/settings.ts'
import { readSettings } from '../config/settings-file.ts'
import type { Context } from './context.ts'
import { isJsonFormat, type Format } from '../output/view.ts'
import type { Prompter } from '../output/prompt/prompts.ts'
import { sanitizeText, escapeWorkflowCommands } from '../output/sanitize.ts'
import { vaultOf } from './open-vault.ts'

/** A part of the tools, and of the context in them: what a function is handed that is not a command's body. */
export type Part<K extends keyof Tools, C extends keyof Context = never> = Pick<Tools, K> &
  ([C] extends [never] ? unknown : { context: Pick<Context, C> })

/**
 * What a session is renewed with: whose it is, what is known of the profile, its API key,
 * and a token that the service refused.
 */
export type Renewing = {
  resolved: Resolved
  began: SessionIdentity
  apiKey: string
  refused?: string | undefined
  /** Repeats of the login, where the caller waits out what is in its way by itself. */
  retries?: number | undefined
}

export type Tools = {
  context: Context
  globals: GlobalFlags
  format: Format
  folders: { config: string; state: string }
  /** Where stored secrets are read and changed. */
  vault: Vault
  /** No request but GET, nothing changed here either. */
  dryRun: boolean
  /** A hint or warning on stderr; with --quiet and where errors are JSON it is not printed. */
  note: (text: string) => Promise<void>
  /** What a person must act on: printed always. */
  say: (text: string) => Promise<void>
  /** Every request waits for the hourly limit, as with --watch. */
  bounded?: true
  /** Many requests follow each other: connections may be kept for reads. */
  many?: true
  /** -v once or twice. */
  verbose: number
  /** Lines of -v. */
  trace: (text: string) => void
  /** Prompts, where there is a person to answer; undefined off a terminal, in CI, with --no-input and --dry-run. */
  ask: () => Promise<Prompter | undefined>
  settings: () => Promise<Settings>
  resolved: (purpose?: Purpose) => Promise<Resolved>
  /** The credentials with a session that is valid now, where the profile remembers a signer that makes one. */
  renew?: (tools: RenewTools, how: Renewing) => Promise<Credentials | undefined>
  /** Runs another command line, in this process, with a context of its own. Never throws; answers with the exit code. */
  run?: (argv: readonly string[], context: Context) => Promise<number>
  /** `ops (testnet, 0x12ab…90ef)`: said under an error once it is known. */
  who: { text?: string }
  /** By profile, whose stored session this command began with: it goes on with no other. */
  began: Map<string, SessionIdentity>
}

/** What signing in again by itself is handed: all but the settings, which its caller has resolved. */
export type RenewTools = Omit<Tools, 'settings' | 'resolved' | 'run' | 'who' | 'began'>

/** The settings, read when first asked for, and once. */
export function settingsOnce(context: Context): () => Promise<Settings> {
  let read: Promise<Settings> | undefined
  return async () => (read ??= readSettings(folders(context).config))
}

/** The tools of one command line. */
export function toolsFor(
  context: Context,
  globals: GlobalFlags,
  format: Format,
  settings = settingsOnce(context),
): Tools {
  const { env, stderr, secrets } = context
  const places = folders(context)
  const isQuiet = isTerse({ globals, format })
  const verbose = Math.max(globals['verbose'] ?? 0, Number(isOn(env['MOVECLI_DEBUG'])))
  const calm = isOn(env['GITHUB_ACTIONS']) ? escapeWorkflowCommands : (words: string) => words
  const say = async (text: string) =>
    stderr.write(`${calm(sanitizeText(secrets.redact(text), { lines: true }))}\n`).catch(() => {})
  const tools: Tools = {
    context,
    globals,
    format,
    folders: places,
    vault: vaultOf(context, { isThere: () => mayAsk(context, globals), say }),
    dryRun: globals['dryRun'] === true,
    verbose,
    say,
    note: async (text) => {
      context.agent?.progress(sanitizeText(secrets.redact(text), { lines: true }))
      if (!isQuiet) await say(text)
    },
    trace: (text) => void say(text),
    ask: async () =>
      !tools.dryRun && mayAsk(context, globals)
        ? (await import('../output/prompt/prompts.ts')).prompts(context)
        : undefined,
    settings,
    resolved: async (purpose = 'use') =>
      resolve({ flags: globals, env, settings: await settings(), purpose, held: context.agent?.held }),
    who: {},
    began: new Map(),
  }
  return tools
}

/** Where errors are JSON, and with --quiet, stderr holds what a person must act on, and no more. */
export const isTerse = ({ globals, format }: Pick<Tools, 'globals' | 'format'>): boolean =>
  globals['quiet'] === true || isJsonFormat(format)

/** Is there a person to answer: stdin and stderr a terminal, stdin not read to its end, no --no-input, no CI. */
export function mayAsk(
  { env, stdin, stderr }: Pick<Context, 'env' | 'stdin' | 'stderr'>,
  globals: GlobalFlags,
): boolean {
  const off = globals['noInput'] === true || isOn(env['MOVECLI_NO_INPUT']) || isOn(env['CI'])
  return !off && stdin.isTTY && stderr.isTTY && !stdin.stream.readableEnded && !stdin.stream.destroyed
}
