/** Import, submit, import again, submit again, with kills in between: the service has each day once. */
import { createHash } from 'node:crypto'
import { writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { setTimeout as pause } from 'node:timers/promises'
import { expect, test } from 'vitest'
import { makeProof } from '../../src/sandbox/proof.ts'
import { built } from '../support/built.ts'
import { chance } from '../support/random.ts'
import { startService, type Service } from './bulk.ts'

type Row = { id: string; steps: number; distance: number; duration: number }

const kills = Math.ceil(Number(process.env['TORTURE_BULK'] ?? 6) / 2)
const start = Date.UTC(2025, 0, 1)

/** An export of so many days, each with other numbers. */
const exportOf = (days: number): string =>
  `date,steps,distance,duration\n${Array.from(
    { length: days },
    (_, at) =>
      `${new Date(start + at * 86_400_000).toISOString().slice(0, 10)},${5000 + at},3.2,${1800 + at}\n`,
  ).join('')}`

/** What is imported from an export, with the sandbox's proof of each row: a file for `--from`, and the bodies it makes. */
async function rowsOf({ home }: Service, days: number) {
  const csv = join(home, `export-${days}.csv`)
  writeFileSync(csv, exportOf(days))
  const { code, stdout } = await built(['motion', 'import', csv], { home })
  expect(code).toBe(0)
  const rows = stdout
    .trim()
    .split('\n')
    .map((line) => JSON.parse(line) as Row)
  const path = join(home, `rows-${days}.ndjson`)
  const withProof = rows.map((row) => {
    const motion = { steps: row.steps, distance: row.distance, duration: row.duration }
    return { ...row, proof: makeProof(motion) }
  })
  writeFileSync(path, withProof.map((row) => `${JSON.stringify(row)}\n`).join(''))
  const bodies = withProof.map(({ steps, distance, duration, proof }) =>
    createHash('sha256').update(JSON.stringify({ steps, distance, duration, proof })).digest('hex'),
  )
  return { path, bodies }
}

/** Submits with kills at random moments, then to the end; the numbers of unresolved rows, by their place. */
async function submitted(service: Service, path: string, random: () => number): Promise<Set<number>> {
  const words = ['--skip-applied', '--concurrency', '4', '--format', 'ndjson']
  for (let at = 0; at < kills; at++) {
    const { child, ended, says } = await service.submit(path, ...words)
    await Promise.race([says('{"row"').catch(() => {}), ended])
    await pause(random() * 120)
    child.kill('SIGKILL')
    await ended
  }
  const last = await service.submit(path, ...words)
  const { stdout } = await last.ended
  const said = stdout
    .trim()
    .split('\n')
    .map((line) => JSON.parse(line) as { row: number; status: string })
  expect(said.filter(({ status }) => !['applied', 'skipped', 'unknown'].includes(status))).toEqual([])
  return new Set(said.filter(({ status }) => status === 'unknown').map(({ row }) => row - 1))
}

test('kills between and within import and submit: each day once, and a grown export adds its new days alone', async () => {
  const { random, again } = chance()
  const service = await startService()
  try {
    const first = await rowsOf(service, 300)
    const unknown = await submitted(service, first.path, random)
    expect(unknown.size, again).toBeLessThanOrEqual(kills * 4)
    const grown = await rowsOf(service, 330)
    expect(grown.bodies.slice(0, 300)).toEqual(first.bodies)
    const still = await submitted(service, grown.path, random)
    const counts = service.applied()
    for (const [at, body] of grown.bodies.entries()) {
      const count = counts.get(body) ?? 0
      expect(count, `${again}: day ${at}`).toBeLessThanOrEqual(1)
      if (!still.has(at)) expect(count, `${again}: day ${at}`).toBe(1)
    }
    expect(
      [...unknown].every((at) => still.has(at)),
      again,
    ).toBe(true)
  } finally {
    await service.stop()
  }
}, 600_000)
