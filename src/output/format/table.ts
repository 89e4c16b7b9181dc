/**
 * Tables for people: aligned columns under a header, records below each other where they
 * are too wide. The door of cli-table3.
 */
import type { Paint } from '../color.ts'
import { ruler, type Ruler } from '../text-width.ts'

/** Harmless cells; `right` says which columns are numbers, `room` how wide later rows may be. */
export type Grid = { titles: string[]; right: boolean[]; rows: string[][]; room?: number[] }

/** The first page of a table, and the rows after it by the same measure: wider ones only where the terminal has room. */
export type Drawing = {
  text: string
  line(row: string[]): string
}

export type Drawer = (grid: Grid, whole: boolean) => Drawing

const gap = 2
/** Prose is not shortened below this. */
const least = 10

/** Prose alone is shortened: never a number, never a word by itself, which may be an id or an address. */
const isProse = (text: string): boolean => /\s/.test(text) && !/\d/.test(text)

/** Draws for a terminal of `width` columns; a pipe has Infinity, where nothing is shortened. */
export async function drawer(width: number, paint: Paint): Promise<Drawer> {
  const { default: Table } = await import('cli-table3')
  const ruled = await ruler()
  return (grid, whole) => {
    const widths = fit(grid, width, ruled)
    if (!widths) return inBlocks(grid, width, ruled)
    const shorten = (text: string, at: number) =>
      grid.right[at] ? text : ruled.shorten(text, widths[at] ?? least)
    const cell = (text: string, at: number) => (isProse(text) ? shorten(text, at) : text)
    const head = grid.titles.map(shorten)
    const rows = grid.rows.map((row) => row.map(cell))
    const line = (cells: string[]) =>
      cells
        .map((text, at) => ruled.pad(text, widths[at] ?? 0, grid.right[at]))
        .join(' '.repeat(gap))
        .trimEnd()
    const byLibrary = whole && ![head, ...rows].flat().some(hasEmoji)
    const drawn = byLibrary ? withTable(new Table(borderless(head, grid)), rows) : [head, ...rows].map(line)
    const [header = '', ...body] = drawn
    return {
      text: [paint.bold(header), ...body].map((text) => `${text}\n`).join(''),
      line(row) {
        const taken = row.map((text, at) => Math.max(ruled.width(text), widths[at] ?? 0))
        const fits = sum(taken) + gap * (taken.length - 1) <= width
        return `${line(fits ? row : row.map(cell))}\n`
      },
    }
  }
}

const sum = (numbers: number[]): number => numbers.reduce((all, one) => all + one, 0)

/** cli-table3 takes newer emoji for narrow ones; such tables are aligned by our own ruler. */
const hasEmoji = (text: string) => /[\u{10000}-\u{10ffff}]|\p{Emoji_Presentation}/u.test(text)

const edges = ['top', 'bottom', 'left', 'right', 'mid'].flatMap((side) =>
  ['', '-mid', '-left', '-right'].map((corner) => [side + corner, '']),
)
const borderless = (head: string[], { right }: Grid) => ({
  head,
  colAligns: right.map((numbers) => (numbers ? ('right' as const) : ('left' as const))),
  chars: { ...(Object.fromEntries(edges) as Record<string, string>), middle: ' '.repeat(gap) },
  style: { 'padding-left': 0, 'padding-right': 0, head: [], border: [], compact: true },
})

function withTable(table: { push(row: string[]): number; toString(): string }, rows: string[][]): string[] {
  for (const row of rows) table.push(row)
  return table
    .toString()
    .split('\n')
    .map((line) => line.trimEnd())
}

/** The widths of the columns, the widest prose shortened until the line fits; nothing where it cannot. */
function fit({ titles, right, rows, room = [] }: Grid, width: number, ruled: Ruler): number[] | undefined {
  const widest = (at: number, least: number, counts: (text: string) => boolean): number =>
    rows.reduce((most, row) => {
      const text = row[at] ?? ''
      return counts(text) ? Math.max(most, ruled.width(text)) : most
    }, least)
  const natural = titles.map((title, at) =>
    widest(at, Math.max(1, ruled.width(title), room[at] ?? 0), () => true),
  )
  const fixed = natural.map((wide, at) =>
    right[at] ? wide : widest(at, Math.min(wide, least), (text) => !isProse(text)),
  )
  const widths = natural.map((wide, at) => Math.max(fixed[at] ?? 0, Math.min(wide, width)))
  for (let over = sum(widths) + gap * (widths.length - 1) - width; over > 0; over -= 1) {
    const spare = widths.map((wide, at) => (wide > (fixed[at] ?? 0) ? wide : 0))
    const most = Math.max(0, ...spare)
    if (most === 0) return undefined
    widths[spare.indexOf(most)] = most - 1
  }
  return widths
}

/** `Title: value` lines, a blank line between records; long values go on below, whole. */
function inBlocks({ titles, rows }: Grid, width: number, ruled: Ruler): Drawing {
  const block = (row: string[]) =>
    titles
      .flatMap((title, at) => {
        const [first = '', ...more] = ruled.wrap(`${title}: ${row[at] ?? ''}`, Math.max(width, 2))
        const rest = ruled.wrap(more.join(''), Math.max(width - 2, 2))
        return more.length > 0 ? [first, ...rest.map((part) => `  ${part}`)] : [first]
      })
      .map((line) => `${line.trimEnd()}\n`)
      .join('')
  return { text: rows.map(block).join('\n'), line: (row) => `\n${block(row)}` }
}

/** One record without a view: its fields one below the other, values aligned where there is room. */
export async function fieldTable(
  entries: [name: string, value: string][],
  width: number,
  paint: Paint,
): Promise<string> {
  const ruled = await ruler()
  const names = Math.max(0, ...entries.map(([name]) => ruled.width(name)))
  const longest = entries.reduce((most, [, value]) => Math.max(most, ruled.width(value)), 0)
  const room = width - names - gap
  if (room < Math.min(longest, 2 * least)) {
    const grid = {
      titles: entries.map(([name]) => name),
      right: [],
      rows: [entries.map(([, value]) => value)],
    }
    return inBlocks(grid, width, ruled).text
  }
  const indent = ' '.repeat(names + gap)
  return entries
    .map(([name, value]) => {
      const title = paint.bold(name) + ' '.repeat(names + gap - ruled.width(name))
      return `${title}${ruled.wrap(value, Math.max(room, 1)).join(`\n${indent}`)}\n`
    })
    .join('')
}
