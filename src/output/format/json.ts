/** Results as JSON and NDJSON: data as it came, digits kept, harmful characters as `\u`. */
import { writeJson, type Json } from '../../contract/lossless-json.ts'
import type { Shaper } from '../first-page-header.ts'
import { escapeJson } from '../sanitize.ts'

/** Data as JSON text without a final line break: indented for a terminal, else on one line. */
export const jsonText = (data: Json, pretty = false): string =>
  escapeJson(writeJson(data, pretty ? 2 : undefined))

/** JSON text with its texts changed, but for names of fields: it stays JSON, and the same but for them. */
export function withinTexts(json: string, change: (text: string) => string): string {
  if (change(json) === json) return json
  return json.replace(/("[^"\\]*(?:\\.[^"\\]*)*")(\s*:)?/g, (literal, _, colon?: string) => {
    if (colon !== undefined) return literal
    const text = JSON.parse(literal) as string
    const changed = change(text)
    return changed === text ? literal : jsonText(changed)
  })
}

/** One array, written row by row; its bracket opens with the first row or at the end. */
export function jsonArray(pretty: boolean): Shaper {
  let count = 0
  return {
    row(record) {
      const before = count++ === 0 ? '[' : ','
      return pretty ? `${before}\n  ${indented(record)}` : before + jsonText(record)
    },
    settle: () => '',
    end: () => (count === 0 ? '[]\n' : pretty ? '\n]\n' : ']\n'),
  }
}

/** One record a line. */
export const jsonLines = (): Shaper => ({
  row: (record) => `${jsonText(record)}\n`,
  settle: () => '',
  end: () => '',
})

const indented = (row: Json): string => jsonText(row, true).replaceAll('\n', '\n  ')
