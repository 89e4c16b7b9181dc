/** What --dry-run prints instead of sending: the request with its secrets by their length. */
import type { Composed, Target } from '../client/compose.ts'
import { redactRequest } from '../client/redact-request.ts'
import { writeJson, type Json } from '../contract/lossless-json.ts'
import { mapTexts } from '../contract/texts.ts'
import type { Secrets } from '../output/redact.ts'
import { text, type Result } from '../output/view.ts'

type Redacting = Pick<Secrets, 'redact'>

/** Request line, redacted headers and body; as data `{dry_run, method, url, headers, body}`. */
export function dryRun(request: Composed, { target }: { target: Target }, secrets: Redacting): Result {
  const { method, url, headers, body } = requestShown(request, target, secrets)
  const lines = [
    `${method} ${url}`,
    ...Object.entries(headers).map(([name, value]) => `${name}: ${value}`),
    ...(request.body === undefined ? [] : ['', writeJson(body, 2)]),
  ]
  return text(lines.join('\n'), { dry_run: true, method, url, headers, body })
}

/** A request as data, without secrets by their field or by their value. */
export function requestShown(request: Composed, target: Target, secrets: Redacting) {
  const { method, url, headers, body = null } = redactRequest(request, target)
  const redact = (value: string) => secrets.redact(value)
  return { method, url: redact(url), headers, body: mapTexts(body, redact) }
}

/** The result of --dry-run for a command that only changes something here: says what it would do. */
export const wouldDo = (what: string, data: { [key: string]: Json }): Result =>
  text(what, { dry_run: true, ...data })
