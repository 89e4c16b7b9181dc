/** What a picture of days shows, as data: panels under one axis of days, and a table of the same values. */

/** One value of a day: `words` are what people read. Without a number nothing is drawn. */
export type Mark = { value: number | undefined; words: string }

/** Marks in the order of the picture's days. */
export type Series = { name: string; marks: readonly Mark[] }

/** Bars have one series and begin at zero; lines have one or more. */
export type Panel = { title: string; kind: 'bars' | 'lines'; series: readonly Series[] }

export type Picture = {
  title: string
  /** Whose days these are. */
  subtitle: string
  /** The days, the earliest first. */
  days: readonly string[]
  panels: readonly Panel[]
  /** Name and value of each total. */
  totals: readonly (readonly [name: string, words: string])[]
  /** The values of the picture as text. `right`: a column of numbers. */
  table: { columns: readonly { title: string; right: boolean }[]; rows: readonly (readonly string[])[] }
}
