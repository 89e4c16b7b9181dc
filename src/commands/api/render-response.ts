/** The answer to a raw call: `data` as it came, with status and headers where they are asked for. */
import type { ServiceResponse } from '../../client/client.ts'
import { writeJson } from '../../contract/lossless-json.ts'
import { one, text, type Result } from '../../output/view.ts'
import type { Part } from '../../runtime/services.ts'
import type { ApiValues } from './flags.ts'

/** As JSON where no other form is asked for. */
export function answered(
  { data, status, headers }: ServiceResponse,
  { include }: Partial<Pick<ApiValues, 'include'>>,
  tools: Part<'globals', 'stdout'>,
): Result {
  if (include !== true) return { ...one(data), defaultFormat: 'json' }
  const whole = { status, headers: Object.fromEntries(headers), data }
  if (tools.globals['fields'] !== undefined) return { ...one(whole), defaultFormat: 'json' }
  const head = [`HTTP ${status}`, ...[...headers].map(([name, value]) => `${name}: ${value}`)]
  const body = writeJson(data, tools.context.stdout.isTTY ? 2 : undefined)
  return text(`${head.join('\n')}\n\n${body}`, whole)
}
