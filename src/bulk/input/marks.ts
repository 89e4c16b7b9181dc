/** A mark for each row of an input, one bit each. */
const block = 1 << 16

export function createMarks() {
  const blocks: (Uint8Array | undefined)[] = []
  let any = false
  return {
    add(row: number): void {
      const bits = (blocks[Math.floor(row / block)] ??= new Uint8Array(block / 8))
      bits[(row % block) >>> 3]! |= 1 << (row & 7)
      any = true
    },
    has: (row: number): boolean =>
      ((blocks[Math.floor(row / block)]?.[(row % block) >>> 3] ?? 0) & (1 << (row & 7))) !== 0,
    get any() {
      return any
    },
  }
}
export type Marks = ReturnType<typeof createMarks>
