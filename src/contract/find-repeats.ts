/** Finds where a text repeats a pattern, or the beginning of one: in time linear in both, by the Z-algorithm. */

export type Repeat = [from: number, to: number]
/** Adds to `spans` what it finds in the text. */
export type Find = (text: string, spans: Repeat[]) => void

/** In order, every place where the text has `least` characters of the pattern's beginning or more, and how many. */
export type FindBeginnings = (
  text: string,
  least: number,
  found: (at: number, length: number) => void,
) => void

/** What the runtime searches for quickly, wherever it is in a text. */
const longestSearch = 200

/** Looks at the pattern itself once, where a text has need of it. */
export function beginningsOf(pattern: string): FindBeginnings {
  let own: Int32Array | undefined
  const look = (text: string, first: number, least: number, found: (at: number, length: number) => void) => {
    const start = pattern.slice(0, Math.min(least, longestSearch))
    // The text repeats the pattern's beginning between these.
    let [from, to] = [0, 0]
    for (let at = text.indexOf(start, first); at >= 0 && at < text.length;) {
      let length = at < to ? Math.min(own![at - from]!, to - at) : start.length
      if (at + length >= to) {
        while (length < pattern.length && text.charCodeAt(at + length) === pattern.charCodeAt(length))
          length++
        from = at
        to = at + length
      }
      if (length >= least) found(at, length)
      at++
      // What the pattern has here itself may be too short, and end below.
      while (at < to && own![at - from]! < start.length && at + own![at - from]! < to) at++
      if (at >= to) at = text.indexOf(start, at)
    }
  }
  return (text, least, found) => {
    if (!own && text.includes(pattern.slice(0, Math.min(least, longestSearch)))) {
      const lengths = (own = new Int32Array(pattern.length))
      look(pattern, 1, 0, (at, length) => (lengths[at] = length))
    }
    if (own) look(text, 0, least, found)
  }
}

/** Every place of the whole pattern. */
export function wholesOf(pattern: string): Find {
  const beginnings = beginningsOf(pattern)
  return (text, spans) => beginnings(text, pattern.length, (at, length) => cover(spans, at, at + length))
}

/** Adds a span, or makes the last one longer where they meet. */
export function cover(spans: Repeat[], from: number, to: number): void {
  const last = spans.at(-1)
  if (!last || from > last[1] || to < last[0]) spans.push([from, to])
  else {
    last[0] = Math.min(last[0], from)
    last[1] = Math.max(last[1], to)
  }
}

let [straight, turned] = ['', '']
/** From its last character to its first, for its ends are beginnings there. Several ask for that of a long text. */
export function reversed(text: string): string {
  if (text !== straight) {
    const bytes = Buffer.from(text, 'utf16le')
    new Uint16Array(bytes.buffer, bytes.byteOffset, text.length).reverse()
    straight = text
    turned = bytes.toString('utf16le')
  }
  return turned
}
