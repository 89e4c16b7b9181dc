/**
 * A model of bulk: whatever befalls it, in whatever order, no row is lost and none is sent twice.
 * Crashes strike at the disk's and the wire's seam.
 */
import { once } from 'node:events'
import fs, { cpSync, existsSync, mkdtempSync, readdirSync, rmSync } from 'node:fs'
import { statSync, truncateSync, writeFileSync } from 'node:fs'
import { syncBuiltinESMExports } from 'node:module'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import fc from 'fast-check'
import { afterAll, expect, test } from 'vitest'
import { contentDigest, encodeDigest } from '../../src/journal/runs/row-digest.ts'
import { machineDisk, type Disk } from '../../src/disk/disk.ts'
import { digits } from '../../src/contract/lossless-json.ts'
import { TransportFailure, type Transport } from '../../src/contract/wire.ts'
import { movecli } from '../support/movecli.ts'
import { env, type Said } from './support.ts'
import { clock } from '../support/clock.ts'

const histories = Number(process.env['MODEL_RUNS'] ?? 200)

type Fault =
  | { kind: 'none' }
  /** The process is gone at the n-th request: before or after the service has it. */
  | { kind: 'crash'; at: number; applied: boolean }
  /** The process is gone at the n-th write to a journal: before it, with half of it, or after it. */
  | { kind: 'crash-write'; at: number; how: 'before' | 'torn' | 'after' }
  /** The machine is gone at the n-th request: of what was not flushed, this share is left, and the next boot is another. */
  | { kind: 'power'; at: number; applied: boolean; left: number }
  | { kind: 'full'; at: number; writes: number }
  | { kind: 'stop'; at: number; name: 'SIGINT' | 'SIGTERM' }
  | { kind: 'down'; at: number; requests: number; how: Down }
  | { kind: 'second'; at: number }
type Down = 'refused' | 'lost' | 'lost-after' | '503' | 'CHAIN_001' | '429'

type Step =
  | { do: 'submit'; concurrency: number; retry: '' | '--retry-failed' | '--retry-unknown'; fault: Fault }
  | { do: 'grow'; rows: number }
  | { do: 'shrink'; rows: number }
  | { do: 'shuffle' }
  /** A person looks, and says the truth of an unresolved row. */
  | { do: 'resolve' }

const at = fc.integer({ min: 1, max: 8 })
const late = fc.integer({ min: 1, max: 16 })
const downs: Down[] = ['refused', 'lost', 'lost-after', '503', 'CHAIN_001', '429']
const fault: fc.Arbitrary<Fault> = fc.oneof(
  fc.constant({ kind: 'none' as const }),
  fc.record({ kind: fc.constant('crash' as const), at, applied: fc.boolean() }),
  fc.record({
    kind: fc.constant('crash-write' as const),
    at: late,
    how: fc.constantFrom('before' as const, 'torn' as const, 'after' as const),
  }),
  fc.record({
    kind: fc.constant('power' as const),
    at,
    applied: fc.boolean(),
    left: fc.double({ min: 0, max: 1, noNaN: true }),
  }),
  fc.record({ kind: fc.constant('full' as const), at: late, writes: fc.integer({ min: 1, max: 20 }) }),
  fc.record({
    kind: fc.constant('stop' as const),
    at,
    name: fc.constantFrom('SIGINT' as const, 'SIGTERM' as const),
  }),
  fc.record({
    kind: fc.constant('down' as const),
    at,
    requests: fc.integer({ min: 1, max: 5 }),
    how: fc.constantFrom(...downs),
  }),
  fc.record({ kind: fc.constant('second' as const), at }),
)
const retry = fc.constantFrom('' as const, '' as const, '--retry-failed' as const, '--retry-unknown' as const)
const submission = fc.record({
  do: fc.constant('submit' as const),
  concurrency: fc.constantFrom(1, 2, 4),
  retry,
  fault,
})
const few = (most: number) => fc.integer({ min: 1, max: most })
const step: fc.Arbitrary<Step> = fc.oneof(
  { weight: 5, arbitrary: submission },
  { weight: 1, arbitrary: fc.record({ do: fc.constant('grow' as const), rows: few(4) }) },
  { weight: 1, arbitrary: fc.record({ do: fc.constant('shrink' as const), rows: few(3) }) },
  { weight: 1, arbitrary: fc.constant({ do: 'shuffle' as const }) },
  { weight: 1, arbitrary: fc.constant({ do: 'resolve' as const }) },
)

