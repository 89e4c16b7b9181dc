/** CSV as records of its named columns, with limits. The door of csv-parse. */
import { Readable } from 'node:stream'
import { CsvError, parse } from 'csv-parse'
import { decoded, type Bytes } from '../bytes.ts'
import { limits } from '../limits.ts'
import { Unreadable } from '../unreadable.ts'

const mostColumns = 1000

/** The cells of a line by their column; of columns with one name, the last is `name#2`. Names are in small letters. */
export type Cells = ReadonlyMap<string, string>

/** `wrong`: why it is no row; then its cells are empty. */
export type TableLine = { cells: Cells; wrong?: string }

/** `delimiter` is between the cells of a line. */
export type DelimitedTable = { delimiter: string; lines: AsyncGenerator<TableLine> }

/** Its lines throw Unreadable where quotes do not close. */
export async function openTable(bytes: Bytes): Promise<DelimitedTable> {
  const text = decoded(bytes)[Symbol.asyncIterator]()
  const { delimiter, start, skipped } = separated(await firstLines(text))
  const marks = { delimiter, record_delimiter: lineEndsIn(start) }
  return { delimiter, lines: records(again(start, text), marks, skipped) }
}

/** `skipped`: lines before the text. */
async function* records(
  text: AsyncIterable<string>,
  marks: { delimiter: string; record_delimiter: string[] },
  skipped: number,
): AsyncGenerator<TableLine> {
  const parser = parse({
    bom: true,
    ...marks,
    info: true,
    relax_column_count: true,
    skip_empty_lines: true,
    max_record_size: limits.piece,
  })
  const source = Readable.from(withLineBreaks(text))
  source.on('error', (error) => parser.destroy(error)).pipe(parser)
  let header: string[] | undefined
  let linesAhead = -skipped
  try {
    for await (const item of parser) {
      const { record, info } = item as { record: string[]; info: { lines: number } }
      const cells = withoutEmptyEnd(record)
      linesAhead += pairedBreaksIn(record)
      if (!header) header = headerNames(cells)
      else if (cells.length > 0) yield lineOf(header, cells, record.length, info.lines - linesAhead)
    }
  } catch (error) {
    if (!(error instanceof CsvError)) throw error
    throw error.code === 'CSV_MAX_RECORD_SIZE'
      ? lineTooLong()
      : new Unreadable('is not CSV: it has quotes that do not end, or within a cell')
  } finally {
    source.destroy()
  }
}

const lineTooLong = (): Unreadable => new Unreadable('has a line longer than 1 MB, or quotes that do not end')

/** The parser has no limit for how many cells a line has. */
async function* withLineBreaks(text: AsyncIterable<string>): AsyncGenerator<string> {
  let length = 0
  for await (const piece of text) {
    const end = Math.max(piece.lastIndexOf('\n'), piece.lastIndexOf('\r'))
    length = end < 0 ? length + piece.length : piece.length - end - 1
    if (length > limits.piece) throw lineTooLong()
    yield piece
  }
}

/** The parser counts each CRLF within a cell as two lines. */
const pairedBreaksIn = (record: readonly string[]): number =>
  record.reduce((sum, cell) => (cell.includes('\r\n') ? sum + cell.split('\r\n').length - 1 : sum), 0)

/** Some exports end every line with a separator, or only those below the header. */
function withoutEmptyEnd(record: readonly string[]): string[] {
  const cells = record.map((cell) => cell.trim())
  return cells.slice(0, cells.findLastIndex((cell) => cell !== '') + 1)
}

/** A line of more or fewer cells than the header is cut, or has a separator within a number: no cell is sure. */
function lineOf(header: readonly string[], cells: readonly string[], count: number, line: number): TableLine {
  if (cells.length <= header.length && count >= header.length)
    return { cells: new Map(header.map((name, at) => [name, cells[at] ?? ''])) }
  const many = Math.max(cells.length, Math.min(count, header.length))
  return {
    cells: new Map(header.map((name) => [name, ''])),
    wrong: `has ${many} ${many === 1 ? 'cell' : 'cells'} on line ${line}, and ${header.length} in its header`,
  }
}

async function* again(start: string, rest: AsyncIterator<string>): AsyncGenerator<string> {
  yield start
  for (;;) {
    const { done, value } = await rest.next()
    if (done) return
    yield value
  }
}

function headerNames(cells: readonly string[]): string[] {
  if (cells.length > mostColumns) throw new Unreadable('has too many columns')
  const names = cells.map((name) => name.toLowerCase())
  return names.map((name, at) => (names.indexOf(name) === at ? name : secondOf(name)))
}

/** The column of a name that another column has before it. */
export const secondOf = (name: string): string => `${name}#2`

/** Enough of a text for two whole lines, where they are not made to hurt. */
async function firstLines(text: AsyncIterator<string>): Promise<string> {
  let start = ''
  while (start.length < limits.piece && !/\n[^\n]*\n/.test(start)) {
    const { done, value } = await text.next()
    if (done) break
    start += value
  }
  return start
}

/** Lines of one file may end in several ways, where a program adds to what another one wrote. */
const lineEndsIn = (text: string): string[] => ['\r\n', '\n', ...(/^[^\n]*\r(?!\n)/.test(text) ? ['\r'] : [])]

/** The separator, and the text without the line that names it (`sep=;`); by default the one that the first line has most of. */
function separated(text: string): { delimiter: string; start: string; skipped: number } {
  const [named, delimiter] = /^\u{feff}?"?sep=([^"\r\n])"?(?:\r\n?|\n|$)/iu.exec(text) ?? []
  if (delimiter !== undefined) return { delimiter, start: text.slice(named!.length), skipped: 1 }
  const line = /^[^\r\n]*/.exec(text)?.[0] ?? ''
  const count = (mark: string) => line.split(mark).length
  const most = [',', ';', '\t'].reduce((best, mark) => (count(mark) > count(best) ? mark : best))
  return { delimiter: most, start: text, skipped: 0 }
}
