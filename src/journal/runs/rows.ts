/** The rows of bulk runs as writes of the journal. */
import { createHash } from 'node:crypto'
import { holder } from '../../disk/lock.ts'
import type { Step } from '../records.ts'
import type { Write } from '../writes.ts'
import type { Owner } from '../owner.ts'
import { visitRun } from './digests.ts'
import { runsIn, runsOf } from './found.ts'
import { lockIn } from './place.ts'
import { encodeDigest, hearRun, type Begun, type Ended, type Sent } from './records.ts'

/** Every row that was sent, run by run; half a line at the end of a journal is left out. Throws DiskFault for a damaged one. */
export async function* rowsOfRuns(state: string): AsyncGenerator<Write> {
  for await (const { folder } of runsIn(state)) yield* await rowsOfRun(folder)
}

/** The rows of an owner's runs with this content that are under way or in doubt. Throws DiskFault for a damaged journal. */
export async function rowsInDoubt(state: string, owner: Owner, content: Uint8Array): Promise<Write[]> {
  const found: Write[] = []
  for (const { folder } of await runsOf(state, owner)) {
    let met = false
    const meet = (other: Uint8Array, kind: 'applied' | 'unknown'): void => {
      met ||= kind === 'unknown' && Buffer.compare(other, content) === 0
    }
    await visitRun(folder, meet, false)
    if (!met) continue
    const digest = encodeDigest(content)
    const alike = (await rowsOfRun(folder)).filter((write) => write.digest === digest)
    found.push(...alike.filter(({ state }) => state === 'unknown' || state === 'sending'))
  }
  return found
}

/** The rows that a run sent. */
export async function rowsOfRun(folder: string): Promise<Write[]> {
  const rows = new Map<string, Write>()
  let begun: Begun | undefined
  await hearRun(folder, {
    begun: (entry) => void (begun ??= entry),
    sent: (sent) => {
      const write = rows.get(sent.row) ?? (begun && writeOf(folder, begun, sent))
      if (!write) return
      rows.set(sent.row, write)
      step(write, { state: 'sending', id: write.id, at: timeOf(sent.at) })
    },
    ended: (entry) => {
      const write = rows.get(entry.row)
      if (write) step(write, stepOf(write.id, entry))
    },
  })
  const living = await holder(lockIn(folder))
  for (const write of rows.values()) {
    if (write.state !== 'sending') continue
    if (living) write.holder = { pid: living.pid }
    else write.state = 'unknown'
  }
  return [...rows.values()]
}

function step(write: Write, made: Step): void {
  const { id: _, at, ...said } = made
  Object.assign(write, said, { until: at })
  write.steps.push(made)
}

/** What the service did not take was rejected where it answered, and else not sent. */
function stepOf(id: string, { row: _, at, ...said }: Ended): Step {
  const when = { id, at: timeOf(at) }
  if (said.state !== 'not_taken') return { ...said, ...when, state: said.state } as Step
  return { ...said, ...when, state: said.status === undefined ? 'not_sent' : 'rejected' }
}

function writeOf(folder: string, { run, profile, network, origin, address, key }: Begun, sent: Sent): Write {
  const { row, content, line, at } = sent
  return {
    id: createHash('sha256')
      .update(`${folder.split(/[/\\]/).slice(-2).join('/')}/${row}`)
      .digest('hex')
      .slice(0, 16),
    state: 'sending',
    at: timeOf(at),
    until: timeOf(at),
    profile: profile ?? null,
    network: network ?? '',
    origin,
    address,
    key,
    operation: 'motion.submit',
    method: 'POST',
    path: '/motion/submit',
    digest: content,
    run: { name: run, folder, row, ...(line !== undefined && { line }) },
    steps: [],
  }
}

const timeOf = (at: number): string => new Date(at).toISOString()
