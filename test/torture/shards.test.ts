/** Eight shards of 10,000 rows at once. In processes of their own: test/peers/shards.test.ts. */
import { writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import type { Event } from '../../src/sandbox/store/events.ts'
import { createSandbox } from '../../src/sandbox/sandbox.ts'
import type { EventStore } from '../../src/sandbox/store/memory-store.ts'
import { freshFolder, movecli } from '../support/movecli.ts'
import { faultsOf, rowsFile, shards } from './shards.ts'

test(
  'eight shards of 10,000 rows leave none out, share none, and the service has each row once',
  { timeout: 600_000 },
  async () => {
    const home = freshFolder('movecli-shards-')
    const file = join(home, 'rows.ndjson')
    writeFileSync(file, rowsFile())
    const events: Event[] = []
    const store: EventStore = {
      turn: async (work) => {
        const turn = await work([])
        events.push(...turn.events)
        return turn.value
      },
      close: async () => {},
    }
    const transport = createSandbox({ store, limitPerHour: 0 })
    const ran = await Promise.all(
      shards.map(async (shard) =>
        movecli(`motion submit -n sandbox --from ${file} --shard ${shard}`, { home, transport }),
      ),
    )
    expect(
      faultsOf(
        ran,
        events.flatMap((event) => (event.op === 'motion.submit' ? [Number(event.steps)] : [])),
      ),
    ).toEqual([])
  },
)