/** What happens to the next write. `write` writes so many bytes of it. */
let onWrite: ((write: (bytes: number) => number, length: number) => number) | undefined
/** What is certainly on disk of each file, by its inode. */
const flushed = new Map<number, number>()
const disk: Disk = {
  ...machineDisk,
  write: (fd, bytes, from) => {
    const write = (most: number) => machineDisk.write(fd, bytes.subarray(0, from + most), from)
    return onWrite ? onWrite(write, bytes.length - from) : write(bytes.length - from)
  },
  flush: async (handle) => {
    const { ino, size } = fs.fstatSync(handle.fd)
    await machineDisk.flush(handle)
    flushed.set(ino, Math.max(size, flushed.get(ino) ?? 0))
  },
}

/** The boot that locks and journals are told of. */
let boot: string | undefined
const realRead = fs.readFileSync.bind(fs)
fs.readFileSync = ((path: string, ...more: [never]) =>
  path !== '/proc/sys/kernel/random/boot_id'
    ? realRead(path, ...more)
    : (boot ?? realRead('/there is no /proc'))) as typeof fs.readFileSync
syncBuiltinESMExports()

/** Memory where there is some to write to: a flush then costs nothing. */
const base = mkdtempSync(join(existsSync('/dev/shm') ? '/dev/shm' : tmpdir(), 'movecli-model-'))
afterAll(() => {
  fs.readFileSync = realRead
  syncBuiltinESMExports()
  rmSync(base, { recursive: true, force: true })
})

const isRejected = (n: number) => n % 7 === 0
const noSpace = () => Object.assign(new Error('ENOSPC'), { code: 'ENOSPC' })
const turn = async () => new Promise((resolve) => setImmediate(resolve))

class World {
  home = mkdtempSync(join(base, 'home-'))
  rows = [1, 2, 3, 4, 5, 6]
  next = 7
  time = clock()
  /** How often the service applied each row. */
  applied = new Map<number, number>()
  /** How often an unresolved row was applied because someone asked to send it again. */
  resent = new Map<number, number>()
  /** How many rows may be unresolved by now. */
  mostUnresolved = 0

  get input() {
    return join(this.home, 'rows.ndjson')
  }

  write(): void {
    const lines = this.rows.map((n) => JSON.stringify({ steps: n, ...(n % 2 === 0 && { id: `row-${n}` }) }))
    writeFileSync(this.input, `${lines.join('\n')}\n`)
  }

  /** What a kill leaves behind: the files as they are now, held by nobody. */
  killed(left = 1): string {
    const home = mkdtempSync(join(base, 'home-'))
    cpSync(this.home, home, { recursive: true })
    for (const place of readdirSync(home, { recursive: true, encoding: 'utf8' })) {
      if (/(lock|planning\/[^/]+)\/\d+$/.test(place)) rmSync(join(home, place))
      if (left === 1 || !place.endsWith('rows.log')) continue
      const { ino, size } = statSync(join(this.home, place))
      const safe = flushed.get(ino) ?? 0
      truncateSync(join(home, place), safe + Math.floor((size - safe) * left))
    }
    return home
  }

  /** What is there when the machine is started is on disk. */
  started(): void {
    flushed.clear()
    for (const place of readdirSync(this.home, { recursive: true, encoding: 'utf8' })) {
      const { ino, size } = statSync(join(this.home, place))
      flushed.set(ino, size)
    }
  }

