/** What --dry-run prints instead of sending: the request with its secrets by their length. */
import type { Composed, Target } from '../client/compose.ts'
import { redactRequest } from '../client/redact-request.ts'
import { writeJson, type Json } from '../contract/lossless-json.ts'
import { text, type Result } from '../output/view.ts'

/** Request line, redacted headers and body; as data `{dry_run, method, url, headers, body}`. */
export function dryRun(request: Composed, { target }: { target: Target }): Result {
  const { method, url, headers, body } = redactRequest(request, target)
  const lines = [
    `${method} ${url}`,
    ...Object.entries(headers).map(([name, value]) => `${name}: ${value}`),
    ...(body === undefined ? [] : ['', writeJson(body, 2)]),
  ]
  return text(lines.join('\n'), { dry_run: true, method, url, headers, body: body ?? null })
}

/** The result of --dry-run for a command that only changes something here: says what it would do. */
export const wouldDo = (what: string, data: { [key: string]: Json }): Result =>
  text(what, { dry_run: true, ...data })
