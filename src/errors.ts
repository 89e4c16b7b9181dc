/** MoveError: a failure that a person can act on, with the code and exit code that a script can. */
import type { LocalCode } from './contract/codes.ts'
import type { Outcome } from './contract/outcome.ts'

export type { Outcome } from './contract/outcome.ts'

export type Fault = {
  code: LocalCode | (string & {})
  exit: number
  hint?: string
  details?: string
  outcome?: Outcome
  httpStatus?: number
  retryable?: boolean
  requestId?: string
  /** `GET /motion/daily`: shown under the error. */
  request?: string
  /** `ops (testnet, 0x12ab…90ef)`: shown under the error. */
  profile?: string
  /** What the person asked for by a no or by Ctrl-C: said in one sentence, for it is no error of theirs. */
  wanted?: true
  cause?: unknown
}

/** A failure with its own exit code. `message` says what happened, `hint` what to do. */
export class MoveError extends Error {
  readonly fault: Fault
  constructor(message: string, fault: Fault) {
    super(message, fault.cause === undefined ? undefined : { cause: fault.cause })
    this.name = 'MoveError'
    this.fault = fault
  }
  /** The same failure with more said about it; what it said already stays. */
  with(more: Partial<Fault>): MoveError {
    return new MoveError(this.message, { ...more, ...this.fault })
  }
}

/** How to free what a process holds of which nobody can tell whether it lives; nothing where it is seen to live. */
export const freedBy = (
  holder: { life: 'alive' | 'gone' | 'unclear' } | undefined,
  name: string,
): string | undefined =>
  holder?.life === 'unclear'
    ? `movecli cannot see whether that process still runs. Once you know that it does not: movecli journal unlock ${
        /[^\w.:/-]/.test(name) ? `'${name}'` : name
      }`
    : undefined

/** What this process held was given to others on a person's word: exit 8, and it sends nothing more. */
export const freed = (what: string): MoveError =>
  new MoveError(
    `${what} was freed by movecli journal unlock while this process was running. It sends nothing more.`,
    {
      code: 'CLI_BUSY',
      exit: 8,
      outcome: 'not_sent',
      hint: 'Check the outcome with movecli journal ls, then run it again.',
    },
  )

/** Wrong usage or input: exit 2, nothing sent. */
export const usage = (message: string, hint?: string, details?: string): MoveError =>
  new MoveError(message, {
    code: 'CLI_USAGE',
    exit: 2,
    outcome: 'not_sent',
    ...(hint && { hint }),
    ...(details && { details }),
  })

/** Configuration missing, unreadable or unsafe: exit 3, nothing sent. */
export const misconfigured = (message: string, hint?: string, code: LocalCode = 'CLI_CONFIG'): MoveError =>
  new MoveError(message, { code, exit: 3, outcome: 'not_sent', ...(hint && { hint }) })

/** Authentication failed on our side of the wire: exit 4, nothing sent. */
export const unauthenticated = (code: LocalCode, message: string, hint?: string): MoveError =>
  new MoveError(message, { code, exit: 4, outcome: 'not_sent', ...(hint && { hint }) })

/** A stop asked for by Ctrl-C (130), or by a polite kill or a terminal that was closed (143), as an error. */
export const interrupted = ({ reason }: AbortSignal): MoveError =>
  reason === 'SIGTERM' || reason === 'SIGHUP'
    ? new MoveError('Terminated.', { code: 'CLI_TERMINATED', exit: 143, wanted: true })
    : new MoveError('Interrupted.', { code: 'CLI_INTERRUPTED', exit: 130, wanted: true })
