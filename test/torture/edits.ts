/**
 * Edits of an input between runs, as people make them: ids added, taken away, changed,
 * rows moved, numbers typed in another way.
 */
import { makeProof } from '../../src/sandbox/proof.ts'

/** A row of an input: what it is (`n`), what it is called, and how it is typed. */
export type Written = { n: number; id?: string; spelling: number }

const distances = [3.2, '3.20', '3.200km', '3200m', '3.2km', '03.2']
const durations = [1860, '1860.0', '31m', '0h31m', '1860s', '0h30m60s']

/** The line of a row: the same content however it is spelled. */
export function lineOf({ n, id, spelling }: Written): string {
  const motion = { steps: 1000 + n, distance: 3.2, duration: 1860 }
  const fields: [string, unknown][] = [
    ['steps', spelling % 2 ? motion.steps : String(motion.steps)],
    ['distance', distances[spelling % distances.length]],
    ['duration', durations[(spelling >> 2) % durations.length]],
    ['proof', makeProof(motion)],
  ]
  if (id !== undefined) fields.push(['id', id])
  if (spelling % 3 === 0) fields.reverse()
  return JSON.stringify(Object.fromEntries(fields))
}

/** The input after one edit; neither an id nor a content comes twice in it. */
export function edited(rows: readonly Written[], roll: () => number, fresh: () => number): Written[] {
  const pick = (most: number) => Math.floor(roll() * most)
  const list = rows.map((row) => ({ ...row }))
  const some = (share: number, change: (row: Written) => Written) => {
    for (const [at, row] of list.entries()) if (roll() < share) list[at] = change(row)
  }
  const edits = [
    () => some(0.4, (row) => ({ ...row, id: row.id ?? `id-${row.n}` })),
    () => some(0.4, ({ n, spelling }) => ({ n, spelling })),
    () => some(0.4, (row) => ({ ...row, id: `id-${row.n}-${pick(4)}` })),
    () => some(0.5, (row) => ({ ...row, spelling: pick(60) })),
    () => list.sort(() => roll() - 0.5),
    () => list.splice(pick(list.length), 1 + pick(2)),
    () => list.push(...Array.from({ length: 1 + pick(3) }, () => ({ n: fresh(), spelling: pick(60) }))),
    // Ids move on to the next row, as they do where they are line numbers.
    () => list.forEach((row, at) => (row.id = `line-${at + pick(2)}`)),
    // A row of an earlier day comes back, under a name of its own.
    () => list.push({ n: 1 + pick(Math.max(1, fresh() - 1)), id: `again-${pick(1000)}`, spelling: pick(60) }),
  ]
  edits[pick(edits.length)]!()
  const names = new Set<string | number>()
  const isNew = (name: string | number): boolean => !names.has(name) && names.add(name).size > 0
  // Equal rows of one input are meant twice: another matter.
  return list.filter(({ n, id }) => isNew(n) && (id === undefined || isNew(id)))
}
