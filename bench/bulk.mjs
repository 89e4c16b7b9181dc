/** The whole bulk path against bare undici loops that post the same bodies to the same server, in turn: rows a second, and their ratios. */
import { spawn } from 'node:child_process'
import { createHmac } from 'node:crypto'
import { once } from 'node:events'
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { median, plainEnv } from './measure.mjs'
import { startSandbox } from './sandbox.mjs'

const bin = fileURLToPath(new URL('../bin/movecli.js', import.meta.url))
const undici = fileURLToPath(new URL('../node_modules/undici', import.meta.url))
const concurrency = 8

/** A motion with the proof that the sandbox accepts for it. */
function bodyOf(at) {
  const motion = { steps: 1000 + at, distance: 3.2, duration: 1860 }
  const values = [`${motion.steps}`, '3.2', '1860', 'watch-7']
  const proof = createHmac('sha256', 'movecli sandbox proof')
    .update(JSON.stringify(values))
    .digest('base64url')
  return JSON.stringify({ ...motion, proof: `sandbox-proof-v1.${proof}`, device_id: 'watch-7' })
}

/** Bare: reads the bodies, posts as many at once over undici, looks at each answer. Connections are kept, or a request has one of its own. */
const loop = (input, kept) => `
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

/** `single`: the loop that, like movecli, opens a connection for each row; `kept`: the one that keeps its connections. `slowMs`: what the service takes for an answer. */
export async function bulk({ rows, rounds, slowMs = 0 }) {
  const place = mkdtempSync(join(tmpdir(), 'movecli-bench-bulk-'))
  const input = join(place, 'rows.ndjson')
  writeFileSync(input, `${Array.from({ length: rows }, (_, at) => bodyOf(at)).join('\n')}\n`)
  const slow = slowMs > 0 ? ['--fault', `POST /motion/submit:latency=${slowMs}ms`] : []
  const sandbox = await startSandbox(bin, place, slow)
  const rate = async (args, home) => {
    const began = performance.now()
    const child = spawn(process.execPath, args, {
      env: { ...plainEnv, ...sandbox.env, HOME: home },
      stdio: ['ignore', 'ignore', 'inherit'],
    })
    const [code] = await once(child, 'exit')
    if (code !== 0) throw new Error(`${args.at(-1)} ended with ${code}`)
    return (rows * 1000) / (performance.now() - began)
  }
  const words = `motion submit --from ${input} --concurrency ${concurrency} --quiet`.split(' ')
  const rates = []
  try {
    for (let round = 0; round < rounds; round++) {
      const home = mkdtempSync(join(place, 'home-'))
      const kept = await rate(['-e', loop(input, true)], home)
      const single = await rate(['-e', loop(input, false)], home)
      rates.push({ kept, single, own: await rate([bin, ...words], home) })
    }
  } finally {
    sandbox.stop()
    rmSync(place, { recursive: true })
  }
  const middle = (name) => Math.round(median(rates.map((each) => each[name])))
  const against = (name) => ({
    rows,
    own: middle('own'),
    bare: middle(name),
    ratio: Number(median(rates.map((each) => each.own / each[name])).toFixed(2)),
  })
  const title = (name) => `${name}, ${rows} rows${slowMs > 0 ? `, a service of ${slowMs} ms` : ''}`
  return { [title('a connection each')]: against('single'), [title('connections kept')]: against('kept') }
}