  async submit({ concurrency, retry, fault: it }: Extract<Step, { do: 'submit' }>): Promise<void> {
    this.write()
    this.started()
    const stop = new AbortController()
    const unresolved = retry === '--retry-unknown' ? await this.unknown() : new Set<number>()
    let gone: string | undefined
    let [requests, writes] = [0, 0]
    let second: { code: number } | undefined
    const die = (left?: number): void => {
      gone ??= this.killed(left)
      stop.abort('SIGTERM')
    }
    const lost = (why: string) => new TransportFailure('sent', new Error(why))
    const transport: Transport = async (request) => {
      if (gone !== undefined) throw lost('gone')
      if (request.method === 'GET') return answer(200)
      const n = stepsOf(request.body)
      const nth = ++requests
      if (n % 3 === 0) await turn()
      if (gone !== undefined) throw lost('gone')
      if (it.kind === 'stop' && nth === it.at) stop.abort(it.name)
      if (it.kind === 'second' && nth === it.at) second = await this.run('', transport)
      if (it.kind === 'down' && nth >= it.at && nth < it.at + it.requests) {
        if (it.how === 'refused') throw new TransportFailure('connect', new Error('refused'))
        if (it.how === '429') return answer(429, 'RATE_001')
        this.mostUnresolved += 1
        if (it.how === 'lost-after') this.take(n, unresolved)
        if (it.how === 'lost' || it.how === 'lost-after') throw lost('lost')
        return answer(503, it.how === '503' ? 'E_503' : it.how)
      }
      const dies = (it.kind === 'crash' || it.kind === 'power') && nth === it.at
      if (!dies || it.applied) this.take(n, unresolved)
      if (dies) {
        die(it.kind === 'power' ? it.left : 1)
        throw lost('gone')
      }
      if (n % 3 === 1) await turn()
      return isRejected(n) ? answer(400, 'MOTION_002') : answer(200)
    }
    onWrite = (write, length) => {
      const nth = ++writes
      if (it.kind === 'full' && nth >= it.at && nth < it.at + it.writes) {
        write(Math.floor(length / 3))
        throw noSpace()
      }
      if (it.kind !== 'crash-write' || nth !== it.at) return write(length)
      if (it.how === 'torn') write(Math.ceil(length / 2))
      if (it.how === 'after') write(length)
      die()
      throw noSpace()
    }
    const ran = await this.run(`--concurrency ${concurrency} ${retry}`, transport, stop.signal).finally(
      () => (onWrite = undefined),
    )
    if (second) expect(second.code).toBe(8)
    if (gone !== undefined || it.kind === 'full') this.mostUnresolved += concurrency
    // Of rows that were planned together nobody knows afterwards which had left.
    if (it.kind === 'power') this.mostUnresolved += this.rows.length
    if (gone !== undefined) {
      if (it.kind === 'power' && boot !== undefined) boot += '+'
      rmSync(this.home, { recursive: true })
      this.home = gone
      return
    }
    const more: Partial<Record<Fault['kind'], number[]>> = { stop: [130, 143], full: [3] }
    expect([0, 10, ...(more[it.kind] ?? [])], ran.stderr).toContain(ran.code)
    this.judge(ran.stdout)
  }

  /** The service takes a row; twice only where that was asked for while it was unresolved. */
  take(n: number, unresolved: ReadonlySet<number>): void {
    if (isRejected(n)) return
    const count = 1 + (this.applied.get(n) ?? 0)
    this.applied.set(n, count)
    if (count > 1 && unresolved.has(n)) this.resent.set(n, 1 + (this.resent.get(n) ?? 0))
    this.twice ||= count > 1 + (this.resent.get(n) ?? 0)
  }
  twice = false

  /** Pauses pass at once. The patience of a stop lasts until all answers are in, which this service always gives. */
  sleep = async (ms: number, signal?: AbortSignal): Promise<void> => {
    if (ms !== 10_000) return this.time.sleep(ms, signal)
    await once(signal!, 'abort')
    throw signal!.reason
  }

  async run(words: string, transport: Transport, signal?: AbortSignal) {
    const line = `motion submit --from ${this.input} --run model --format ndjson ${words}`
    const setting = { home: this.home, env, transport, disk, now: this.time.now, sleep: this.sleep }
    return movecli(line, { ...setting, ...(signal && { signal }) })
  }

  /** What is said of the rows must be true. */
  judge(stdout: string): Said[] {
    const said = stdout
      .split('\n')
      .filter(Boolean)
      .map((line) => JSON.parse(line) as Said)
    for (const { row, status } of said) {
      const n = this.rows[row - 1]!
      if (status === 'applied' || status === 'skipped')
        expect(this.applied.get(n) ?? 0, `row ${n}`).toBeGreaterThan(0)
      if (status === 'rejected') expect(isRejected(n)).toBe(true)
    }
    expect(new Set(said.map(({ row }) => row)).size).toBe(said.length)
    expect(said.filter(({ status }) => status === 'unknown').length).toBeLessThanOrEqual(this.mostUnresolved)
    expect(this.twice).toBe(false)
    return said
  }

