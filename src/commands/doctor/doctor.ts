/** Checks the set-up on this machine. Its line is in ./index.ts. */
import { resolve } from '../../config/resolve.ts'
import type { Resolved } from '../../config/types.ts'
import type { Settings } from '../../config/settings.ts'
import { moveError, type MoveError } from '../../errors.ts'
import { prose, text, type Result } from '../../output/view.ts'
import { nodeNames, type CommandHandler, type CommandNode } from '../../runtime/command.ts'
import type { Part, Tools } from '../../runtime/services.ts'
import { version } from '../../runtime/version.ts'
import { failed, looking, passed, skipped, type Finding } from './check.ts'
import { checkClock } from './clock.ts'
import { checkAliases } from './aliases.ts'
import { checkFiles } from './files.ts'
import { checkKeychain } from './keychain.ts'
import { anonymous } from './report.ts'
import { checkSession } from './session.ts'
import { checkBaseUrl, checkNetwork, checkProfile, checkProxy, checkValues } from './values.ts'
import type { DoctorValues } from './flags.ts'

export const run =
  (nouns: () => Promise<readonly CommandNode[]>): CommandHandler<DoctorValues> =>
  async (given, tools) => {
    const all: Finding[] = []
    for await (const finding of findings(tools, nouns)) all.push(finding)
    const { node, platform } = tools.context
    const about = `movecli ${version}, Node ${node}, ${platform}`
    const checks = given.flags.report === true ? anonymous(all, tools) : all
    const result =
      given.flags.report === true
        ? text([about, ...checks.flatMap(findingLines)].join('\n'), { version, node, platform, checks })
        : prose(checks.flatMap(findingLines).join('\n'), checks)
    return withFailure(result, checksError(all))
  }

/** A finding in words, its fix below it. */
const findingLines = ({ check, status, found, fix }: Finding): string[] => [
  `${status.padEnd(8)} ${check.padEnd(16)} ${found}`,
  ...(fix === null ? [] : [`${' '.repeat(26)}fix: ${fix}`]),
]

/** The result stands; the failure is told after it (exit 10). */
function withFailure(result: Result, error: MoveError | undefined): Result {
  if (!error) return result
  const until = Promise.reject(error)
  // It is awaited once the result is written.
  until.catch(() => {})
  return { ...result, until }
}

async function* findings(
  tools: Tools,
  nouns: () => Promise<readonly CommandNode[]>,
): AsyncGenerator<Finding> {
  yield nodeVersion(tools.context.node)
  const files = await checkFiles(tools)
  yield* files.findings
  yield* checkAliases(files.settings, (await nouns()).flatMap(nodeNames))
  const resolved = await resolvedOf(tools, files.settings)
  yield* resolved.findings
  yield* await looking('keychain', async () => checkKeychain(tools, resolved.value))
  yield* await looking('proxy', async () => checkProxy(tools.context))
  if (resolved.value) {
    const { value } = resolved
    yield* await looking('session', async () => checkSession(tools, value))
    yield* await looking('clock', async () => checkClock(tools, value))
  } else yield skipped('clock', 'no base URL is known')
}

/** Settings that cannot be read count as none: flags and environment may still say enough. */
async function resolvedOf(
  tools: Part<'globals', 'env'>,
  settings: Settings,
): Promise<{ value?: Resolved; findings: Finding[] }> {
  const { globals, context } = tools
  let value: Resolved | undefined
  const found = await looking('profile', async () => {
    const resolved = resolve({ flags: globals, env: context.env, settings, purpose: 'inspect' })
    value = resolved
    return [
      ...checkProfile(settings),
      ...(await checkValues(resolved)),
      checkNetwork(resolved),
      checkBaseUrl(resolved),
    ]
  })
  const aboutUrl = (text: string) => /base.?url/i.test(text) || text.includes('plain http')
  const named = found.map((each) =>
    each.check === 'profile' && aboutUrl(each.found) ? { ...each, check: 'base URL' } : each,
  )
  return { ...(value && { value }), findings: named }
}

function nodeVersion(node: string): Finding {
  const [major = 0, minor = 0] = node.split('.').map(Number)
  const least = { 20: 19, 22: 3 }[major] ?? 0
  return major >= 20 && major !== 21 && minor >= least
    ? passed('node', node)
    : failed('node', `${node} is too old`, 'install Node 20.19 or newer, and not 21 or 22.0 to 22.2')
}

function checksError(findings: readonly Finding[]): MoveError | undefined {
  const bad = findings.filter(({ status }) => status === 'failed')
  if (bad.length === 0) return undefined
  return moveError('CLI_PARTIAL', {
    message: `${bad.length} of ${findings.length} checks failed.`,
    outcome: 'not_sent',
    details: bad.map(({ check }) => check).join(', '),
    hint: bad[0]?.fix ?? 'See the checks.',
  })
}
