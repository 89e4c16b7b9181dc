/** The one place that writes results to stdout: in the format asked for, redacted last. */
import type { Json } from '../contract/lossless-json.ts'
import { moveError, type MoveError } from '../errors.ts'
import { paint, type Level } from './color.ts'
import type { ColumnRequest } from './columns.ts'
import { picker } from './fields.ts'
import type { Filter } from './jq-output.ts'
import { holding, type Spool } from './buffer-until-done.ts'
import { jsonArray, jsonLines, jsonText, withinTexts } from './format/json.ts'
import type { Look } from './format/table-rows.ts'
import { isPartial, type Shaper } from './first-page-header.ts'
import type { Secrets } from './redact.ts'
import { sanitizeText, escapeWorkflowCommands, unworkflowJson } from './sanitize.ts'
import { flow } from './format/write-rows.ts'
import { isJsonFormat, type Column, type Format, type Result, type Rows } from './view.ts'

/** Where results go; a context's sink fits. `write` waits for a slow reader. */
export type Out = { isTTY: boolean; columns: number; write(text: string): Promise<void> }

/** A note for stderr, of one line. */
export type Note = (text: string) => Promise<void> | void

export type OutputOptions = {
  format: Format
  /** The format was asked for by name, not chosen by the terminal. */
  asked?: boolean
  fields?: string[] | undefined
  /** --no-header: CSV and TSV without the line of field names. */
  noHeader?: boolean | undefined
  /** --jq: answers in the place of every format. */
  jq?: Filter | undefined
  out: Out
  note: Note
  secrets: Pick<Secrets, 'redactOwn'>
  color: Level
  /** GitHub's runner reads along: its commands in foreign text are broken up. */
  actions: boolean
  /** Room for a JSON array that is too long to be held in memory until it is whole. */
  room?: () => Promise<Spool>
}

/** The format in force: `--json`, `--format` (or MOVECLI_FORMAT), else a table on a terminal and TSV in a pipe. */
export function chooseFormat(from: { format?: Format | undefined; isTTY: boolean }): {
  format: Format
  asked: boolean
} {
  if (from.format) return { format: from.format, asked: true }
  return { format: from.isTTY ? 'table' : 'tsv', asked: false }
}

/**
 * Writes a result. Rows are written as they come, in JSON once all are there; a failure before the first leaves stdout
 * empty, one with exit 10 after the last leaves it whole. Throws what the source or the stream throws.
 */
export async function emit(result: Result, given: OutputOptions): Promise<void> {
  const manner = mannerOf(result, given)
  const { format, out, secrets, actions } = manner
  const ofJson = isJsonFormat(format)
  // Foreign text came without secrets; this is for what was overlooked, and leaves the form of the result alone.
  const washed = (text: string): string => {
    const redacted = ofJson ? withinTexts(text, (value) => secrets.redactOwn(value)) : secrets.redactOwn(text)
    return !actions ? redacted : ofJson ? unworkflowJson(redacted) : escapeWorkflowCommands(redacted)
  }
  const write = async (text: string): Promise<void> => {
    if (text !== '') await out.write(washed(text))
  }
  if (result.kind === 'none') return
  if (result.kind === 'messages') {
    for await (const message of result.messages)
      await out.write(`${withinTexts(jsonText(message), (value) => secrets.redactOwn(value))}\n`)
    return
  }
  const picked = manner.fields && picker(manner.fields)
  const pick = (record: Json): Json => picked?.pick(record) ?? record
  const sayMissing = async (): Promise<void> => {
    const missing = picked?.missing() ?? []
    if (missing.length > 0) await manner.note(`note: No record has ${fieldList(missing)}.`)
  }
  if (manner.jq && isEndless(result)) {
    const { filtered } = await import('./jq-output.ts')
    for await (const row of mapped(result.rows, pick))
      if (row !== undefined) await write(await filtered(row, manner.jq, manner))
    return sayMissing()
  }
  if (manner.jq || (format === 'json' && result.kind === 'rows' && result.whole)) {
    const { collected, filtered } = await import('./jq-output.ts')
    const { data, failure } = await collected(result, pick)
    await write(manner.jq ? await filtered(data, manner.jq, manner) : `${jsonText(data, manner.out.isTTY)}\n`)
    await sayMissing()
    if (failure) throw failure
    return
  }
  if (result.kind === 'text' && (format === 'table' || (!manner.asked && !result.prose))) {
    return write(withNewline(sanitizeText(result.text, { lines: true })))
  }
  const late: string[] = []

  if (result.kind === 'rows') {
    const shaper = await shaperOf(manner, result.columns, late)
    const stands = isPartial
    const records = mapped(result.rows, pick)
    const flowing =
      format === 'json'
        ? holding(
            async (add) => flow(records, shaper, async (text) => add(washed(text)), { stands, whole: true }),
            async (text) => out.write(text),
            { stands, open: manner.room },
          )
        : flow(records, shaper, write, { stands, whole: false })
    const rows = await flowing.catch(async (error: unknown) => {
      if (late.length > 0) await manner.note(`note: ${leftOut(late).message}`)
      throw error
    })
    if (rows === 0 && !ofJson)
      await manner.note(typeof result.empty === 'string' ? result.empty : result.empty())
  } else {
    await write(await emitOne(result, manner, pick, late))
  }
  await sayMissing()
  if (late.length === 0) return
  // What goes on after its result was written says itself how it ended.
  if (!result.until) throw leftOut(late)
  await manner.note(`note: ${leftOut(late).message}`)
}

