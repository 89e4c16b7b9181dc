/** Redocly reads the document: no error, and it must notice a broken one. */
import { writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { names } from './install.mjs'
import { runToEnd } from './programs.mjs'

/** Lints docs/openapi.json, and a copy with a reference that leads nowhere and an operation without answers. */
export async function lint({ file, folder, document, tools, tally }) {
  const judge = names.redocly
  const env = { ...process.env, REDOCLY_TELEMETRY: 'off', REDOCLY_SUPPRESS_UPDATE_NOTICE: 'true' }
  const problems = async (path) => {
    const args = ['lint', path, '--format', 'json', '--skip-rule', 'info-license']
    const { stdout } = await runToEnd(tools.redocly, args, { env, cwd: folder })
    return JSON.parse(stdout.slice(stdout.indexOf('{')))
  }
  const found = await problems(file)
  const { errors, warnings } = found.totals
  const words = found.problems.map(({ ruleId, message }) => `${ruleId}: ${message}`).join('; ')
  tally.judge(judge, 'docs/openapi.json, no error and no warning', errors + warnings === 0, words)

  const broken = structuredClone(document)
  const daily = broken.paths['/motion/daily'].get
  daily.responses['401'].$ref = '#/components/responses/Nothing'
  const path = join(folder, 'broken.json')
  writeFileSync(path, JSON.stringify(broken))
  tally.judge(judge, 'notices a broken document (control)', (await problems(path)).totals.errors > 0)
}
