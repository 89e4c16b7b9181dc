/** What a run did before, folded into the table of its rows. */
import { decodeDigest, hearRun, type Begun, type Heard } from './records.ts'
import { dayOf, type RowState, type Table } from './table.ts'

export type Loaded = Heard & { begun?: Begun }

/**
 * Folds a run's journal into a table. Rows that the table lacks are added behind the others. A row still at `sending`
 * is unknown. Throws DiskFault for a damaged line.
 */
export async function loadRun(folder: string, table: Table): Promise<Loaded> {
  let first: Begun | undefined
  const become = (row: number, state: RowState, at: number, code?: string): void => {
    table.setState(row, state, code)
    table.setDay(row, dayOf(at))
  }
  const heard = await hearRun(folder, {
    begun: (entry) => void (first ??= entry),
    sent: ({ row, content, at }) => {
      const [key, digest] = [decodeDigest(row), decodeDigest(content)]
      const known = table.find(key)
      const found = known < 0 ? table.add(key, digest) : known
      become(found, table.hasContent(found, digest) ? 'unknown' : 'changed', at)
    },
    ended: (entry) => {
      const row = table.find(decodeDigest(entry.row))
      if (row < 0) return
      if (entry.state === 'not_taken') return become(row, 'fresh', entry.at)
      if (table.state(row) === 'changed') return
      if (entry.state === 'resolved') become(row, entry.as === 'applied' ? 'applied' : 'fresh', entry.at)
      else become(row, entry.state, entry.at, entry.code)
    },
  })
  return { ...heard, ...(first && { begun: first }) }
}
