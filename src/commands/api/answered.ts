/** The answer to a raw call: `data` as it came, with status and headers where they are asked for. */
import type { Answer } from '../../client/client.ts'
import { writeJson, type Json } from '../../contract/digits.ts'
import { one, text, type Result } from '../../output/view.ts'
import type { Given } from '../command.ts'
import type { Tools } from '../tools.ts'

/** As JSON where no other form is asked for. */
export function answered({ data, status, headers }: Answer, { flags }: Given, tools: Tools): Result {
  if (flags['include'] !== true) return asItCame(data, tools)
  const head = [`HTTP ${status}`, ...[...headers].map(([name, value]) => `${name}: ${value}`)].join('\n')
  const whole = { status, headers: Object.fromEntries(headers), data }
  return isShaped(tools) ? one(whole) : text(`${head}\n\n${json(data, tools)}`, whole)
}

/** Data as JSON: pretty on a terminal, one line in a pipe. */
const asItCame = (data: Json, tools: Tools): Result =>
  isShaped(tools) ? one(data) : text(json(data, tools), data)

const json = (data: Json, { context }: Tools) => writeJson(data, context.stdout.isTTY ? 2 : undefined)

/** Asked for as a table, or in part. */
const isShaped = ({ globals }: Tools): boolean =>
  ['format', 'fields', 'jq'].some((name) => globals[name] !== undefined)
