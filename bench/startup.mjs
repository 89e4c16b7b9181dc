/** Start-up as a multiple of `node -e 0`, measured side by side: pairs of runs in turn, the median of their ratios. */
import { spawn } from 'node:child_process'
import { createServer } from 'node:http'
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'

const bin = fileURLToPath(new URL('../bin/movecli.js', import.meta.url))
const rounds = Number(process.argv[2] ?? 40)
const home = mkdtempSync(join(tmpdir(), 'movecli-bench-'))
const day =
  '{"success":true,"data":{"date":"2026-01-31","steps":1,"distance":1.10,"duration":60,"calories":2,"earnings":{"mft":1.10,"k_day":2,"multipliers":{"nft":1,"streak":1,"social":1}}}}'
const server = createServer((_, response) => response.end(day))
await new Promise((done) => server.listen(0, '127.0.0.1', done))

const { NODE_EXTRA_CA_CERTS, NODE_OPTIONS, NODE_COMPILE_CACHE, ...rest } = process.env
const env = {
  ...rest,
  HOME: home,
  MOVECLI_NETWORK: 'testnet',
  MOVECLI_BASE_URL: `http://127.0.0.1:${server.address().port}/v1`,
  MOVECLI_API_KEY: 'bench-key-1',
  MOVECLI_TOKEN: 'bench-token-1',
}
const http = `require('http').get('${env.MOVECLI_BASE_URL}/motion/daily',{agent:false},r=>r.resume())`
const cases = {
  'bare node with one request': ['-e', http],
  '--version': [bin, '--version'],
  '--help': [bin, '--help'],
  'motion daily --help': [bin, 'motion', 'daily', '--help'],
  'whoami --json': [bin, 'whoami', '--json'],
  'motion daily --json': [bin, 'motion', 'daily', '--json'],
}

const time = async (args) => {
  const began = performance.now()
  const child = spawn(process.execPath, args, { env, stdio: 'ignore' })
  const code = await new Promise((done) => child.on('exit', done))
  if (code !== 0) throw new Error(`${args.join(' ')} ended with ${code}`)
  return performance.now() - began
}
const median = (list) => list.toSorted((a, b) => a - b)[list.length >> 1]

console.log(`node ${process.versions.node}, ${rounds} pairs each; ratio to node -e 0`)
for (const [name, args] of Object.entries(cases)) {
  const pairs = []
  for (let round = 0; round < rounds; round++) {
    const base = await time(['-e', '0'])
    pairs.push({ base, own: await time(args) })
  }
  const ratio = median(pairs.map(({ base, own }) => own / base))
  console.log(
    `${ratio.toFixed(2).padStart(6)}  ${name}  (${median(pairs.map((p) => p.own)).toFixed(0)} ms to ${median(pairs.map((p) => p.base)).toFixed(0)} ms)`,
  )
}
server.close()
rmSync(home, { recursive: true })
