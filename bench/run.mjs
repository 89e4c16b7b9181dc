/**
 * Measures start-up, login, lists, the package, a first npx and bulk, prints a table and writes docs/speed.json, from which the picture of
 * docs/speed.md is drawn. `npm run bench -- --peers` puts other command lines beside it; `--rounds n`, `--rows n,n`.
 */
import { spawnSync } from 'node:child_process'
import { readFileSync, writeFileSync } from 'node:fs'
import { availableParallelism, loadavg } from 'node:os'
import { fileURLToPath } from 'node:url'
import { parseArgs } from 'node:util'
import { bulk } from './bulk.mjs'
import { lists } from './lists.mjs'
import { coldNpx } from './npx.mjs'
import { size } from './size.mjs'
import { startup } from './startup.mjs'

const { values } = parseArgs({
  options: {
    peers: { type: 'boolean', default: false },
    rounds: { type: 'string', default: '31' },
    rows: { type: 'string', default: '10000' },
  },
})
const rounds = Number(values.rounds)
const load = Math.round(loadavg()[0])
const started = await startup({ rounds, withPeers: values.peers })
console.table(started)
const listed = await lists({ rounds: Math.max(3, rounds >> 3) })
console.table(listed)
const few = Math.max(3, rounds >> 3)
const rates = {}
for (const rows of values.rows.split(',').map(Number)) Object.assign(rates, await bulk({ rows, rounds: few }))
Object.assign(rates, await bulk({ rows: Math.min(2000, parseInt(values.rows, 10)), rounds: few, slowMs: 20 }))
console.table(rates)
const first = await coldNpx({ rounds: few })
console.table(first)
const weight = size()
console.table(weight)
const figures = {
  date: new Date().toISOString().slice(0, 10),
  node: process.versions.node,
  cores: availableParallelism(),
  load,
  rounds,
  startup: started,
  lists: listed,
  bulk: rates,
  npx: first,
  package: weight,
}
const target = fileURLToPath(new URL('../docs/speed.json', import.meta.url))
writeFileSync(target, `${JSON.stringify(figures, undefined, 2)}\n`)
const { status } = spawnSync('npm', ['run', '--silent', 'docs'], {
  stdio: 'inherit',
  shell: process.platform === 'win32',
})
console.log(`${readFileSync(target).length} bytes of figures in docs/speed.json`)
process.exitCode = status ?? 1
