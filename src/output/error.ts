/** A failure in words for a person, and as one line of JSON for a script. */
import { writeJson } from '../contract/lossless-json.ts'
import { codeEntry, exits } from '../contract/codes.ts'
import { fixOf, type MoveError } from '../errors.ts'
import { noPaint, type Paint } from './color.ts'
import { escapeJson, sanitizeText, oneLine, escapeWorkflowCommands, unworkflowJson } from './sanitize.ts'

export type Telling = {
  paint?: Paint
  /** GitHub's runner reads along. */
  actions?: boolean
  /** Goes before words are shortened: half a secret is one too. */
  redact?: (text: string) => string
  /** With all details: -v. */
  whole?: boolean
  /** With the stack trace: -vv alone. */
  trace?: boolean
}

/** What happened, to whom, what the service says, what to do: each on its line, the last ended. */
export function errorText(error: MoveError, telling: Telling = {}): string {
  const { paint = noPaint, actions = false, redact = (text) => text, whole = false, trace = false } = telling
  const { fault } = error
  const say = (text: string, most = 300): string => {
    const line = oneLine(redact(text), most)
    return actions ? escapeWorkflowCommands(line) : line
  }
  if (isQuiet(error)) return `${say(error.message, 1000)}\n${trace ? traceOf(error, redact, actions) : ''}`
  const request = [fault.request, fault.requestId && `(id ${fault.requestId})`].filter(Boolean).join(' ')
  const fix = fixOf(error)
  const lines = [
    `${paint.red('error:')} ${say(error.message, 1000)} (${say(fault.code, 64)})`,
    fault.profile && `  profile  ${say(fault.profile)}`,
    request && `  request  ${say(request)}`,
    isOutcomeUnknown(error) && `  outcome  ${fault.outcome}`,
    ...details(error, whole, say),
    fix && `${paint.bold('fix:')} ${say(fix, 1000)}`,
    trace && traceOf(error, redact, actions),
  ]
  return lines
    .filter(Boolean)
    .map((line) => `${line}\n`)
    .join('')
}

/** The service's words are quoted; our own, such as line numbers, stand as they are. */
function details({ fault }: MoveError, whole: boolean, say: (text: string) => string): string[] {
  if (!fault.details) return []
  if (fault.httpStatus !== undefined && !fault.ownDetails)
    return [`  details  "${say(fault.details).replaceAll('"', "'")}"`]
  const told = whole ? fault.details : (fault.shortDetails ?? fault.details)
  const [first = '', ...more] = told.split('\n').map((line) => say(line))
  return [`  details  ${first}`, ...more.map((line) => `           ${line}`)]
}

function traceOf(error: MoveError, redact: (text: string) => string, actions: boolean): string {
  const inner = error.cause instanceof Error ? `\ncaused by ${error.cause.stack ?? error.cause.message}` : ''
  const text = sanitizeText(redact((error.stack ?? error.message) + inner), { lines: true })
  return actions ? escapeWorkflowCommands(text) : text
}

/** Nothing more to say than that what the person asked for was done. */
const isQuiet = (error: MoveError): boolean =>
  error.fault.wanted === true &&
  !isOutcomeUnknown(error) &&
  error.fault.hint === undefined &&
  !error.fault.details

const isOutcomeUnknown = ({ fault }: MoveError): boolean =>
  fault.outcome === 'unknown' || fault.outcome === 'applied'

/** Exactly one line: the envelope of a failure, as the service writes it, with what a script decides by. */
export function errorJson(
  error: MoveError,
  { actions = false, redact = (text) => text }: Telling = {},
): string {
  const { fault } = error
  const words = (text: string | undefined): string | null => (text === undefined ? null : redact(text))
  const line = escapeJson(
    writeJson({
      success: false,
      error: {
        code: fault.code,
        message: redact(error.message),
        details: words(fault.details),
        http_status: fault.httpStatus ?? null,
        exit_code: fault.exit,
        retryable: isRetryable(error),
        outcome: fault.outcome ?? null,
        hint: words(isQuiet(error) ? undefined : fixOf(error)),
        request_id: words(fault.requestId),
      },
    }),
  )
  return `${actions ? unworkflowJson(line) : line}\n`
}

/** May the same command simply be run again? Never where the request may have been applied. */
function isRetryable(error: MoveError): boolean {
  const { code, exit, retryable } = error.fault
  if (retryable !== undefined) return retryable
  if (isOutcomeUnknown(error)) return false
  const entry = codeEntry(code)
  return entry ? entry.retry === 'later' : exit === exits.limited || exit === exits.unavailable
}
