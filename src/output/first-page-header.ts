/** What every format is: rows in, text out. Formats with a header first hold a page, to see what it needs. */
import type { Json } from '../contract/lossless-json.ts'
import { hasExit } from '../errors.ts'

/** Each answers with the text that may be written now. */
export type Shaper = {
  row(record: Json): string
  /** The source pauses: what is held goes out. */
  settle(): string
  end(): string
}

/** The text of the first page (`whole`: there will be no other row) and the way of the rows after it. */
export type Opening = (page: Json[], whole: boolean) => { text: string; line(record: Json): string }

/** Rows that are looked at before the header is written. */
export const pageSize = 200

/** A format that is opened by its first page: 200 rows, or what came before the source paused or ended. */
export function byPage(open: Opening): Shaper {
  let held: Json[] = []
  let opened: ReturnType<Opening> | undefined
  const openWith = (whole: boolean): string => {
    opened = open(held, whole)
    held = []
    return opened.text
  }
  return {
    row(record) {
      if (opened) return opened.line(record)
      held.push(record)
      return held.length > pageSize ? openWith(false) : ''
    },
    settle: () => (opened || held.length === 0 ? '' : openWith(false)),
    end: () => (opened ? '' : openWith(true)),
  }
}

/** Finished, with failures (exit 10): the rows that came are a result. */
export const isPartial = (error: unknown): boolean => hasExit(error, 'partial')
