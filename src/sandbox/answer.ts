/** Answers as data: the envelope of docs/service.md §1 and §7, and the codes that the sandbox had to make up. */
import { writeJson } from '../contract/lossless-json.ts'
import { serviceCodes, type ServiceCode } from '../contract/codes.ts'
import { jsonType } from '../contract/service.ts'

/** For failures that have no code in docs/service.md §7. */
const madeUpCodes = {
  BAD_REQUEST: 400,
  FORBIDDEN_HOST: 403,
  NOT_FOUND: 404,
  METHOD_NOT_ALLOWED: 405,
  TOO_LARGE: 413,
  UNSUPPORTED_TYPE: 415,
  SANDBOX_BROKEN: 500,
} as const
export type FailureCode = ServiceCode | keyof typeof madeUpCodes

export type Headers = [name: string, value: string][]
export type HttpReply = { status: number; headers: Headers; body: string }

/** What a handler found wrong. `details` as in docs/service.md §7. */
export type Failure = { failure: { code: FailureCode; message: string; details: string } }
export type HandlerResult<T> = { data: T } | Failure

export const fail = (code: FailureCode, message: string, details: string): Failure => ({
  failure: { code, message, details },
})

export const isFailure = (value: object): value is Failure => 'failure' in value

/** True for the service's codes and the made-up ones. */
export const isFailureCode = (code: string): code is FailureCode =>
  Object.hasOwn(serviceCodes, code) || Object.hasOwn(madeUpCodes, code)

/** The HTTP status of a code (docs/service.md §7). */
const httpStatusOf = (code: FailureCode): number =>
  Object.hasOwn(serviceCodes, code)
    ? serviceCodes[code as ServiceCode].status
    : madeUpCodes[code as keyof typeof madeUpCodes]

/** A handler's answer in its envelope. */
export const replyOf = (answer: HandlerResult<unknown>, headers: Headers = []): HttpReply =>
  'failure' in answer
    ? envelope(httpStatusOf(answer.failure.code), { success: false, error: answer.failure }, headers)
    : envelope(200, { success: true, data: answer.data }, headers)

/** Any data as a JSON answer. */
export const envelope = (status: number, body: unknown, headers: Headers = []): HttpReply => ({
  status,
  headers: [['content-type', jsonType], ...headers],
  body: writeJson(body),
})
