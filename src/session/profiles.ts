/** One command over several wallets: each with its own settings, credentials and base URL, each failing alone. */
import { resolve } from '../config/resolve.ts'
import { profilesLine } from '../config/no-such-profile.ts'
import { profileNamed } from '../config/settings.ts'
import { MoveError, usage, hasExit, isStop } from '../errors.ts'
import { toolsFor, type Part, type Tools } from '../runtime/services.ts'

/** The flags that name several wallets; not every line has both. */
export type ProfileValues = {
  readonly profiles?: string | undefined
  readonly allProfiles?: true | undefined
}

/** What came of one wallet. */
export type ProfileResult<T> = { profile: string; value?: T; error?: MoveError }

/** Wallets that are worked on at the same time. */
const together = 4
/** Not inherited by a profile: data of another wallet would be shown under its name. */
const personal = ['MOVECLI_API_KEY', 'MOVECLI_API_KEY_FILE', 'MOVECLI_TOKEN', 'MOVECLI_TOKEN_FILE']

/** What the tools of one profile are made from. */
export type ProfileTools = Pick<
  Tools,
  'began' | 'context' | 'format' | 'globals' | 'note' | 'renew' | 'say' | 'settings' | 'trace' | 'vault'
>

/**
 * Does the work once for each profile that --all-profiles or --profiles names, a network given restricting them; in the
 * order of the settings. A wallet's failure is its own. Throws CLI_USAGE (exit 2) where no profile fits.
 */
export async function forEachProfile<T>(
  wanted: ProfileValues,
  tools: ProfileTools,
  work: (own: Tools) => Promise<T>,
): Promise<ProfileResult<T>[]> {
  const left = await profilesOf(wanted, tools)
  if (personal.some((name) => tools.context.env[name]))
    await tools.note('Not using the credentials of the environment: each profile has its own.')
  const results: ProfileResult<T>[] = left.map((profile) => ({ profile }))
  const waiting = [...results]
  const worker = async (): Promise<void> => {
    for (let wallet = waiting.shift(); wallet; wallet = waiting.shift()) {
      const own = await toolsOfProfile(wallet.profile, tools)
      await work(own).then((value) => (wallet.value = value), captureError(wallet))
    }
  }
  await Promise.all(Array.from({ length: together }, worker))
  return results
}

/** Wrong usage, a stop and our own faults are everyone's; every other failure is the wallet's. */
export const captureError =
  (wallet: ProfileResult<unknown>) =>
  (error: unknown): void => {
    if (!(error instanceof MoveError) || hasExit(error, 'bug', 'usage') || isStop(error)) throw error
    wallet.error = error
  }

async function profilesOf(
  { profiles: pattern, allProfiles }: ProfileValues,
  tools: Part<'globals' | 'settings', 'env'>,
): Promise<string[]> {
  const { globals, context } = tools
  if (pattern !== undefined && allProfiles === true)
    throw usage('--all-profiles and --profiles cannot be used together.', 'Use only one of them.')
  for (const name of ['profile', 'baseUrl'] as const)
    if (globals[name] !== undefined)
      throw usage(
        `--${name === 'profile' ? name : 'base-url'} works with one profile only.`,
        'Use only one of them.',
      )
  const settings = await tools.settings()
  const network = globals['network'] ?? (context.env['MOVECLI_NETWORK'] || undefined)
  const all = Object.keys(settings.profiles)
  const fits = typeof pattern === 'string' ? matcher(pattern) : () => true
  const found = all.filter(
    (name) => fits(name) && (network === undefined || profileNamed(settings, name)?.network === network),
  )
  if (found.length > 0) return found
  const where = typeof network === 'string' ? ` on ${network}` : ''
  throw usage(
    typeof pattern === 'string'
      ? `No profile${where} matches ${pattern.slice(0, 80)}.`
      : `No profiles${where}.`,
    profilesLine(settings),
  )
}

/** `*` for any letters, `?` for one. */
function matcher(pattern: string): (name: string) => boolean {
  const escaped = pattern.replaceAll(/[\\^$.|+()[\]{}]/g, String.raw`\$&`)
  const whole = new RegExp(`^${escaped.replaceAll(/\*+/g, '.*').replaceAll('?', '.')}$`)
  return (name) => whole.test(name)
}

/** The tools of one profile; the environment's base URL counts where the profile has none. */
async function toolsOfProfile(profile: string, tools: ProfileTools): Promise<Tools> {
  const { context, format } = tools
  const globals = { ...tools.globals, profile }
  const env = Object.fromEntries(Object.entries(context.env).filter(([name]) => !personal.includes(name)))
  const settings = await tools.settings()
  if (hasBaseUrl(() => resolve({ flags: globals, env, settings, purpose: 'inspect' }).configured))
    delete env['MOVECLI_BASE_URL']
  const own = toolsFor({ ...context, env }, globals, format)
  own.settings = tools.settings
  if (tools.renew) own.renew = tools.renew
  own.vault = tools.vault
  own.began = tools.began
  own.note = async (text) => tools.note(underProfile(profile, text))
  own.say = async (text) => tools.say(underProfile(profile, text))
  own.trace = (text) => tools.trace(`${profile}: ${text}`)
  own.ask = async () => undefined
  return own
}

/** The line with its profile: in front, or after the word note that says what the line is. */
const underProfile = (profile: string, text: string): string =>
  text.replace(/^(note: )?/, (kind) => `${kind}${profile}: `)

/** Broken settings are found again, and reported, by the wallet's own work. */
function hasBaseUrl(configured: () => string | undefined): boolean {
  try {
    return configured() !== undefined
  } catch {
    return false
  }
}
