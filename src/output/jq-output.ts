/** A result through --jq: the JSON of the whole answer in, one output value a line. */
import type { Json } from '../contract/lossless-json.ts'
import { jsonText } from './format/json.ts'
import { isPartial } from './first-page-header.ts'
import { sanitizeText } from './sanitize.ts'
import { isJsonFormat, type Format, type Result } from './view.ts'

/** What a filter made, and what it said besides (`debug`). */
export type Filter = (data: Json) => { values: Json[]; said: string[] }

/**
 * The data of a result; rows as one array, or what the result makes of them. A failure with
 * exit 10 leaves them whole and is handed on.
 */
export async function collected(
  result: Exclude<Result, { kind: 'messages' | 'none' }>,
  pick: (record: Json) => Json,
): Promise<{ data: Json; failure?: unknown }> {
  if (result.kind !== 'rows') {
    const { data } = result
    return { data: Array.isArray(data) ? data.map(pick) : pick(data) }
  }
  const { whole = (rows: Json[]): Json => rows } = result
  const data: Json[] = []
  try {
    for await (const row of result.rows) if (row !== undefined) data.push(pick(row))
  } catch (failure) {
    if (!isPartial(failure)) throw failure
    return { data: whole(data), failure }
  }
  return { data: whole(data) }
}

/** Lines of JSON where JSON was asked for by name; else texts stand without quotes, so that `@tsv` is of use. */
export async function filtered(
  data: Json,
  filter: Filter,
  {
    format,
    asked = false,
    note,
  }: { format: Format; asked?: boolean; note: (text: string) => Promise<void> | void },
): Promise<string> {
  const { values, said } = filter(data)
  for (const line of said) await note(sanitizeText(line))
  const quoted = asked && isJsonFormat(format)
  const line = (value: Json) =>
    typeof value === 'string' && !quoted ? sanitizedLine(value) : jsonText(value)
  return values.map((value) => `${line(value)}\n`).join('')
}

/** A text on one line; its tabs stay. */
const sanitizedLine = (text: string) =>
  text
    .split('\t')
    .map((part) => sanitizeText(part))
    .join('\t')
