/** Eight processes share 10,000 rows, over real sockets. The judge is the log of the sandbox that serves them. */
import { readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { freshFolder } from '../support/movecli.ts'
import { movecliProcess } from '../support/process.ts'
import { faultsOf, rowsFile, shards } from '../torture/shards.ts'

test('eight processes leave no row out, share none, and the service has each row once', async () => {
  const home = freshFolder('movecli-shards-')
  const file = join(home, 'rows.ndjson')
  writeFileSync(file, rowsFile())
  const server = await movecliProcess(['sandbox', 'start', '--port', '0', '--limit-per-hour', '0'], { home })
  await server.says('base_url')
  try {
    const ran = await Promise.all(
      shards.map(async (shard) => {
        const words = ['motion', 'submit', '-n', 'sandbox', '--from', file, '--shard', shard]
        return (await movecliProcess(words, { home })).ended
      }),
    )
    const log = readFileSync(join(home, '.local/state/movecli/sandbox/events.log'), 'utf8')
    expect(
      faultsOf(
        ran,
        [...log.matchAll(/"op":"motion\.submit".*?"steps":"(\d+)"/g)].map(([, steps]) => Number(steps)),
      ),
    ).toEqual([])
  } finally {
    server.child.kill('SIGTERM')
    await server.ended
  }
})
