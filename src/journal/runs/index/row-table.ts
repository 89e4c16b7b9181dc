/**
 * The rows of a run in memory: 13 bytes each, 12 more where rows have ids and 2 more where a day is known, and a slot in an
 * index; a million stay small.
 */
import { dayMs } from '../../../contract/calendar.ts'
import { digestSize } from '../row-digest.ts'
import { createSlots, fullest, slotOf } from './row-slots.ts'

/** What is known of a row. `elsewhere`: by another run of this address; `changed`: its id was sent with other content. */
export const rowStates = [
  'fresh',
  'applied',
  'rejected',
  'unknown',
  'applied-elsewhere',
  'unknown-elsewhere',
  'changed',
  'changed-elsewhere',
] as const
export type RowState = (typeof rowStates)[number]

/** Where a row was sent too: another run, this one (under another id, or in another shard), or single motions. */
export type OtherPlace = { where: 'run' | 'here' | 'single'; run: string }

/** What a row is in this run, and the place that hides it. */
type Own = { state: RowState; place: OtherPlace }

const chunkRows = 1 << 14
const digestWords = digestSize / 4
const seenBit = 8

export type Table = ReturnType<typeof createTable>

/** An empty table. Rows are numbered from 0 in the order they are added, and found by their key. */
export function createTable() {
  const keys: Uint32Array[] = []
  /** Made with the first row of a chunk whose content is not its key: rows without ids need none. */
  const contents: (Uint32Array | undefined)[] = []
  const marks: Uint8Array[] = []
  /** Made with the first row of a chunk whose day is known: a run of new rows needs none. */
  const days: (Uint16Array | undefined)[] = []
  const codes: string[] = ['']
  /** States that `elsewhere` hides: of few rows. */
  const own = new Map<number, Own>()
  /** One for all rows that have the same state and place, which come one after another. */
  let hidden: Own | undefined
  let size = 0

  const keyWord = (row: number, i: number): number => keys[row >>> 14]![firstWordOf(row) + i]!
  const contentWord = (row: number, i: number): number =>
    (contents[row >>> 14] ?? keys[row >>> 14])![firstWordOf(row) + i]!
  const slots = createSlots((row) => keyWord(row, 0))
  const hasKey = (row: number, key: Uint8Array): boolean => {
    for (let i = 0; i < digestWords; i++) if (keyWord(row, i) !== wordOf(key, i)) return false
    return true
  }
  const hasContent = (row: number, content: Uint8Array): boolean => {
    for (let i = 0; i < digestWords; i++) if (contentWord(row, i) !== wordOf(content, i)) return false
    return true
  }
  const setContent = (row: number, content: Uint8Array): void => {
    if (hasContent(row, content)) return
    const chunk = (contents[row >>> 14] ??= keys[row >>> 14]!.slice())
    for (let i = 0; i < digestWords; i++) chunk[firstWordOf(row) + i] = wordOf(content, i)
  }
  const mark = (row: number): number => marks[row >>> 14]![row & (chunkRows - 1)]!
  const setMark = (row: number, value: number): void => {
    marks[row >>> 14]![row & (chunkRows - 1)] = value
  }

  return {
    get size() {
      return size
    },
    /** Adds a row whose key is not there yet. */
    add(key: Uint8Array, content: Uint8Array): number {
      const row = size++
      if ((row & (chunkRows - 1)) === 0) {
        keys.push(new Uint32Array(chunkRows * digestWords))
        marks.push(new Uint8Array(chunkRows))
      }
      const chunk = keys[row >>> 14]!
      for (let i = 0; i < digestWords; i++) chunk[firstWordOf(row) + i] = wordOf(key, i)
      setContent(row, content)
      slots.add(row)
      return row
    },
    /** The row of a key, -1 where there is none. */
    find: (key: Uint8Array): number => slots.find(wordOf(key, 0), (row) => hasKey(row, key)),
    /** Gives a row another content. */
    setContent,
    hasContent,
    /** Writes the content digest of a row into `target`, and returns that. */
    copyContent(row: number, target = Buffer.allocUnsafe(digestSize), at = 0): Buffer {
      for (let i = 0; i < digestWords; i++) target.writeUInt32LE(contentWord(row, i), at + i * 4)
      return target
    },
    /** Writes the key digest of a row into `target`, and returns that. */
    copyKey(row: number, target: Buffer, at: number): Buffer {
      for (let i = 0; i < digestWords; i++) target.writeUInt32LE(keyWord(row, i), at + i * 4)
      return target
    },
    /** The key of a row without an id is its content. */
    hasId(row: number): boolean {
      for (let i = 0; i < digestWords; i++) if (keyWord(row, i) !== contentWord(row, i)) return true
      return false
    },
    /** A number from 0 to 2³² − 1 that depends on the key alone. */
    share: (row: number): number => keyWord(row, 2),
    state: (row: number): RowState => rowStates[mark(row) & 7]!,
    /** The service's code that a row's outcome came with; a run knows fifteen at most. */
    code: (row: number): string | undefined => codes[mark(row) >>> 4] || undefined,
    setState(row: number, state: RowState, code?: string): void {
      own.delete(row)
      if (code !== undefined && !codes.includes(code) && codes.length < 16) codes.push(code)
      const known = code === undefined ? 0 : Math.max(0, codes.indexOf(code))
      setMark(row, (mark(row) & seenBit) | rowStates.indexOf(state) | (known << 4))
    },
    /** Marks a row whose content or id was applied or left unresolved in that place; what it is here is not forgotten. */
    setElsewhere(row: number, state: Extract<RowState, `${string}-elsewhere`>, place: OtherPlace): void {
      const here = this.ownState(row)
      this.setState(row, state)
      if (here === 'fresh' || here.endsWith('elsewhere')) return
      if (hidden?.state !== here || hidden.place !== place) hidden = { state: here, place }
      own.set(row, hidden)
    },
    /** The state of a row in this run, whatever other runs did. */
    ownState(row: number): RowState {
      return own.get(row)?.state ?? this.state(row)
    },
    /** Where a row was sent that has a state of its own besides. */
    otherPlace: (row: number): OtherPlace | undefined => own.get(row)?.place,
    /** Days since 1970 of what made the state. */
    day: (row: number): number => days[row >>> 14]?.[row & (chunkRows - 1)] ?? 0,
    setDay(row: number, day: number): void {
      const chunk = (days[row >>> 14] ??= new Uint16Array(chunkRows))
      chunk[row & (chunkRows - 1)] = day
    },
    /** True the first time that a row is met in a reading of the input. */
    markSeen(row: number): boolean {
      if ((mark(row) & seenBit) !== 0) return false
      setMark(row, mark(row) | seenBit)
      return true
    },
    /** The first `rows` rows by their content, for as long as it is kept: five bytes a row, nine where some are equal. */
    byContent(rows = size): ByContent {
      const heads = new Uint32Array(Math.max(16, Math.ceil(rows / fullest)))
      /** Of equal rows the first is in `heads`, and this leads from each to the next. */
      let next: Uint32Array | undefined
      const isEqual = (one: number, other: number): boolean => {
        for (let i = 0; i < digestWords; i++) if (contentWord(one, i) !== contentWord(other, i)) return false
        return true
      }
      // From the last to the first, so that each head is the first of its content.
      for (let row = rows - 1; row >= 0; row--) {
        const slot = slotOf(heads, contentWord(row, 0), (other) => isEqual(row, other))
        if (heads[slot] !== 0) (next ??= new Uint32Array(rows))[row] = heads[slot]!
        heads[slot] = row + 1
      }
      const chain = function* (head: number): Generator<number> {
        for (let at = head; at !== 0; at = next?.[at - 1] ?? 0) yield at - 1
      }
      return {
        rowsWith: (content) =>
          chain(heads[slotOf(heads, wordOf(content, 0), (row) => hasContent(row, content))] ?? 0),
        *equals() {
          if (next) for (const head of heads) if (head !== 0 && next[head - 1] !== 0) yield [...chain(head)]
        },
      }
    },
  }
}

export type ByContent = {
  /** The rows of a content, in their order. */
  rowsWith(content: Uint8Array): Iterable<number>
  /** The rows of each content that comes more than once. */
  equals(): Iterable<number[]>
}

const wordOf = (digest: Uint8Array, i: number): number => {
  const at = i * 4
  return (digest[at]! | (digest[at + 1]! << 8) | (digest[at + 2]! << 16) | (digest[at + 3]! << 24)) >>> 0
}

/** Where the words of a row begin in its chunk. */
const firstWordOf = (row: number): number => (row & (chunkRows - 1)) * digestWords

/** Days since 1970 of a time in milliseconds. */
export const epochDay = (at: number): number => Math.floor(at / dayMs)
