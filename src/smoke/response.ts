/** What an answer holds against the envelope of the service, and the words for what departs from it. */
import type { Json } from '../contract/lossless-json.ts'
import { serviceCodes, type ServiceCode } from '../contract/codes.ts'
import type { Violation } from '../contract/validate.ts'
import { isPlain, type Plain } from '../contract/plain.ts'
import { isLive, needWords, type SmokeContext } from './smoke-context.ts'
import { fail, skip } from './ends.ts'
import type { CheckedResponse } from './checked-response.ts'

/** The `data` of a good answer: a 2xx, success true, data an object (docs/service.md §1). Throws Failed. */
export function dataOf(seen: CheckedResponse, ground: SmokeContext): Plain {
  const { status, body, garbled } = seen
  if (garbled) return fail(`${requestName(seen)}: ${notUtf8}`)
  if (!body) return fail(`${requestName(seen)}: no envelope: ${begins(seen, ground)}`)
  if (typeof body['success'] !== 'boolean') return fail(`${requestName(seen)}: ${withoutSuccess(body)}`)
  if (!body['success']) return fail(`${requestName(seen)}: ${refusalOf(seen, ground)}`)
  if (status < 200 || status > 299) return fail(`${requestName(seen)}: success is true with HTTP ${status}`)
  if (saysError(body['error']))
    return fail(`${requestName(seen)}: success is true, and the envelope has an error`)
  const data = body['data']
  if (data === undefined) return fail(`${requestName(seen)}: the envelope has no data`)
  if (!isPlain(data))
    return fail(`${requestName(seen)}: data is ${kindOf(data)}, and an object is documented`)
  return data
}

/** Nothing, or nothing in it, is no error. */
const saysError = (error: Json | undefined): boolean =>
  isPlain(error) ? Object.keys(error).length > 0 : Boolean(error)

/** The `data` of a good answer, for a check that builds on it: skipped where the operation's own check has found it broken. */
export function soundData(seen: CheckedResponse, ground: SmokeContext): Plain {
  const operation = seen.request.operation?.name
  if (operation && ground.broken.has(operation)) skip(`see envelope ${operation}`)
  if (ground.ended !== undefined) skipSignedOut(seen, ground)
  return dataOf(seen, ground)
}

/** The document leaves open which operations need a session: without one AUTH_001 asks for it. */
export function skipSignedOut(seen: CheckedResponse, ground: SmokeContext): void {
  if (isLive(ground.token, ground) || refusalCode(seen) !== 'AUTH_001') return
  refusedAs('AUTH_001', seen, ground, requestName(seen))
  skip(ground.ended ?? needWords('session', ground))
}

/** Holds a refusal against docs/service.md §7: success false, the code, its HTTP status. Throws Failed. */
export function refusedAs(
  code: ServiceCode,
  seen: CheckedResponse,
  ground: SmokeContext,
  what: string,
): void {
  const { status, body } = seen
  const given = refusalCode(seen)
  const wanted = serviceCodes[code].status
  if (!body) fail(`${what}: no envelope with HTTP ${status}: ${begins(seen, ground)}`)
  if (body['success'] === true) fail(`${what}${taken(status)}; ${code} (${wanted}) is documented`)
  if (body['success'] !== false) fail(`${what}: ${withoutSuccess(body)}`)
  if (given !== code) fail(`${what}: ${given ?? 'no code'} came with HTTP ${status}; ${code} is documented`)
  if (status !== wanted) fail(`${what}: ${code} came with HTTP ${status}; ${wanted} is documented`)
}

/** An answer with success true, where its status says so too and where it does not. */
const taken = (status: number): string =>
  status < 400 ? ` was accepted (HTTP ${status})` : `: success is true beside HTTP ${status}`

export const notUtf8 = 'the bytes of the body are not valid UTF-8'

const withoutSuccess = ({ success }: Plain): string =>
  success === undefined
    ? 'the envelope has no success'
    : `success is ${kindOf(success)}, and true or false is documented`

/** The code of a refusal, where it names one. */
export function refusalCode({ body }: CheckedResponse): string | undefined {
  const error = body?.['error']
  const code = isPlain(error) ? error['code'] : undefined
  return typeof code === 'string' ? code : undefined
}

/** `AUTH_002 with HTTP 401, "token expired"`, and where the status is not the code's. */
export function refusalOf(seen: CheckedResponse, ground: SmokeContext): string {
  const { status, body } = seen
  const code = refusalCode(seen)
  const error = body?.['error']
  const said = isPlain(error) && typeof error['message'] === 'string' ? error['message'] : undefined
  const known = code !== undefined && Object.hasOwn(serviceCodes, code)
  const wanted = known ? serviceCodes[code as ServiceCode].status : undefined
  if (!body) return begins(seen, ground)
  const odd =
    status < 400 ? '; success false needs a status of 400 or more' : wanted !== undefined && wanted !== status
  return [
    `${code === undefined ? 'refused without a code' : brief(code, ground)} with HTTP ${status}`,
    said !== undefined && `, "${brief(said, ground)}"`,
    odd === true ? `; ${wanted} is documented for it` : odd,
  ]
    .filter(Boolean)
    .join('')
}

/** `GET /motion/daily`. */
export const requestName = ({ request: { method, path } }: CheckedResponse): string => `${method} ${path}`

/** Foreign words without secrets, on one line, shortened. */
export function brief(text: string, { sender }: SmokeContext, most = 120): string {
  const line = (sender.redact?.(text) ?? text).replace(/\s+/g, ' ').trim()
  return line.length > most ? `${line.slice(0, most)}…` : line
}

function begins({ status, text, headers }: CheckedResponse, ground: SmokeContext): string {
  const location = status >= 300 && status < 400 ? headers.get('location') : undefined
  const to = location === undefined ? '' : `, a redirect to "${brief(location, ground)}"`
  if (text === '') return `the body is empty (HTTP ${status}${to})`
  if (text.startsWith('\ufeff'))
    return `HTTP ${status}, it begins with a byte-order mark, which is no JSON: "${brief(text.slice(1), ground)}"`
  return `HTTP ${status}${to}, it begins "${brief(text, ground)}"`
}

/** `date: a date (YYYY-MM-DD) is documented, and a text of another form came`. */
export function departureText({ path, expected, found }: Violation): string {
  const format = formatNames[expected]
  const name = path === '(whole)' ? 'the body' : path
  const came = format !== undefined && found === 'string' ? 'a text of another form' : (kinds[found] ?? found)
  return `${name}: ${format ?? kinds[expected] ?? expected} is documented, ${came} came`
}

const formatNames: Record<string, string> = {
  date: 'a date (YYYY-MM-DD)',
  'date-time': 'a UTC time (ISO 8601)',
  address: 'an address (0x and 40 hex digits)',
}
const kinds: Record<string, string> = {
  object: 'an object',
  array: 'a list',
  string: 'a text',
  number: 'a number',
  boolean: 'true or false',
}

const kindOf = (value: Json): string =>
  value === null
    ? 'null'
    : Array.isArray(value)
      ? 'a list'
      : isPlain(value)
        ? 'an object'
        : typeof value === 'string'
          ? 'a text'
          : typeof value === 'boolean'
            ? 'true or false'
            : 'a number'
