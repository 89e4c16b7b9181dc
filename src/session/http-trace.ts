/** What -v and -vv say about requests: lines on stderr, secrets by their length. */
import type { Trace } from '../client/client.ts'
import { secrecyOf, type Target } from '../client/compose.ts'
import { openEnvelope, parseBody } from '../client/open-envelope.ts'
import type { HttpResponse } from '../client/guarded-transport.ts'
import type { Mask } from '../client/mask/mask.ts'
import { byLength, valuesByLength, redactRequest } from '../client/redact-request.ts'
import { writeJson, type Json } from '../contract/lossless-json.ts'
import type { Part } from '../runtime/services.ts'

/** -v: request line, status, timing. -vv: headers and bodies too. */
export function tracer(tools: Part<'trace' | 'verbose'>, target: Target): (event: Trace) => void {
  return (event) => {
    const deep = tools.verbose > 1
    if (event.on === 'request') {
      const request = redactRequest(event.request, target)
      tools.trace(`> ${request.method} ${request.url}`)
      if (deep)
        for (const [name, value] of Object.entries(request.headers)) tools.trace(`> ${name}: ${value}`)
      if (deep && request.body !== undefined) tools.trace(`> ${writeJson(request.body)}`)
      return
    }
    const { reply, request, mask, ms } = event
    const took = `${Math.round(ms)} ms`
    if (reply.what !== 'answered')
      return tools.trace(`< nothing after ${took}: ${reply.why}${reply.raw ? ` (${reply.raw})` : ''}`)
    tools.trace(`< ${reply.status} in ${took}`)
    if (!deep) return
    const isLogin = secrecyOf(request)?.kind === 'login'
    for (const [name, value] of mask.maskHeaders(reply.headers))
      tools.trace(`< ${name}: ${isLogin && !ordinary.test(name) ? byLength(value) : value}`)
    tools.trace(`< ${answerBody(reply, request, mask)}`)
  }
}

/** Headers of the answer to a login that hold no session. */
const ordinary =
  /^(?:date|server|content-(?:type|length|encoding)|connection|keep-alive|retry-after|vary|x-ratelimit-.*)$/

/** An answer that holds a token or personal values is shown by its shape alone. */
function answerBody({ text }: HttpResponse, request: Trace['request'], mask: Mask): string {
  const entry = secrecyOf(request)
  if (!entry?.personal && entry?.kind !== 'login') return text
  if (openEnvelope(text, 'write').envelope.is === 'none') return `[${text.length} characters]`
  const body = mask.maskAll(parseBody(text) ?? null) as { [name: string]: Json }
  if (entry.kind !== 'login')
    return writeJson('data' in body ? { ...body, data: valuesByLength(body['data'] ?? null) } : body)
  const shownAsItIs = ['success', ...(body['success'] === true ? [] : ['error'])]
  return writeJson(
    Object.fromEntries(
      Object.entries(body).map(([name, value]) => [
        name,
        shownAsItIs.includes(name) ? value : valuesByLength(value),
      ]),
    ),
  )
}
