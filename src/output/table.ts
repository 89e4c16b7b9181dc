/** Tables for people: aligned columns under a header, records below each other where they are too wide. The door of cli-table3. */
import type { Paint } from './colour.ts'
import { ruler, type Ruler } from './width.ts'

/** Harmless cells; `right` says which columns are numbers, `whole` which others are never shortened: ids, addresses. */
export type Grid = { titles: string[]; right: boolean[]; whole?: boolean[]; rows: string[][] }

/** The first page of a table, and the rows after it by the same measure: wider ones only where the terminal has room. */
export type Drawing = {
  text: string
  line(row: string[]): string
}

export type Drawer = (grid: Grid, whole: boolean) => Drawing

const gap = 2
/** Words are not shortened below this; numbers, ids and addresses are never shortened. */
const least = 10

/** Draws for a terminal of `width` columns; a pipe has Infinity, where nothing is shortened. */
export async function drawer(width: number, paint: Paint): Promise<Drawer> {
  const { default: Table } = await import('cli-table3')
  const ruled = await ruler()
  return (grid, whole) => {
    const widths = fit(grid, width, ruled)
    if (!widths) return inBlocks(grid, width, ruled)
    const cell = (text: string, at: number) =>
      isFixed(grid, at) ? text : ruled.shorten(text, widths[at] ?? least)
    const head = grid.titles.map(cell)
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

const isFixed = ({ right, whole }: Grid, at: number): boolean => (right[at] || whole?.[at]) ?? false

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

/** The widths of the columns, the widest words shortened until the line fits; nothing where it cannot. */
function fit(grid: Grid, width: number, ruled: Ruler): number[] | undefined {
  const { titles, rows } = grid
  const natural = titles.map((title, at) =>
    rows.reduce((most, row) => Math.max(most, ruled.width(row[at] ?? '')), Math.max(1, ruled.width(title))),
  )
  const widths = natural.map((wide, at) => (isFixed(grid, at) ? wide : Math.min(wide, width)))
  let over = sum(widths) + gap * (widths.length - 1) - width
  while (over > 0) {
    const widest = widths.reduce((best, wide, at) => (isFixed(grid, at) ? best : Math.max(best, wide)), 0)
    if (widest <= least) return undefined
    const at = widths.findIndex((wide, i) => wide === widest && !isFixed(grid, i))
    widths[at] = widest - 1
    over -= 1
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
export async function pairs(
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
