/** Rows found by the first word of their key: a slot holds a row's number and one, 0 where it is free. */

/** The share of slots that is taken at most. */
export const fullest = 0.8
/** So many times the slots are made once they are full. */
const growth = 1.2
/** The first byte of a word says the part. */
const parts = 256

/** The slot of the row that is asked for among those that were put by this word, or the free one where it would be. */
export function slotOf(slots: Uint32Array, word: number, isRow: (row: number) => boolean): number {
  let slot = Math.floor((word / 0x1_0000_0000) * slots.length)
  while (slots[slot] !== 0 && !isRow(slots[slot]! - 1)) slot = slot + 1 === slots.length ? 0 : slot + 1
  return slot
}

/** In many parts, which grow one at a time: there is never a second set of all slots. `wordOf`: a row's first word. */
export function createSlots(wordOf: (row: number) => number) {
  const slots = Array.from({ length: parts }, () => new Uint32Array(8))
  const taken = new Uint32Array(parts)

  const insert = (part: Uint32Array, row: number, word: number): void => {
    part[slotOf(part, wordInPart(word), none)] = row + 1
  }
  const grown = (part: Uint32Array) => {
    const more = new Uint32Array(Math.ceil(part.length * growth))
    for (const slot of part) if (slot !== 0) insert(more, slot - 1, wordOf(slot - 1))
    return more
  }
  return {
    add(row: number): void {
      const word = wordOf(row)
      const at = word >>> 24
      if (taken[at]! >= slots[at]!.length * fullest) slots[at] = grown(slots[at]!)
      insert(slots[at]!, row, word)
      taken[at]! += 1
    },
    /** The row of a key that begins with `word`, -1 where there is none. */
    find(word: number, isRow: (row: number) => boolean): number {
      const part = slots[word >>> 24]!
      return part[slotOf(part, wordInPart(word), isRow)]! - 1
    },
  }
}

/** What of a word tells those of one part from each other. */
const wordInPart = (word: number): number => (word << 8) >>> 0

const none = () => false
