/** MoveError: a failure that a person can act on, with the code and exit code that a script can. */
import {
  codeEntry,
  exits,
  localCodes,
  type CodeEntry,
  type ExitName,
  type LocalCode,
} from './contract/codes.ts'
import type { Outcome } from './contract/outcome.ts'

export type { Outcome } from './contract/outcome.ts'

export type Fault = {
  code: LocalCode | (string & {})
  exit: number
  hint?: string
  details?: string
  /** What a person sees of the details without -v. */
  shortDetails?: string
  /** The details are ours although a service answered. */
  ownDetails?: true
  outcome?: Outcome
  httpStatus?: number
  retryable?: boolean
  requestId?: string
  /** Milliseconds that the service asks to wait. */
  askedMs?: number
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

/** Everything about a failure but its message, which its code's row of the table does not say. */
type Said = Partial<Omit<Fault, 'code' | 'exit' | 'hint' | 'details'>> & {
  message: string
  hint?: string | undefined
  details?: string | undefined
}

/** The failure of a code: exit code, and outcome where it is always the same, are those of the code's row. */
export function moveError(code: LocalCode, { message, hint, details, ...said }: Said): MoveError {
  const { exit, outcome }: CodeEntry = localCodes[code]
  const more = { ...(hint && { hint }), ...(details && { details }) }
  return new MoveError(message, { ...(outcome && { outcome }), ...said, ...more, code, exit })
}

/** What to do about a failure: its own hint, else what its code's row says. */
export const fixOf = ({ fault }: MoveError): string | undefined => fault.hint ?? codeEntry(fault.code)?.fix

/** The codes of one exit code. */
type CodeOf<Exit extends number> = {
  [Code in LocalCode]: (typeof localCodes)[Code]['exit'] extends Exit ? Code : never
}[LocalCode]

/** Is it a failure that ends with one of these exit codes? */
export const hasExit = (error: unknown, ...names: ExitName[]): boolean =>
  error instanceof MoveError && names.some((name) => exits[name] === error.fault.exit)

/** Did the person stop the command, or the system for them? */
export const isStop = (error: unknown): boolean => hasExit(error, 'interrupted', 'terminated')

/** How to free what a process holds of which nobody can tell whether it lives; nothing where it is seen to live. */
export const unlockHint = (
  holder: { life: 'alive' | 'gone' | 'unclear' } | undefined,
  name: string,
): string | undefined =>
  holder?.life === 'unclear'
    ? `movecli cannot see whether that process still runs. Once you know that it does not: movecli journal unlock ${
        /[^\w.:/-]/.test(name) ? `'${name}'` : name
      }`
    : undefined

/**
 * What this process held is held no more, on a person's word or since its folder is
 * another: exit 8, and it sends nothing more.
 */
export const lockFreedError = (what: string): MoveError =>
  moveError('CLI_BUSY', {
    message: `${what} is no longer held by this process: movecli journal unlock freed it, or its folder was moved, replaced or removed. Nothing more is sent.`,
    hint: bringBackHint,
  })

/** Where the journal is gone from its place. */
export const bringBackHint =
  'If the folder was moved, bring it back: the record of what was sent is in it. Check the outcome with movecli journal ls, then run it again.'

/** Wrong usage or input: exit 2, nothing sent. */
export const usage = (message: string, hint?: string, details?: string): MoveError =>
  moveError('CLI_USAGE', { message, outcome: 'not_sent', hint, details })

/** Configuration missing, unreadable or unsafe: exit 3, nothing sent. */
export const misconfigured = (message: string, hint?: string, code: CodeOf<3> = 'CLI_CONFIG'): MoveError =>
  moveError(code, { message, outcome: 'not_sent', hint })

/** Authentication failed on our side of the wire: exit 4, nothing sent. */
export const unauthenticated = (code: CodeOf<4>, message: string, hint?: string): MoveError =>
  moveError(code, { message, outcome: 'not_sent', hint })

/** A stop asked for by Ctrl-C (130), or by a polite kill or a terminal that was closed (143), as an error. */
export const interrupted = ({ reason }: AbortSignal): MoveError =>
  reason === 'SIGTERM' || reason === 'SIGHUP'
    ? moveError('CLI_TERMINATED', { message: 'Terminated.', wanted: true })
    : moveError('CLI_INTERRUPTED', { message: 'Interrupted.', wanted: true })

/** The words of whatever was thrown. */
export const messageOf = (error: unknown): string => (error instanceof Error ? error.message : String(error))
