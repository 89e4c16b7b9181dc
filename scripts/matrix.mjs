/** Runs quickstart and the suite in a fresh clone on each Node that movecli supports, with the npm that is named beside it. */
import { execFileSync, spawnSync } from 'node:child_process'
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'

const root = fileURLToPath(new URL('..', import.meta.url))
const matrix =
  process.argv.slice(2).length > 0 ? process.argv.slice(2) : ['20/11', '22/10', '24/11', '24/10', '26/11']
const results = []

for (const pair of matrix) {
  const [node, npm] = pair.split('/')
  const folder = mkdtempSync(join(tmpdir(), `movecli-node-${node}-`))
  const tools = join(folder, 'tools')
  mkdirSync(tools)
  writeFileSync(join(tools, 'package.json'), '{"private":true}')
  const wanted = [`node@${node}`, ...(npm ? [`npm@${npm}`] : [])]
  execFileSync('npm', ['i', '--silent', '--no-audit', '--no-fund', ...wanted], {
    cwd: tools,
    stdio: 'inherit',
  })
  execFileSync('git', ['clone', '--quiet', root, join(folder, 'movecli')])
  const env = { ...process.env, PATH: `${join(tools, 'node_modules', '.bin')}:${process.env.PATH}` }
  for (const script of [['run', 'quickstart'], ['cit']]) {
    const { status } = spawnSync('npm', script, { cwd: join(folder, 'movecli'), env, stdio: 'inherit' })
    results.push(
      `node ${node}, npm ${npm}: npm ${script.join(' ')} ${status === 0 ? 'passed' : `ended with ${status}`}`,
    )
  }
  rmSync(folder, { recursive: true, force: true })
}
console.log(results.join('\n'))
process.exitCode = results.every((each) => each.endsWith('passed')) ? 0 : 1
