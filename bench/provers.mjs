/** A run whose proofs kept provers make, against those provers driven bare and against the same run with its proofs in the file, in turn: rows a second, and the ratio to the slower of the two. */
import { spawn } from 'node:child_process'
import { createHmac } from 'node:crypto'
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { createInterface } from 'node:readline'
import { fileURLToPath } from 'node:url'

const bin = fileURLToPath(new URL('../bin/movecli.js', import.meta.url))
const rows = Number(process.argv[2] ?? 10_000)
const rounds = Number(process.argv[3] ?? 3)
/** What a proof takes, in milliseconds. */
const takesMs = Number(process.argv[4] ?? 5)
const jobs = Number(process.argv[5] ?? 4)
const place = mkdtempSync(join(tmpdir(), 'movecli-bench-provers-'))
const [proved, bare, prover] = ['proved.ndjson', 'bare.ndjson', 'prove.mjs'].map((name) => join(place, name))

const proofOf = ({ steps, distance, duration }) => {
  const sealed = createHmac('sha256', 'movecli sandbox proof')
    .update(JSON.stringify([`${steps}`, `${distance}`, `${duration}`, 'watch-7']))
    .digest('base64url')
  return `sandbox-proof-v1.${sealed}`
}
const motions = Array.from({ length: rows }, (_, at) => ({
  steps: 1000 + at,
  distance: 3.2,
  duration: 1860,
  device_id: 'watch-7',
}))
const lines = (list) => list.map((each) => `${JSON.stringify(each)}\n`).join('')
writeFileSync(bare, lines(motions))
writeFileSync(proved, lines(motions.map((motion) => ({ ...motion, proof: proofOf(motion) }))))
writeFileSync(
  prover,
  `#!${process.execPath}
import { createHmac } from 'node:crypto'
import { createInterface } from 'node:readline'
import { setTimeout as pause } from 'node:timers/promises'
const proofOf = ${proofOf.toString()}
let last = Promise.resolve()
createInterface({ input: process.stdin }).on('line', (line) => {
  last = last.then(() => pause(${takesMs})).then(() => console.log(proofOf(JSON.parse(line))))
})
`,
  { mode: 0o755 },
)

const { NODE_EXTRA_CA_CERTS, NODE_OPTIONS, NODE_COMPILE_CACHE, ...rest } = process.env
const sandbox = spawn(
  process.execPath,
  [bin, ...'sandbox start --memory --port 0 --limit-per-hour 0 --json'.split(' ')],
  { env: { ...rest, HOME: place }, stdio: ['ignore', 'pipe', 'inherit'] },
)
const ready = await new Promise((done) => sandbox.stdout.once('data', (line) => done(JSON.parse(line))))
const env = {
  ...rest,
  MOVECLI_NETWORK: 'testnet',
  MOVECLI_BASE_URL: ready.base_url,
  MOVECLI_API_KEY: ready.api_key,
  MOVECLI_TOKEN: 'sandbox.test-wallet.session-that-never-expires',
}
const rateSince = (began) => (rows * 1000) / (performance.now() - began)

/** The provers alone: each is asked for the next motion as soon as it has answered. */
async function driven() {
  const began = performance.now()
  let next = 0
  const drive = async () => {
    const child = spawn(prover, { stdio: ['pipe', 'pipe', 'inherit'] })
    const answers = createInterface({ input: child.stdout })[Symbol.asyncIterator]()
    while (next < motions.length) {
      child.stdin.write(`${JSON.stringify(motions[next++])}\n`)
      await answers.next()
    }
    child.stdin.end()
  }
  await Promise.all(Array.from({ length: jobs }, drive))
  return rateSince(began)
}
async function submitted(from, ...words) {
  const began = performance.now()
  const args = [bin, 'motion', 'submit', '--from', from, '--quiet', ...words]
  const home = mkdtempSync(join(place, 'home-'))
  const child = spawn(process.execPath, args, {
    env: { ...env, HOME: home },
    stdio: ['ignore', 'ignore', 'inherit'],
  })
  const code = await new Promise((done) => child.on('exit', done))
  if (code !== 0) throw new Error(`${words.join(' ')} ended with ${code}`)
  return rateSince(began)
}
const median = (list) => list.toSorted((a, b) => a - b)[list.length >> 1]

console.log(`${rows} rows, ${jobs} provers of ${takesMs} ms, ${rounds} rounds in turn`)
const ratios = []
try {
  for (let round = 0; round < rounds; round++) {
    const provers = await driven()
    const sending = await submitted(proved)
    const both = await submitted(bare, '--prover', prover, '--prover-lines', '--prover-jobs', `${jobs}`)
    ratios.push(both / Math.min(provers, sending))
    const [p, s, b] = [provers, sending, both].map(Math.round)
    console.log(`${b} rows/s; the provers alone ${p}, the sending alone ${s}`)
  }
} finally {
  sandbox.kill()
  rmSync(place, { recursive: true })
}
console.log(`${median(ratios).toFixed(2)} of the slower of the two`)