  /** The unresolved rows, as a run that reaches nobody says. */
  async unknown(): Promise<Set<number>> {
    const nobody: Transport = async () => {
      throw new TransportFailure('connect', new Error('refused'))
    }
    const { stdout } = await this.run('--max-wait 1d --dry-run', nobody)
    expect(stdout).not.toContain('"status"')
    // It stops before it has read more rows than it may send at once.
    const { stdout: asked } = await this.run('--max-wait 0 --concurrency 64', nobody)
    const unresolved = this.judge(asked).filter(({ status }) => status === 'unknown')
    return new Set(unresolved.map(({ row }) => this.rows[row - 1]!))
  }

  /** The verdict on the first unresolved row, by what the service has. */
  async resolve(): Promise<void> {
    const say = async (line: string) => movecli(`journal ${line}`, { home: this.home, env })
    const [first] = JSON.parse((await say('ls --state unknown --json')).stdout) as { id: string }[]
    if (!first) return
    const { digest } = JSON.parse((await say(`show ${first.id} --json`)).stdout) as { digest: string }
    const numbers = Array.from({ length: this.next }, (_, n) => n)
    const n = numbers.find((each) => encodeDigest(contentDigest({ steps: digits(each) })) === digest)!
    const as = this.applied.has(n) ? 'applied' : 'not-applied'
    const { code, stderr } = await say(`resolve ${first.id} --as ${as}`)
    expect(code, stderr).toBe(0)
  }

  /** In the end every row is applied, rejected or unresolved. */
  async end(): Promise<void> {
    this.write()
    const { code, stdout, stderr } = await this.run('', async ({ body }) => {
      const n = stepsOf(body)
      this.take(n, new Set())
      return isRejected(n) ? answer(400, 'MOTION_002') : answer(200)
    })
    expect([0, 10], stderr).toContain(code)
    const said = this.judge(stdout)
    expect(said.length).toBe(this.rows.length)
    expect(said.filter(({ status }) => status === 'invalid')).toEqual([])
    rmSync(this.home, { recursive: true, force: true })
  }
}

const stepsOf = (body: Uint8Array | undefined) =>
  (JSON.parse(Buffer.from(body ?? []).toString()) as { steps: number }).steps

const answer = (status: number, code?: string) => ({
  status,
  headers: [] as [string, string][],
  body: (async function* () {
    const error = { code, message: '', details: '' }
    yield Buffer.from(
      JSON.stringify(code === undefined ? { success: true, data: {} } : { success: false, error }),
    )
  })(),
})

/** Histories that once sent a row twice. */
const met: [Step[], string | undefined][] = [
  [
    [
      {
        do: 'submit',
        concurrency: 1,
        retry: '',
        fault: { kind: 'power', at: 1, applied: true, left: 0 },
      },
      { do: 'submit', concurrency: 1, retry: '', fault: { kind: 'full', at: 1, writes: 1 } },
      { do: 'shuffle' },
    ],
    undefined,
  ],
]

test(`${histories} histories of submissions, kills, power cuts, full disks, outages, stops, edits, verdicts and second processes`, async () => {
  const steps = fc.array(step, { minLength: 1, maxLength: 6 })
  // Where there is no /proc nobody can tell one boot from the next.
  const first = fc.constantFrom('boot', 'boot', undefined)
  const property = fc.asyncProperty(steps, first, async (history, named) => {
    boot = named
    const world = new World()
    for (const each of history) {
      if (each.do === 'submit') await world.submit(each)
      if (each.do === 'grow') for (let n = 0; n < each.rows; n++) world.rows.push(world.next++)
      if (each.do === 'shrink') world.rows.splice(0, Math.min(each.rows, world.rows.length - 1))
      if (each.do === 'shuffle') world.rows.reverse()
      if (each.do === 'resolve') await world.resolve()
    }
    await world.end()
  })
  await fc.assert(property, { numRuns: histories, examples: met })
}, 600_000)
