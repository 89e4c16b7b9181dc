/** How readings of one list are compared: by which limits, once more where the list changed, and how much of it. */
import { mostCompared, type NftCollection, type Walked } from './collection-pages.ts'
import { Failed } from './ends.ts'
import { difference } from './identity.ts'

/** `; the first 60 of 150 compared`, where there are or may be more. */
export const lookedAt = ({ rows, total = 0 }: Walked): string =>
  rows.length < mostCompared
    ? ''
    : `; the first ${rows.length}${total > rows.length ? ` of ${total}` : ''} compared`

/**
 * A limit for about so many pages, of which the last is not full: how a page behind the last one is answered is not
 * documented, and behind a full one it may have to be asked for.
 */
export function unevenLimit(count: number, pages: number): number {
  const least = Math.max(1, Math.floor(count / pages))
  for (let limit = least; limit < count; limit++) if (count % limit !== 0) return limit
  return least
}

/** A list that changes while it is read is read once more: only what it then shows again is a finding. */
export async function steadily(
  { walk, nameOf }: NftCollection,
  judge: (walked: Walked) => Promise<string>,
): Promise<string> {
  const before = await walk({})
  try {
    return await judge(before)
  } catch (error) {
    if (!(error instanceof Failed)) throw error
    const now = await walk({})
    if (before.total === now.total && difference(before.rows, now.rows, nameOf) === undefined) throw error
    return judge(now)
  }
}
