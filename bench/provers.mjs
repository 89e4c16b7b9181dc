/**
 * A run whose proofs kept provers make, beside those provers driven bare and the same run with its proofs in the file, in
 * turn: rows a second, the ratios, what each process costs, and how long the provers waited. Arguments: rows, rounds,
 * milliseconds of a proof, provers, and `light` for a service that only answers in place of the sandbox.
 */
import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { mkdtempSync, rmSync } from 'node:fs'
import { createServer } from 'node:http'
import { availableParallelism, loadavg, tmpdir } from 'node:os'
import { join } from 'node:path'
import { createInterface } from 'node:readline'
import { fileURLToPath } from 'node:url'
import { median, plainEnv } from './measure.mjs'
import { idleShare, processorTime, proverWorld } from './prover-world.mjs'
import { startSandbox } from './sandbox.mjs'

const bin = fileURLToPath(new URL('../bin/movecli.js', import.meta.url))
const [rows, rounds, takesMs, jobs] = [10_000, 3, 5, 4].map((usual, at) =>
  Number(process.argv[at + 2] ?? usual),
)
const isLight = process.argv[6] === 'light'

if (process.argv[2] === 'serve') serve()
else await measure()

/** A service that takes every motion. */
function serve() {
  const answer = JSON.stringify({ success: true, data: { id: 'm-1', status: 'accepted' }, error: null })
  const server = createServer((request, response) => {
    request.resume().on('end', () => response.setHeader('content-type', 'application/json').end(answer))
  })
  server.listen(0, '127.0.0.1', () => console.log(server.address().port))
}

async function startLight() {
  const child = spawn(process.execPath, [fileURLToPath(import.meta.url), 'serve'], {
    env: plainEnv,
    stdio: ['ignore', 'pipe', 'inherit'],
  })
  const [port] = await once(child.stdout, 'data')
  const env = {
    MOVECLI_NETWORK: 'testnet',
    MOVECLI_BASE_URL: `http://127.0.0.1:${Number(port)}/v1`,
    MOVECLI_API_KEY: 'key',
    MOVECLI_TOKEN: 'token',
  }
  return { pid: child.pid, env, stop: () => child.kill() }
}

async function measure() {
  const place = mkdtempSync(join(tmpdir(), 'movecli-bench-provers-'))
  const { motions, proved, bare, prover } = proverWorld(place, { rows, takesMs })
  const service = isLight ? await startLight() : await startSandbox(bin, place)

  /** Rows a second of `work`, and processor time for a row: of the processes that it starts, and of the service. */
  async function clocked(work) {
    const before = { self: processorTime('self'), service: processorTime(service.pid) }
    const began = performance.now()
    await work()
    const rate = (rows * 1000) / (performance.now() - began)
    return {
      rate,
      started: (processorTime('self').children - before.self.children) / rows,
      service: (processorTime(service.pid).own - before.service.own) / rows,
    }
  }
  /** The provers alone: each is asked for the next motion as soon as it has answered. */
  async function driven() {
    let next = 0
    const drive = async () => {
      const child = spawn(prover, { stdio: ['pipe', 'pipe', 'inherit'] })
      const answers = createInterface({ input: child.stdout })[Symbol.asyncIterator]()
      while (next < motions.length) {
        child.stdin.write(`${JSON.stringify(motions[next++])}\n`)
        await answers.next()
      }
      child.stdin.end()
      await once(child, 'exit')
    }
    await Promise.all(Array.from({ length: jobs }, drive))
  }
  async function submitted(from, ...words) {
    const args = [bin, 'motion', 'submit', '--from', from, '--quiet', ...words]
    const home = mkdtempSync(join(place, 'home-'))
    const child = spawn(process.execPath, args, {
      env: { ...plainEnv, ...service.env, HOME: home },
      stdio: ['ignore', 'ignore', 'inherit'],
    })
    const [code] = await once(child, 'exit')
    if (code !== 0) throw new Error(`${words.join(' ')} ended with ${code}`)
  }
  const whole = async () => submitted(bare, '--prover', prover, '--prover-lines', '--prover-jobs', `${jobs}`)

  const name = isLight ? 'a service that only answers' : 'the sandbox'
  const load = loadavg()[0].toFixed(1)
  console.log(
    `${rows} rows, ${jobs} provers of ${takesMs} ms, ${name}, ${availableParallelism()} cores, load ${load}, ${rounds} rounds in turn`,
  )
  const ratios = []
  try {
    for (let round = 0; round < rounds; round++) {
      const provers = await clocked(driven)
      const alone = idleShare(place)
      const sending = await clocked(async () => submitted(proved))
      const both = await clocked(whole)
      const idle = idleShare(place)
      ratios.push({ provers: both.rate / provers.rate, sending: both.rate / sending.rate })
      const [b, p, s] = [both, provers, sending].map(({ rate }) => Math.round(rate))
      const ms = (number) => `${number.toFixed(2)} ms`
      const percent = (share) => `${(share * 100).toFixed(1)}%`
      console.log(
        `${b} rows/s; the provers alone ${p}, the sending alone ${s}. The provers wait ${percent(idle)} of their time, alone ${percent(alone)}`,
        `\n  processor time for a row: movecli ${ms(both.started - provers.started)}, the provers ${ms(provers.started)}, the service ${ms(both.service)}`,
      )
    }
  } finally {
    service.stop()
    rmSync(place, { recursive: true })
  }
  const middle = (kind) => median(ratios.map((each) => each[kind])).toFixed(2)
  console.log(
    `${middle('provers')} of the provers' rate, ${middle('sending')} of the rate of the sending alone`,
  )
}
