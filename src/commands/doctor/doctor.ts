/** Checks the set-up on this machine. Its line is in ./index.ts. */
import { resolve } from '../../config/resolve.ts'
import type { Resolved } from '../../config/resolved.ts'
import type { Settings } from '../../config/settings.ts'
import type { Json } from '../../contract/digits.ts'
import { MoveError } from '../../errors.ts'
import { rows, text, type Column, type Result } from '../../output/view.ts'
import type { Body } from '../command.ts'
import type { Tools } from '../tools.ts'
import { version } from '../version.ts'
import { failed, looking, passed, skipped, type Finding } from './check.ts'
import { checkClock } from './clock.ts'
import { checkFiles } from './files.ts'
import { anonymous } from './report.ts'
import { checkBaseUrl, checkNetwork, checkProxy, checkValues } from './values.ts'

const columns: Column[] = [
  { field: 'check', title: 'Check' },
  { field: 'status', title: 'Status' },
  { field: 'found', title: 'Found' },
  { field: 'fix', title: 'Fix', show: (value) => (typeof value === 'string' ? value : '') },
]

export const run: Body = async (given, tools) =>
  given.flags['report'] === true ? report(tools) : rows(told(tools), columns, 'there is nothing to check')

async function* told(tools: Tools): AsyncGenerator<Json> {
  const found: Finding[] = []
  for await (const finding of findings(tools)) {
    found.push(finding)
    yield finding
  }
  const error = failureOf(found)
  if (error) throw error
}

async function* findings(tools: Tools): AsyncGenerator<Finding> {
  yield nodeVersion(tools.context.node)
  const files = await checkFiles(tools)
  yield* files.findings
  const resolved = await resolvedOf(tools, files.settings)
  yield* resolved.findings
  yield skipped('keychain', 'not used: secrets are kept in a file for you alone')
  yield* await looking('proxy', async () => checkProxy(tools))
  if (resolved.value) {
    const { value } = resolved
    yield* await looking('clock', async () => checkClock(tools, value))
  } else yield skipped('clock', 'no base URL is known')
}

/** Settings that cannot be read count as none: flags and environment may still say enough. */
async function resolvedOf(
  tools: Tools,
  settings: Settings,
): Promise<{ value?: Resolved; findings: Finding[] }> {
  const { globals, context } = tools
  let value: Resolved | undefined
  const found = await looking('profile', async () => {
    const resolved = resolve({ flags: globals, env: context.env, settings, purpose: 'inspect' })
    value = resolved
    return [...(await checkValues(resolved)), checkNetwork(resolved), checkBaseUrl(resolved)]
  })
  return { ...(value && { value }), findings: found }
}

function nodeVersion(node: string): Finding {
  const [major = 0, minor = 0] = node.split('.').map(Number)
  return major > 20 || (major === 20 && minor >= 19)
    ? passed('node', node)
    : failed('node', `${node} is too old`, 'install Node 20.19 or newer')
}

/** The same for a ticket: one piece of text. */
async function report(tools: Tools): Promise<Result> {
  const all: Finding[] = []
  for await (const finding of findings(tools)) all.push(finding)
  const checks = anonymous(all, tools)
  const { node, platform } = tools.context
  const lines = checks.flatMap(({ check, status, found, fix }) => [
    `${status.padEnd(8)} ${check.padEnd(16)} ${found}`,
    ...(fix === null ? [] : [`${' '.repeat(26)}fix: ${fix}`]),
  ])
  const words = [`movecli ${version}, Node ${node}, ${platform}`, ...lines].join('\n')
  const error = failureOf(all)
  const until = error && Promise.reject(error)
  // It is awaited once the report is written.
  until?.catch(() => {})
  return { ...text(words, { version, node, platform, checks }), ...(until && { until }) }
}

function failureOf(findings: readonly Finding[]): MoveError | undefined {
  const bad = findings.filter(({ status }) => status === 'failed')
  if (bad.length === 0) return undefined
  return new MoveError(`${bad.length} of ${findings.length} checks failed.`, {
    code: 'CLI_PARTIAL',
    exit: 10,
    outcome: 'not_sent',
    details: bad.map(({ check }) => check).join(', '),
    hint: bad[0]?.fix ?? 'See the checks.',
  })
}
