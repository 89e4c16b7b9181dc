/** Text by the columns it takes on a terminal: CJK and emoji take two. The door of string-width. */
import { printableAscii } from './sanitize.ts'

export type Ruler = {
  width(text: string): number
  /** At most `max` columns, ending with `…` where it was cut. */
  shorten(text: string, max: number): string
  pad(text: string, to: number, right?: boolean): string
  /** Lines of at most `max` columns that hold every character; they end after a blank where there is one. */
  wrap(text: string, max: number): string[]
}

/** Latin letters, and the scripts whose every character takes two columns: measured at once. */
const simple = /^[\x20-\x7e\u00c0-\u02af\u3041-\u3096\u30a1-\u30fa\u4e00-\u9fff\uac00-\ud7a3]*$/
const wide = /[\u3041-\ud7a3]/g

/** A ruler for harmless text of one line. */
export async function ruler(): Promise<Ruler> {
  const { default: stringWidth } = await import('string-width')
  const graphemes = new Intl.Segmenter()
  const width = (text: string): number => {
    if (printableAscii.test(text)) return text.length
    return simple.test(text) ? text.length + (text.match(wide)?.length ?? 0) : stringWidth(text)
  }

  /** The longest beginning that fits, in UTF-16 units. */
  const fitting = (text: string, max: number): number => {
    if (printableAscii.test(text)) return Math.min(text.length, max)
    let used = 0
    for (const { segment, index } of graphemes.segment(text)) {
      used += width(segment)
      if (used > max) return index
    }
    return text.length
  }

  return {
    width,
    shorten: (text, max) => (width(text) <= max ? text : `${text.slice(0, fitting(text, max - 1))}…`),
    pad(text, to, right = false) {
      const blank = ' '.repeat(Math.max(0, to - width(text)))
      return right ? blank + text : text + blank
    },
    wrap(text, max) {
      const lines: string[] = []
      let rest = text
      while (width(rest) > max) {
        const most = fitting(rest, max) || (graphemes.segment(rest).containing(0)?.segment.length ?? 1)
        const end = rest.slice(0, most).trimEnd().lastIndexOf(' ') + 1 || most
        lines.push(rest.slice(0, end))
        rest = rest.slice(end)
      }
      return rest === '' && lines.length > 0 ? lines : [...lines, rest]
    },
  }
}
