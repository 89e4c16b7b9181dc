/** CSV as records of its named columns, with limits. The door of csv-parse. */
import { Readable } from 'node:stream'
import { CsvError, parse } from 'csv-parse'
import { decoded, type Bytes } from '../bytes.ts'
import { limits } from '../limits.ts'
import { Unreadable } from '../unreadable.ts'

const mostColumns = 1000

/** The cells of a line by their column; of columns with one name, the last is `name#2`. Names are in small letters. */
export type Cells = ReadonlyMap<string, string>

/** `delimiter` is between the cells of a line. */
export type DelimitedTable = { delimiter: string; lines: AsyncGenerator<Cells> }

/** Its lines throw Unreadable where quotes do not close. */
export async function openTable(bytes: Bytes): Promise<DelimitedTable> {
  const text = decoded(bytes)[Symbol.asyncIterator]()
  const { delimiter, start } = separated(await firstLines(text))
  return { delimiter, lines: records(again(start, text), delimiter) }
}

async function* records(text: AsyncIterable<string>, delimiter: string): AsyncGenerator<Cells> {
  const parser = parse({
    bom: true,
    delimiter,
    relax_column_count: true,
    skip_empty_lines: true,
    max_record_size: limits.piece,
  })
  const source = Readable.from(text)
  source.on('error', (error) => parser.destroy(error)).pipe(parser)
  let header: string[] | undefined
  try {
    for await (const item of parser) {
      const record = item as string[]
      if (header) yield new Map(record.slice(0, header.length).map((cell, at) => [header![at]!, cell.trim()]))
      else header = headerNames(record)
    }
  } catch (error) {
    throw error instanceof CsvError ? new Unreadable('is not CSV: its quotes or lines do not end') : error
  } finally {
    source.destroy()
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

function headerNames(record: readonly string[]): string[] {
  if (record.length > mostColumns) throw new Unreadable('has too many columns')
  const names = record.map((name) => name.trim().toLowerCase())
  return names.map((name, at) => (names.indexOf(name) === at ? name : `${name}#2`))
}

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

/** The separator, and the text without the line that names it (`sep=;`); by default the one that the first line has most of. */
function separated(text: string): { delimiter: string; start: string } {
  const [named, delimiter] = /^\u{feff}?"?sep=([^"\r\n])"?(?:\r\n?|\n|$)/iu.exec(text) ?? []
  if (delimiter !== undefined) return { delimiter, start: text.slice(named!.length) }
  const line = /^[^\r\n]*/.exec(text)?.[0] ?? ''
  const count = (mark: string) => line.split(mark).length
  const most = [',', ';', '\t'].reduce((best, mark) => (count(mark) > count(best) ? mark : best))
  return { delimiter: most, start: text }
}
