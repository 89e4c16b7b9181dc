/** The whole bulk path against a bare node:http loop that posts the same bodies to the same server, a connection each, in turn: rows a second, and their ratio. */
import { spawn } from 'node:child_process'
import { createHmac } from 'node:crypto'
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'

const bin = fileURLToPath(new URL('../bin/movecli.js', import.meta.url))
const rows = Number(process.argv[2] ?? 40_000)
const rounds = Number(process.argv[3] ?? 3)
const concurrency = Number(process.argv[4] ?? 8)
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

/** Bare: reads the bodies, posts as many at once, each over a connection of its own, looks at each answer. */
const loop = `
  const http = require('http')
  const bodies = require('fs').readFileSync(${JSON.stringify(input)}, 'utf8').trimEnd().split('\\n')
  const url = process.env.MOVECLI_BASE_URL + '/motion/submit'
  const headers = {
    'content-type': 'application/json',
    'x-api-key': process.env.MOVECLI_API_KEY,
    authorization: 'Bearer ' + process.env.MOVECLI_TOKEN,
  }
  let next = 0
  const worker = async () => {
    while (next < bodies.length) {
      const body = bodies[next++]
      const answer = await new Promise((done, fail) => {
        const sending = http.request(url, { agent: false, method: 'POST', headers: { ...headers, 'content-length': body.length } }, done)
        sending.on('error', fail).end(body)
      })
      let text = ''
      for await (const chunk of answer.setEncoding('utf8')) text += chunk
      if (!JSON.parse(text).success) throw new Error('refused: ' + answer.statusCode)
    }
  }
  Promise.all(Array.from({ length: ${concurrency} }, worker))`

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
const pairs = []
try {
  for (let round = 0; round < rounds; round++) {
    const home = mkdtempSync(join(place, 'home-'))
    const bare = await time(['-e', loop], home)
    const words = `motion submit --from ${input} --concurrency ${concurrency} --quiet`.split(' ')
    pairs.push({ bare, own: await time([bin, ...words], home) })
  }
} finally {
  sandbox.kill()
  rmSync(place, { recursive: true })
}
for (const { bare, own } of pairs) console.log(`${Math.round(own)} of ${Math.round(bare)} rows/s`)
const ratio = median(pairs.map(({ bare, own }) => own / bare))
console.log(`${Math.round(median(pairs.map(({ bare }) => bare)))} rows/s  bare node:http loop`)
console.log(
  `${Math.round(median(pairs.map(({ own }) => own)))} rows/s  movecli, every intent flushed before its row is sent`,
)
console.log(`${ratio.toFixed(2)}  of it (at least ${least})`)
if (ratio < least) process.exitCode = 1
