/** Where a run is told besides stdout: a JUnit file, GitHub's annotations and its summary. */
import type { Secrets } from '../../output/redact.ts'
import { access, appendFile, constants, stat, writeFile } from 'node:fs/promises'
import { dirname, resolve } from 'node:path'
import { isOn } from '../../config/environment.ts'
import { errnoOf, unlessMissing } from '../../disk/disk-error.ts'
import { moveError, MoveError, usage } from '../../errors.ts'
import { oneLine } from '../../output/sanitize.ts'
import { errors, notices, summary } from '../../smoke/reports/github.ts'
import { junitXml } from '../../smoke/reports/junit.ts'
import type { Report } from '../../smoke/reports/report.ts'
import { countsOf } from '../../smoke/run-suite.ts'
import { isTerse, type Part } from '../../runtime/services.ts'

/** Ends with exit 2, nothing sent, where the JUnit file could not be written. */
export async function refuseUnwritableFile(path: string): Promise<void> {
  const folder = dirname(resolve(path))
  try {
    const found = await stat(path).catch(unlessMissing)
    if (found && !found.isFile()) throw usage(`${path} is no file.`, 'Name a file for --junit.')
    await access(found ? path : folder, constants.W_OK)
  } catch (error) {
    if (error instanceof MoveError) throw error
    throw usage(`${path} cannot be written (${errnoOf(error) ?? 'unknown'}).`, 'Name a file for --junit.')
  }
}

/** The report with foreign words made harmless and without secrets. */
export function harmlessReport(report: Report, secrets: Secrets): Report {
  const clean = (text: string) => oneLine(secrets.redact(text), 1000)
  const outcomes = report.outcomes.map((outcome) =>
    outcome.message === undefined ? outcome : { ...outcome, message: clean(outcome.message) },
  )
  return { ...report, outcomes }
}

/** Writes the JUnit file, the annotations on stderr, the summary. Throws CLI_OUTPUT where the file cannot be written. */
export async function tell(
  report: Report,
  junit: string | undefined,
  tools: Part<'format' | 'globals' | 'note', 'env' | 'secrets' | 'stderr'>,
): Promise<void> {
  const { env, stderr, secrets } = tools.context
  if (junit !== undefined)
    await writeFile(junit, junitXml(report)).catch((error: unknown) => {
      throw unwritten(junit, error)
    })
  if (isOn(env['GITHUB_ACTIONS'])) {
    // These are for the runner to obey: `say` would break them up.
    const lines = isTerse(tools) ? errors(report) : [...errors(report), ...notices(report)]
    await stderr.write(secrets.redact(lines.map((line) => `${line}\n`).join(''))).catch(() => {})
  }
  const file = env['GITHUB_STEP_SUMMARY']
  if (!file) return
  await appendFile(file, summary(report), { flag: appending }).catch(async (error: unknown) =>
    tools.note(`note: The summary could not be written to ${file} (${errnoOf(error) ?? 'unknown'}).`),
  )
}

/** A pipe that nobody reads is refused (ENXIO), not waited for; Windows knows no such flag. */
const appending = constants.O_APPEND | constants.O_CREAT | constants.O_WRONLY | (constants.O_NONBLOCK ?? 0)

/** Counts of a run, and whether it was mostly skipped: a run that asked little is no sign that all is well. */
export async function tellCounts({ outcomes }: Report, tools: Part<'note'>): Promise<void> {
  const { passed, failed, skipped } = countsOf(outcomes)
  await tools.note(`${passed} passed, ${failed} failed, ${skipped} skipped`)
  if (skipped * 2 > outcomes.length)
    await tools.note(
      'note: More than half of the checks were skipped. Each says what it needs. With --require-all that exits with 4.',
    )
}

const unwritten = (path: string, error: unknown) =>
  moveError('CLI_OUTPUT', {
    message: `${path} could not be written: ${errnoOf(error) ?? 'unknown'}.`,
    hint: 'See whether its disk is full.',
  })
