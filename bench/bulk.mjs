/** The whole bulk path against bare undici loops that post the same bodies to the same server, in turn: rows a second, and their ratios. */
import { spawn } from 'node:child_process'
import { createHmac } from 'node:crypto'
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'

const bin = fileURLToPath(new URL('../bin/movecli.js', import.meta.url))
const undici = fileURLToPath(new URL('../node_modules/undici', import.meta.url))
const rows = Number(process.argv[2] ?? 40_000)
const rounds = Number(process.argv[3] ?? 3)
const concurrency = Number(process.argv[4] ?? 8)
/** Of the loop that, like movecli, opens a connection for each row. */
const least = 0.6
const place = mkdtempSync(join(tmpdir(), 'movecli-bench-bulk-'))
const input = join(place, 'rows.ndjson')

const bodies = Array.from({ length: rows }, (_, at) => {
  const motion = { steps: 1000 + at, distance: 3.2, duration: 1860 }
  const values = [`${motion.steps}`, '3.2', '1860', 'watch-7']
  const proof = createHmac('sha256', 'movecli sandbox proof')
    .update(JSON.stringify(values))
    .digest('base64url')
  return JSON.stringify({ ...motion, proof: `sandbox-proof-v1.${proof}`, device_id: 'watch-7' })
})
writeFileSync(input, `${bodies.join('\n')}\n`)

/** Bare: reads the bodies, posts as many at once over undici, looks at each answer. Connections are kept, or a request has one of its own. */
const loop = (kept) => `
  const { Pool } = require(${JSON.stringify(undici)})
  const bodies = require('fs').readFileSync(${JSON.stringify(input)}, 'utf8').trimEnd().split('\\n')
  const { origin, pathname } = new URL(process.env.MOVECLI_BASE_URL)
  const pool = new Pool(origin, { connections: ${concurrency}, pipelining: ${kept ? 1 : 0} })
  const headers = {
    'content-type': 'application/json',
    'x-api-key': process.env.MOVECLI_API_KEY,
    authorization: 'Bearer ' + process.env.MOVECLI_TOKEN,
  }
  let next = 0
  const worker = async () => {
    while (next < bodies.length) {
      const request = { path: pathname + '/motion/submit', method: 'POST', headers, body: bodies[next++] }
      const { statusCode, body } = await pool.request(request)
      if (!JSON.parse(await body.text()).success) throw new Error('refused: ' + statusCode)
    }
  }
  Promise.all(Array.from({ length: ${concurrency} }, worker)).then(() => pool.close())`

const { NODE_EXTRA_CA_CERTS, NODE_OPTIONS, NODE_COMPILE_CACHE, ...rest } = process.env
const sandbox = spawn(
  process.execPath,
  [bin, ...'sandbox start --memory --port 0 --limit-per-hour 0 --json'.split(' ')],
  {
    env: { ...rest, HOME: place },
    stdio: ['ignore', 'pipe', 'inherit'],
  },
)
const ready = await new Promise((done) => sandbox.stdout.once('data', (line) => done(JSON.parse(line))))
const env = {
  ...rest,
  MOVECLI_NETWORK: 'testnet',
  MOVECLI_BASE_URL: ready.base_url,
  MOVECLI_API_KEY: ready.api_key,
  MOVECLI_TOKEN: 'sandbox.test-wallet.session-that-never-expires',
}

const time = async (args, home) => {
  const began = performance.now()
  const child = spawn(process.execPath, args, {
    env: { ...env, HOME: home },
    stdio: ['ignore', 'ignore', 'inherit'],
  })
  const code = await new Promise((done) => child.on('exit', done))
  if (code !== 0) throw new Error(`${args.at(-1)} ended with ${code}`)
  return (rows * 1000) / (performance.now() - began)
}
const median = (list) => list.toSorted((a, b) => a - b)[list.length >> 1]

console.log(`node ${process.versions.node}, ${rows} rows, ${concurrency} at once, ${rounds} rounds in turn`)
const rates = []
try {
  for (let round = 0; round < rounds; round++) {
    const home = mkdtempSync(join(place, 'home-'))
    const kept = await time(['-e', loop(true)], home)
    const single = await time(['-e', loop(false)], home)
    const words = `motion submit --from ${input} --concurrency ${concurrency} --quiet`.split(' ')
    const own = await time([bin, ...words], home)
    rates.push({ kept, single, own })
    console.log([own, single, kept].map((rate) => Math.round(rate)).join(' of '), 'rows/s')
  }
} finally {
  sandbox.kill()
  rmSync(place, { recursive: true })
}
const middle = (name) => Math.round(median(rates.map((each) => each[name])))
const ratio = (name) => median(rates.map((each) => each.own / each[name]))
console.log(
  `${middle('own')} rows/s  movecli, every intent flushed before its row is sent, a connection each`,
)
console.log(
  `${middle('single')} rows/s  bare undici, a connection each: ${ratio('single').toFixed(2)} (at least ${least})`,
)
console.log(`${middle('kept')} rows/s  bare undici, connections kept: ${ratio('kept').toFixed(2)}`)
if (ratio('single') < least) process.exitCode = 1
