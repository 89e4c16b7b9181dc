/** Eight processes share 10,000 rows. The judge is the service's own log: a running sandbox's events. */
import { readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { makeProof } from '../../src/sandbox/proof.ts'
import { freshFolder } from '../support/movecli.ts'
import { movecliProcess } from '../support/process.ts'

const total = 10_000
const shards = 8

/** Rows that differ in their steps alone, from 1 on. */
const rows = Array.from({ length: total }, (_, index) => {
  const values = { steps: String(index + 1), distance: '1.5', duration: '600' }
  return `{"id":"row-${index + 1}","steps":${values.steps},"distance":1.5,"duration":600,"proof":"${makeProof(values)}"}`
})

type Said = { row: number; id: string; status: string }
type Event = { op: string; steps?: string }

/** Objects of a text with one on each line; the log's lines begin with a checksum. */
const objectsIn = <T>(text: string): T[] =>
  text
    .split('\n')
    .filter((line) => line.includes('{'))
    .map((line) => JSON.parse(line.slice(line.indexOf('{'))) as T)

test('eight shards of 10,000 rows leave none out, share none, and the service has each row once', async () => {
  const home = freshFolder('movecli-shards-')
  const file = join(home, 'rows.ndjson')
  writeFileSync(file, `${rows.join('\n')}\n`)
  const server = await movecliProcess(['sandbox', 'start', '--port', '0', '--limit-per-hour', '0'], { home })
  await server.says('base_url')
  try {
    const ran = await Promise.all(
      Array.from({ length: shards }, async (_, index) => {
        const words = [
          'motion',
          'submit',
          '-n',
          'sandbox',
          '--from',
          file,
          '--shard',
          `${index + 1}/${shards}`,
        ]
        return (await movecliProcess(words, { home })).ended
      }),
    )
    expect(ran.map(({ code, stderr }) => ({ code, words: code === 0 ? '' : stderr }))).toEqual(
      Array.from({ length: shards }, () => ({ code: 0, words: '' })),
    )
    const parts = ran.map(({ stdout }) => objectsIn<Said>(stdout))
    const said = parts.flat()
    expect(parts.every((part) => part.length > total / shards / 2)).toBe(true)
    expect(said.filter(({ status }) => status !== 'applied')).toEqual([])
    expect(said).toHaveLength(total)
    expect(new Set(said.map(({ row, id }) => `${row} ${id}`))).toEqual(
      new Set(rows.map((_, index) => `${index + 1} row-${index + 1}`)),
    )
    const kept = objectsIn<Event>(
      readFileSync(join(home, '.local/state/movecli/sandbox/events.log'), 'utf8'),
    ).filter(({ op }) => op === 'motion.submit')
    expect(kept).toHaveLength(total)
    expect(new Set(kept.map(({ steps }) => Number(steps)))).toEqual(
      new Set(rows.map((_, index) => index + 1)),
    )
  } finally {
    server.child.kill('SIGTERM')
    await server.ended
  }
})
