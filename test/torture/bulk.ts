/** Kills and stops of bulk runs at random moments. The judge is the service's own log: a running sandbox's events. */
import { createHash } from 'node:crypto'
import { existsSync, readdirSync, readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { setTimeout as pause } from 'node:timers/promises'
import { sandboxApiKey, sandboxToken } from '../../src/sandbox/constants.ts'
import { makeProof } from '../../src/sandbox/proof.ts'
import type { RunRecord } from '../../src/journal/runs/log-records.ts'
import { freshFolder } from '../support/movecli.ts'
import { movecliProcess } from '../support/process.ts'

export type Tally = {
  stops: number
  /** Stops that came while rows were under way. */
  during: number
  rows: number
  /** Unresolved rows after all stops. */
  unknown: number
  /** What must never be. */
  faults: string[]
}

export type Torture = {
  stops: number
  signal: 'SIGKILL' | 'SIGINT' | 'SIGTERM'
  concurrency: number
  rows?: number
  random?: () => number
}

/** A sandbox in a process of its own, and what runs against it need. */
export async function startService() {
  const home = freshFolder('movecli-torture-')
  const flags = ['--fault', 'POST /motion/submit:latency=2ms']
  const server = await movecliProcess(
    ['sandbox', 'start', '--port', '0', '--limit-per-hour', '0', '--json', ...flags],
    { home },
  )
  await server.says('"pid"')
  const log = join(home, '.local/state/movecli/sandbox/events.log')
  const url = /"base_url":"([^"]+)"/.exec(server.said())?.[1] ?? ''
  const env = {
    MOVECLI_NETWORK: 'testnet',
    MOVECLI_BASE_URL: url,
    MOVECLI_API_KEY: sandboxApiKey,
    MOVECLI_TOKEN: sandboxToken,
  }
  return {
    home,
    env,
    /** How often each body was applied, by its sha256. */
    applied: () => countsIn(log),
    submit: async (path: string, ...more: string[]) =>
      movecliProcess(['motion', 'submit', '--from', path, ...more], { home, env }),
    stop: async () => {
      server.child.kill('SIGTERM')
      await server.ended
    },
  }
}
export type Service = Awaited<ReturnType<typeof startService>>

let made = 0
/** An input of fresh rows, each of which the sandbox takes, and the digests of their bodies by line. */
export function freshInput(home: string, count: number) {
  const first = 1_000_000 + made
  made += count
  const bodies = Array.from({ length: count }, (_, at) => {
    const motion = { steps: first + at, distance: 3.2, duration: 1860 }
    return JSON.stringify({ ...motion, proof: makeProof(motion) })
  })
  const path = join(home, `rows-${first}.ndjson`)
  writeFileSync(path, `${bodies.join('\n')}\n`)
  return {
    path,
    run: `run-${first}`,
    digests: bodies.map((body) => createHash('sha256').update(body).digest('hex')),
  }
}

/** Stops runs `stops` times and judges after each. */
export async function tortureBulk({
  stops,
  signal,
  concurrency,
  rows = 4000,
  random = Math.random,
}: Torture): Promise<Tally> {
  const service = await startService()
  const tally: Tally = { stops: 0, during: 0, rows: 0, unknown: 0, faults: [] }
  try {
    while (tally.stops < stops) await oneInput(service, tally, { stops, signal, concurrency, rows, random })
  } finally {
    await service.stop()
  }
  return tally
}

async function oneInput(
  service: Service,
  tally: Tally,
  { stops, signal, concurrency, rows, random }: Required<Torture>,
) {
  const { path, run, digests } = freshInput(service.home, rows)
  const words = ['--run', run, '--concurrency', String(concurrency), '--format', 'ndjson']
  const unresolved = () =>
    statesOf(service.home, run).filter((state) => state === 'sending' || state === 'unknown').length
  for (let done = false; !done && tally.stops < stops;) {
    const before = unresolved()
    const { child, ended, says } = await service.submit(path, ...words)
    // Every fifth comes at any moment of the start; the others once rows are under way.
    if (tally.stops % 5 === 4) await pause(random() * 300)
    else await Promise.race([says('{"row"').catch(() => {}), ended]).then(async () => pause(random() * 250))
    child.kill(signal)
    const { code, stdout } = await ended
    done = code === 0 || code === 10
    if (done) break
    tally.stops += 1
    if (stdout.includes('"applied"')) tally.during += 1
    const more = unresolved() - before
    const allowed = signal === 'SIGKILL' ? concurrency : 0
    if (more > allowed) tally.faults.push(`stop ${tally.stops}: ${more} more rows unresolved`)
    const exit = { SIGKILL: null, SIGINT: 130, SIGTERM: 143 }[signal]
    // A stop that comes before the first line of the program is the system's.
    if (code !== exit && code !== null) tally.faults.push(`stop ${tally.stops}: it ended with ${code}`)
  }
  const { code, stderr } = await (await service.submit(path, ...words)).ended
  if (code !== 0 && code !== 10) tally.faults.push(`the last run ended with ${code}: ${stderr}`)
  judge(service, run, digests, tally)
}

/** Each row is applied or unresolved, never lost; what the journal calls applied the service has, and nothing twice. */
function judge(service: Service, run: string, digests: readonly string[], tally: Tally): void {
  const counts = service.applied()
  const states = statesOf(service.home, run)
  tally.rows += digests.length
  for (const [at, digest] of digests.entries()) {
    const [state, count] = [states[at], counts.get(digest) ?? 0]
    if (state === 'sending' || state === 'unknown') tally.unknown += 1
    else if (state !== 'applied') tally.faults.push(`row ${at + 1} is ${state ?? 'lost'}`)
    if (count > 1) tally.faults.push(`row ${at + 1} was applied ${count} times`)
    if (state === 'applied' && count === 0) tally.faults.push(`row ${at + 1} is applied in the journal alone`)
  }
}

/** The last state of each row by its line, as its run's journal has it. */
export function statesOf(home: string, run: string): string[] {
  const folder = join(home, '.local/state/movecli/journal/runs', run)
  const states: string[] = []
  const lines = new Map<string, number>()
  for (const scope of existsSync(folder) ? readdirSync(folder) : []) {
    const path = join(folder, scope, 'rows.log')
    if (!existsSync(path)) continue
    for (const line of readFileSync(path, 'utf8').split('\n').slice(0, -1)) {
      const record = JSON.parse(line.slice(9)) as Partial<RunRecord>
      if (record.state === 'planned') for (const [row, at] of record.rows ?? []) lines.set(row, at - 1)
      else if (record.state && 'row' in record) states[lines.get(record.row ?? '')!] = record.state
    }
  }
  return states
}

function countsIn(log: string): Map<string, number> {
  const counts = new Map<string, number>()
  for (const line of readFileSync(log, 'utf8').split('\n')) {
    if (!line.includes('"op":"motion.submit"')) continue
    const digest = /"digest":"([0-9a-f]+)"/.exec(line)?.[1] ?? ''
    counts.set(digest, (counts.get(digest) ?? 0) + 1)
  }
  return counts
}
