/**
 * A disk that is lost while the machine goes on: what was not flushed is gone without a restart
 * that would tell. Needs root and loop devices.
 */
import { join } from 'node:path'
import { setTimeout as pause } from 'node:timers/promises'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { mountOf } from '../../src/disk/mount.ts'
import { onLoopDisk } from '../support/loop.ts'
import { freshFolder } from '../support/movecli.ts'
import { movecliProcess } from '../support/process.ts'
import { countingService, freshRows } from '../torture/places.ts'

const rounds = Number(process.env['TORTURE_LOST'] ?? 3)

let service: Awaited<ReturnType<typeof countingService>>
beforeAll(async () => void (service = await countingService()))
afterAll(async () => service.stop())

test('a mount is another one once the disk was mounted anew, though its number is the same', async () => {
  await onLoopDisk(async ({ folder, back }) => {
    const before = mountOf(folder)
    expect(before).toMatch(/^ext4 \d+:\d+ \d+$/)
    expect(mountOf(folder)).toBe(before)
    await back()
    expect(mountOf(folder)).not.toBe(before)
  })
})

test.each(['killed before it', 'at work'] as const)(
  `a disk that is lost with the run %s, ${rounds} times: rows are unresolved, none is sent twice and none is lost`,
  { timeout: 60_000 + rounds * 30_000 },
  async (when) => {
    const faults: string[] = []
    let unresolved = 0
    for (let round = 0; round < rounds; round++)
      await onLoopDisk(async ({ folder, lose, back }) => {
        const home = freshFolder()
        const { path, name, bodies } = freshRows(home, 300)
        const words = ['motion', 'submit', '--from', path, '--run', name, '--format', 'ndjson']
        const env = {
          MOVECLI_NETWORK: 'testnet',
          MOVECLI_BASE_URL: service.url,
          MOVECLI_API_KEY: 'key-of-the-test',
          MOVECLI_STATE_DIR: join(folder, 'movecli'),
        }
        const first = await movecliProcess(words, { home, env })
        await Promise.race([first.says('{"row"'), first.ended])
        await pause(30 + Math.random() * 120)
        if (when === 'killed before it') {
          first.child.kill('SIGKILL')
          await first.ended
        }
        lose()
        const { code, stdout } = await first.ended
        if (when === 'at work' && code !== 3 && code !== 10) faults.push(`the first ended with ${code}`)
        await pause(50)
        await back()
        const next = await (await movecliProcess(words, { home, env })).ended
        if (next.code !== 0 && next.code !== 10)
          faults.push(`the next ended with ${next.code}: ${next.stderr}`)
        const unknown = new Set(
          [...next.stdout.matchAll(/"row":(\d+),"id":null,"status":"unknown"/g)].map(
            ([, row]) => Number(row) - 1,
          ),
        )
        unresolved += unknown.size
        for (const [, row] of stdout.matchAll(/"row":(\d+),"id":null,"status":"applied"/g))
          if (service.times(bodies[Number(row) - 1]!) !== 1) faults.push(`row ${row} was said to be applied`)
        for (const [at, body] of bodies.entries()) {
          if (service.times(body) > 1) faults.push(`${body} was sent ${service.times(body)} times`)
          if (service.times(body) === 0 && !unknown.has(at)) faults.push(`${body} is lost`)
        }
      })
    console.info(`${rounds} disks lost with the run ${when}: ${unresolved} unresolved rows`)
    expect(faults).toEqual([])
    expect(unresolved).toBeGreaterThan(0)
  },
)