/** Fields that came too late for the header: the rows stand without them. */
const leftOut = (late: string[]): MoveError =>
  moveError('CLI_PARTIAL', {
    message: `Fields that first came after the header are left out: ${fieldList(late)}.`,
    hint: 'Choose the columns with --fields, or use --format ndjson.',
  })

/** The format that suits the result: its usual one where none was asked for, and lines where it never ends. */
function mannerOf(result: Result, given: OutputOptions): OutputOptions {
  const format = result.defaultFormat && !given.asked ? result.defaultFormat : given.format
  return { ...given, format: format === 'json' && isEndless(result) ? 'ndjson' : format }
}

const isEndless = (result: Result): result is Extract<Result, { kind: 'rows' }> =>
  result.kind === 'rows' && result.endless === true

/** One record, or text as data, in one piece. A list in it is treated as rows wherever lines are wanted. */
async function emitOne(
  result: Exclude<Result, { kind: 'rows' | 'messages' | 'none' }>,
  manner: OutputOptions,
  pick: (record: Json) => Json,
  late: string[],
): Promise<string> {
  const { data } = result
  const list = Array.isArray(data)
  if (manner.format === 'json') return `${jsonText(list ? data.map(pick) : pick(data), manner.out.isTTY)}\n`
  if (manner.format === 'table' && !manner.fields) {
    const { recordText, viewText } = await import('./format/table-rows.ts')
    const look = await lookOf(manner)
    if (result.kind === 'one' && result.view) return viewText(result.view(), look)
    if (!list) return recordText(data, look)
  }
  if (manner.format === 'table' && !list)
    return (await import('./format/table-rows.ts')).recordText(pick(data), await lookOf(manner))
  const shaper = await shaperOf(manner, [], late)
  const lines = (list ? data : [data]).map((record) => shaper.row(pick(record)))
  return lines.join('') + shaper.end()
}

async function shaperOf(manner: OutputOptions, columns: Column[], late: string[]): Promise<Shaper> {
  const { format, out, fields, noHeader } = manner
  const asked: ColumnRequest = { columns, fields, noHeader }
  if (format === 'json') return jsonArray(out.isTTY)
  if (format === 'ndjson') return jsonLines()
  const tell = (field: string) => late.push(field)
  if (format === 'table')
    return (await import('./format/table-rows.ts')).tableRows(asked, await lookOf(manner), tell)
  return (await import('./format/csv.ts')).separated(format, asked, tell)
}

/** A pipe has no width: a table that is asked for there is not shortened. */
const lookOf = async ({ out, color, secrets }: OutputOptions): Promise<Look> => ({
  width: out.isTTY ? Math.max(out.columns, 1) : Infinity,
  paint: await paint(color),
  redact: (text) => secrets.redactOwn(text),
})

async function* mapped(rows: Rows, map: (row: Json) => Json): AsyncGenerator<Json | undefined> {
  for await (const row of rows) yield row === undefined ? row : map(row)
}

const fieldList = (fields: string[]): string => fields.map((field) => sanitizeText(field)).join(', ')
const withNewline = (text: string): string => (text === '' || text.endsWith('\n') ? text : `${text}\n`)
