/** movecli before judges that others wrote: Redocly and Prism for the API, ajv for its JSON, cast and anvil for its wallets. */
import { mkdtempSync, readFileSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join, resolve } from 'node:path'
import { installJudges } from './judges/install.mjs'
import { judgeMock, judgeProxy } from './judges/prism.mjs'
import { lint } from './judges/redocly.mjs'
import { schemasOf } from './judges/schemas.mjs'
import { createTally } from './judges/tally.mjs'
import { castOf, startAnvil } from './judges/wallets.mjs'

const root = resolve(import.meta.dirname, '..')
const bin = resolve(process.argv[2] ?? join(root, 'bin', 'movecli.js'))
const file = join(root, 'docs', 'openapi.json')
const say = (text) => process.stdout.write(`${text}\n`)

const began = Date.now()
const folder = mkdtempSync(join(tmpdir(), 'movecli-judges-'))
const tally = createTally(say)
const endings = []
const endAll = async () => {
  for (const end of endings.splice(0).toReversed()) await end().catch((error) => say(String(error)))
  rmSync(folder, { recursive: true, force: true })
}
for (const signal of ['SIGINT', 'SIGTERM'])
  process.once(signal, () => void endAll().then(() => process.exit(130)))
try {
  say('Looking for the judges …')
  const tools = await installJudges(join(root, '.tmp', 'judges'))
  const document = JSON.parse(readFileSync(file, 'utf8'))
  const check = schemasOf(document, tools.load)
  const bench = { root, bin, file, folder, document, tools, tally, check, endings, say }

  say('Redocly reads the document …')
  await lint(bench)
  const anvil = await startAnvil(tools)
  endings.push(anvil.stop)
  say('Prism stands between movecli and the sandbox …')
  await judgeProxy({ ...bench, cast: castOf(tools), anvil })
  say('Prism answers from the document alone …')
  await judgeMock(bench)
} catch (error) {
  tally.judge('judges', 'the run itself', false, error.stack)
} finally {
  await endAll()
}
say(`\n${tally.table()}\n`)
say(
  `${tally.failed() ? 'Something does not hold.' : 'Everything holds.'} (${Math.round((Date.now() - began) / 1000)} s)`,
)
process.exitCode = tally.failed() ? 1 : 0
