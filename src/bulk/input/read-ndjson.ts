/** NDJSON as rows: one JSON object a line. */
import { parseJson } from '../../contract/lossless-json.ts'
import { isPlain } from '../../contract/plain.ts'
import { usage } from '../../errors.ts'
import type { BadRow, Raw } from './row.ts'

/** Characters of one line. */
const longestLine = 1024 * 1024

/** The rows of a text, many at a time. Empty lines are none. */
export async function* readNdjson(text: AsyncIterable<string>): AsyncGenerator<(Raw | BadRow)[]> {
  let line = 0
  let rest = ''
  for await (const part of text) {
    const lines = (rest + part).split('\n')
    rest = lines.pop() ?? ''
    if (rest.length > longestLine) {
      throw usage(
        'The input has a line longer than 1 MB.',
        'NDJSON has one JSON object per line.',
        `line ${line + lines.length + 1}`,
      )
    }
    const rows = lines.flatMap((each) => rowIn(each, ++line))
    if (rows.length > 0) yield rows
  }
  const last = rowIn(rest, line + 1)
  if (last.length > 0) yield last
}

function rowIn(text: string, line: number): (Raw | BadRow)[] {
  if (text.trim() === '') return []
  if (text.length > longestLine) return [tooLong(line)]
  try {
    const value = parseJson(text)
    if (isPlain(value)) return [{ line, fields: value }]
  } catch (error) {
    if (/duplicate/i.test((error as Error).message))
      return [{ line, field: 'line', reason: 'names a field twice' }]
  }
  return [{ line, field: 'line', reason: 'is not a JSON object' }]
}

const tooLong = (line: number): BadRow => ({ line, field: 'line', reason: 'is longer than 1 MB' })
