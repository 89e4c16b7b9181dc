/**
 * The array of docs/scale.md, run by Slurm: eight tasks on one limit, two of them killed, one requeued while it runs. The judge
 * is the log of the service. With TORTURE_HOUR=1 the tasks wait for the next hour, which takes 61 minutes, as they would.
 */
import { chmodSync, existsSync, readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { freshFolder } from '../support/movecli.ts'
import { movecliScript } from '../support/process.ts'
import { startSlurm } from '../support/slurm.ts'
import { startWitness, type Witness } from '../witness/service.ts'

const shards = [1, 2, 3, 4, 5, 6, 7, 8]
const rows = 400
const limit = 300
const wholeHour = process.env['TORTURE_HOUR'] === '1'
let cluster: Awaited<ReturnType<typeof startSlurm>>
let witness: Witness

beforeAll(async () => {
  witness = await startWitness()
  cluster = await startSlurm({ cpus: shards.length })
})
afterAll(async () => {
  await cluster?.end()
  await witness.close()
})

/** A shared folder with the rows, the script of the page, and movecli on the path. */
async function sharedFolder(): Promise<string> {
  const folder = freshFolder('movecli-array-')
  const page = readFileSync(join(import.meta.dirname, '../../docs/scale.md'), 'utf8')
  writeFileSync(join(folder, 'submit.sh'), /```sh\n(#!\/bin\/sh\n#SBATCH[\s\S]*?)```/.exec(page)?.[1] ?? '')
  const motion = (steps: number) =>
    `{"id":"row-${steps}","steps":${steps},"distance":1.5,"duration":600,"proof":"p"}\n`
  writeFileSync(join(folder, 'rows.ndjson'), Array.from({ length: rows }, (_, at) => motion(at + 1)).join(''))
  writeFileSync(join(folder, 'key'), witness.key, { mode: 0o600 })
  writeFileSync(join(folder, 'token'), witness.token, { mode: 0o600 })
  writeFileSync(
    join(folder, 'movecli'),
    `#!/bin/sh\nexec ${process.execPath} ${await movecliScript()} "$@"\n`,
  )
  chmodSync(join(folder, 'movecli'), 0o755)
  return folder
}

/** When each row came to the service, by its number. */
const arrivals = () =>
  witness.requests
    .filter(({ method, target }) => method === 'POST' && target === '/v1/motion/submit')
    .map(({ body, at }) => ({ row: (JSON.parse(body) as { steps: number }).steps, at }))

/** The most requests of any kind within 3,600 seconds. */
function mostInAnHour(): number {
  const times = witness.requests.map(({ at }) => at).toSorted((one, other) => one - other)
  return Math.max(...times.map((end, at) => at + 1 - times.findIndex((begin) => begin > end - 3_600_000)))
}

/** Waits until the service has heard nothing for five seconds. */
async function quiet(): Promise<void> {
  for (let before = -1; before !== witness.requests.length;) {
    before = witness.requests.length
    await new Promise((resolve) => setTimeout(resolve, 5_000))
  }
}

type Result = { row: number; id: string; status: string }
const resultsOf = (folder: string): Result[] =>
  shards
    .map((shard) => join(folder, `submit-${shard}.ndjson`))
    .flatMap((path) => (existsSync(path) ? readFileSync(path, 'utf8').split('\n') : []))
    // A line that a kill cut off is followed by those of the next start.
    .flatMap((line) =>
      line.endsWith('}') ? [JSON.parse(line.slice(line.lastIndexOf('{"row"'))) as Result] : [],
    )

/** What a task said of its rows when it ended; nothing before that. */
function summaryOf(folder: string, shard: number): Record<string, number> {
  const path = join(folder, `submit-${shard}.json`)
  return existsSync(path) ? (JSON.parse(readFileSync(path, 'utf8')) as Record<string, number>) : {}
}

test(
  'killed and requeued, eight tasks send each row once, and no more than the limit',
  { timeout: wholeHour ? 5_400_000 : 240_000 },
  async () => {
    const folder = await sharedFolder()
    const env = {
      PATH: `${folder}:${process.env['PATH']}`,
      HOME: folder,
      MOVECLI_NETWORK: 'testnet',
      MOVECLI_BASE_URL: witness.url,
      MOVECLI_API_KEY_FILE: join(folder, 'key'),
      MOVECLI_TOKEN_FILE: join(folder, 'token'),
    }
    const submit = (rateLimit: number) =>
      cluster.slurm('sbatch', ['--parsable', 'submit.sh'], {
        cwd: folder,
        env: { ...env, MOVECLI_RATE_LIMIT: String(rateLimit) },
      })
    witness.answer({ method: 'POST', path: '/motion/submit', times: rows * 2, delayMs: 100 })

    const job = submit(limit)
    const running = () => Object.values(cluster.tasks(job)).filter((state) => state === 'RUNNING').length
    // A task whose part of the limit covers its rows ends before the next hour.
    const done = () => shards.filter((shard) => summaryOf(folder, shard)['left'] === 0).length
    await expect.poll(() => arrivals().length, { timeout: 60_000 }).toBeGreaterThan(20)
    // Two are killed with all that runs for them, a third is asked to stop; Slurm starts all three again.
    for (const task of [`${job}_2`, `${job}_5`]) {
      for (const pid of cluster.processes(task)) process.kill(pid, 'SIGKILL')
      await expect.poll(() => cluster.tasks(task), { timeout: 30_000 }).toEqual({})
      cluster.slurm('scontrol', ['requeue', task])
    }
    cluster.slurm('scontrol', ['requeue', `${job}_7`])
    await expect.poll(() => running() + done(), { timeout: 60_000 }).toBe(shards.length)
    await quiet()
    expect(arrivals().length).toBeGreaterThan(limit / 2)
    expect(witness.requests.length).toBeLessThanOrEqual(limit)
    expect(running()).toBeGreaterThan(shards.length / 2)
    expect(running() + done()).toBe(shards.length)

    if (!wholeHour) {
      // The rest of the rows, on a limit that lets them go at once.
      cluster.slurm('scancel', [job])
      await expect.poll(() => cluster.tasks(job), { timeout: 60_000 }).toEqual({})
      submit(rows * 10)
    }
    await expect
      .poll(() => cluster.slurm('squeue', ['--noheader']), {
        timeout: wholeHour ? 5_000_000 : 90_000,
        interval: 1000,
      })
      .toBe('')

    const sent = arrivals().map(({ row }) => row)
    expect(new Set(sent).size).toBe(sent.length)
    if (wholeHour) expect(mostInAnHour()).toBeLessThanOrEqual(limit)
    // Each row is accounted for: sent, or in flight when its task was killed and reported as unknown.
    const unknown = resultsOf(folder).flatMap(({ row, status }) => (status === 'unknown' ? [row] : []))
    expect(new Set([...sent, ...unknown]).size).toBe(rows)
    expect(new Set(unknown).size).toBeLessThanOrEqual(16)
    for (const shard of shards) {
      const summary = summaryOf(folder, shard)
      expect(summary).toMatchObject({ rejected: 0, left: 0, exit: summary['unknown'] ? 10 : 0 })
    }
  },
)
