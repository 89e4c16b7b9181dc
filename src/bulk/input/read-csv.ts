/** CSV with a header line as rows: quotes, CRLF and the columns in any order. The door of csv-parse. */
import { Readable } from 'node:stream'
import { CsvError, parse } from 'csv-parse'
import { usage } from '../../errors.ts'
import { rowFields, type BadRow, type Raw } from './row.ts'

type Item = { record: string[]; info: { lines: number } }

const batchSize = 500

/**
 * The rows of a text, many at a time. Throws CLI_USAGE for a wrong header, for a text without one (`from` says where it is
 * from) and for quotes that do not close: what follows them cannot be trusted.
 */
export async function* readCsv(
  text: AsyncIterable<string>,
  from: { path: string; isFile: boolean },
): AsyncGenerator<(Raw | BadRow)[]> {
  const parser = parse({
    info: true,
    record_delimiter: '\n',
    relax_column_count: true,
    skip_empty_lines: true,
    max_record_size: 1024 * 1024,
  })
  const source = Readable.from(unix(text))
  source.on('error', (error) => parser.destroy(error)).pipe(parser)
  let header: string[] | undefined
  let rows: (Raw | BadRow)[] = []
  try {
    for await (const item of parser) {
      const { record, info } = item as Item
      const breaks = record.reduce((sum, cell) => sum + countBreaks(cell), 0)
      if (!header) header = headerOf(record)
      else rows.push(rowIn(header, record, info.lines - breaks))
      if (rows.length < batchSize) continue
      yield rows
      rows = []
    }
  } catch (error) {
    if (rows.length > 0) yield rows
    throw error instanceof CsvError ? brokenQuotes(error) : error
  }
  if (rows.length > 0) yield rows
  if (!header) throw emptyInput(from)
}

const emptyInput = ({ path, isFile }: { path: string; isFile: boolean }) =>
  isFile
    ? usage(`${path} is empty.`, 'A CSV file starts with a line that names its columns.')
    : usage(
        `Nothing came on ${path === '-' ? 'standard input' : path}.`,
        'Where a program writes to it, run that alone to see why it wrote nothing.',
      )

function rowIn(header: string[], record: string[], line: number): Raw | BadRow {
  if (record.length !== header.length) {
    const reason = `has ${record.length} cells where the header has ${header.length}`
    return { line, field: 'line', reason }
  }
  const cells = header.map((name, at): [string, string] => [name, record[at]!.trim()])
  return { line, fields: Object.fromEntries(cells.filter(([, cell]) => cell !== '')) }
}

function headerOf(record: string[]): string[] {
  const names = record.map((name) => name.trim())
  const wrong = names.find((name) => !(rowFields as readonly string[]).includes(name))
  const twice = names.find((name, at) => names.indexOf(name) !== at)
  if (wrong === undefined && twice === undefined) return names
  throw usage(
    wrong === undefined
      ? `The header names the column ${twice} twice.`
      : `The header names an unknown column: "${wrong.slice(0, 40)}".`,
    `The first line names the columns, in any order: ${rowFields.join(', ')}.`,
    'line 1',
  )
}

const brokenQuotes = (error: CsvError) =>
  usage(
    'The input has a misplaced quote, so nothing after it can be trusted.',
    'Put a cell that contains a quote in quotes, and double each quote in it.',
    typeof error['lines'] === 'number' ? `line ${error['lines']}` : undefined,
  )

/** Line ends as \n, so that lines are counted as editors count them. */
async function* unix(text: AsyncIterable<string>): AsyncGenerator<string> {
  let held = ''
  for await (const part of text) {
    const whole = held + part
    held = whole.endsWith('\r') ? '\r' : ''
    yield whole.slice(0, whole.length - held.length).replace(/\r\n?/g, '\n')
  }
  if (held) yield '\n'
}

const countBreaks = (cell: string): number => (cell.includes('\n') ? cell.split('\n').length - 1 : 0)
