/**
 * Runs whose proofs a prover makes, killed at random moments: no row twice, none with
 * another's proof, and no prover is left behind.
 */
import { createHash } from 'node:crypto'
import { chmodSync, readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { setTimeout as pause } from 'node:timers/promises'
import { expect, test } from 'vitest'
import { makeProof } from '../../src/sandbox/proof.ts'
import { runs } from '../support/prover.ts'
import { chance } from '../support/random.ts'
import { startService } from './bulk.ts'

const kills = Math.ceil(Number(process.env['TORTURE_BULK'] ?? 6) / 2)

/**
 * Rows without proofs, the bodies that the service is to get, and a prover that knows their proofs.
 * At every 50th row it prints a line too many.
 */
function motions(home: string, count: number) {
  const rows = Array.from({ length: count }, (_, at) => ({
    steps: 10_000 + at,
    distance: 3.2,
    duration: 1860,
  }))
  const path = join(home, 'rows.ndjson')
  writeFileSync(path, rows.map((row) => `${JSON.stringify(row)}\n`).join(''))
  const [proofs, pids, prover] = ['proofs', 'pids', 'prove'].map((name) => join(home, name)) as [
    string,
    string,
    string,
  ]
  writeFileSync(proofs, rows.map((row) => `${row.steps} ${makeProof(row)}\n`).join(''))
  writeFileSync(pids, '')
  writeFileSync(
    prover,
    `#!/bin/sh
echo $$ >> ${pids}
while read -r line; do
  steps=\${line#*:}
  steps=\${steps%%,*}
  proof=$(sed -n "s/^$steps //p" ${proofs})
  case $steps in
    *49|*99) printf '%s\\nextra\\n' "$proof" ;;
    *) printf '%s\\n' "$proof" ;;
  esac
done
`,
  )
  chmodSync(prover, 0o755)
  const digests = rows.map((row) =>
    createHash('sha256')
      .update(JSON.stringify({ ...row, proof: makeProof(row) }))
      .digest('hex'),
  )
  return { path, prover, digests, pids: () => readFileSync(pids, 'utf8').trim().split('\n').map(Number) }
}

test.each([
  { kind: 'kept provers', words: ['--prover-lines'], count: 600 },
  { kind: 'a prover for each row', words: [], count: 200 },
])(
  '$kind: after kills in between each row is applied once, unknown, or without a proof',
  async ({ words, count }) => {
    const { random, again } = chance()
    const service = await startService()
    try {
      const { path, prover, digests, pids } = motions(service.home, count)
      const line = [...words, '--prover', prover, '--prover-jobs', '3', '--format', 'ndjson']
      for (let at = 0; at < kills; at++) {
        const { child, ended, says } = await service.submit(path, ...line)
        await Promise.race([says('{"row"').catch(() => {}), ended])
        await pause(random() * 200)
        child.kill('SIGKILL')
        await ended
      }
      const { stdout } = await (await service.submit(path, ...line)).ended
      const said = stdout
        .trim()
        .split('\n')
        .map((text) => JSON.parse(text) as { row: number; status: string; code?: string })
      expect(said.length, again).toBe(count)
      const counts = service.applied()
      // A process for each motion may print as many lines as it likes: they are its proof, which the service refuses.
      const others = said.filter(({ status }) => status !== 'applied' && status !== 'skipped')
      for (const { row, status, code } of others)
        if (status === 'rejected')
          expect([row % 50, code], again).toEqual([0, words.length > 0 ? 'CLI_PROVER' : 'MOTION_002'])
        else
          expect([status, counts.get(digests[row - 1]!) ?? 0], again).toEqual(['unknown', expect.any(Number)])
      const missed = new Set(others.map(({ row }) => row - 1))
      for (const [at, digest] of digests.entries()) {
        const times = counts.get(digest) ?? 0
        expect(times, `${again}: row ${at + 1}`).toBeLessThanOrEqual(1)
        if (!missed.has(at)) expect(times, `${again}: row ${at + 1}`).toBe(1)
      }
      expect([...counts.keys()].filter((digest) => !digests.includes(digest))).toEqual([])
      await expect.poll(() => pids().filter(runs), { timeout: 20_000 }).toEqual([])
    } finally {
      await service.stop()
    }
  },
  600_000,
)

test('where no row leaves no prover is started, and the command ends by itself', async () => {
  const service = await startService()
  try {
    const { path, prover, pids } = motions(service.home, 20)
    const line = ['--prover-lines', '--prover', prover, '--prover-jobs', '2']
    const codes = []
    for (const words of [[], [], ['--run', 'other']])
      codes.push((await (await service.submit(path, ...line, ...words)).ended).code)
    expect({ codes, started: pids().length }).toEqual({ codes: [0, 0, 2], started: 2 })
  } finally {
    await service.stop()
  }
})
