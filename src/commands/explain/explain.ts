/** Explains a service code, a code of our own or an exit code. Its line is in ./index.ts. */
import { nearest } from '../../config/nearest.ts'
import type { Json } from '../../contract/lossless-json.ts'
import { codeEntry, exitCodes, localCodes, serviceCodes, type Retry } from '../../contract/codes.ts'
import { classify } from '../../client/classify-response.ts'
import { usage } from '../../errors.ts'
import { prose } from '../../output/view.ts'
import type { CommandHandler } from '../../runtime/command.ts'
import { usualWidth, wrap } from '../../reference/layout.ts'

export const run: CommandHandler = async ({ args: [typed = ''] }) => {
  const word = typed.trim().toUpperCase()
  const data = ofCode(word) ?? ofExit(word) ?? ofStatus(word)
  if (!data) throw unknown(typed, word)
  return prose(explanation(data), data)
}

type Explained = {
  code: string
  kind: 'service' | 'movecli' | 'exit'
  meaning: string
  exit_code: number
  http_status: number | null
  /** `never`: it would fail again; `later`: the same again is safe; `after`: once `fix` is done. */
  retry: Retry
  retry_text: string
  fix: string
  codes: string[]
} & { [key: string]: Json }

function ofCode(code: string): Explained | undefined {
  const entry = codeEntry(code)
  if (!entry) return undefined
  const service = Object.hasOwn(serviceCodes, code)
  return {
    code,
    kind: service ? 'service' : 'movecli',
    meaning: entry.when,
    exit_code: entry.exit,
    http_status: service ? serviceCodes[code as keyof typeof serviceCodes].status : null,
    retry: entry.retry,
    retry_text: textByCode[code] ?? special[entry.exit] ?? retries[entry.retry],
    fix: entry.fix,
    codes: [],
  }
}

function ofExit(word: string): Explained | undefined {
  const meaning = Object.hasOwn(exitCodes, word)
    ? exitCodes[Number(word) as keyof typeof exitCodes]
    : undefined
  if (meaning === undefined) return undefined
  const exit = Number(word)
  const of = (all: Record<string, { exit: number }>) =>
    Object.keys(all).filter((code) => all[code]?.exit === exit)
  const codes = [...of(serviceCodes), ...of(localCodes)]
  const retry = exit === 0 ? 'later' : (exitAdvice[exit]?.retry ?? 'never')
  return {
    code: word,
    kind: 'exit',
    meaning,
    exit_code: exit,
    http_status: null,
    retry,
    retry_text: special[exit] ?? retries[retry],
    fix: exitAdvice[exit]?.fix ?? 'Run movecli explain with the code in the error.',
    codes,
  }
}

/** What a service that names no code of its own says: `HTTP_503`. */
function ofStatus(code: string): Explained | undefined {
  const status = Number(/^HTTP_([45]\d\d)$/.exec(code)?.[1])
  if (!status) return undefined
  const heard = { what: 'answered', status, envelope: { is: 'refused', code } } as const
  const { exit } = classify('read', heard)
  const { retry, fix } = exitAdvice[exit] ?? { retry: 'never' as const, fix: localCodes.CLI_REJECTED.fix }
  const isUnknown = retry === 'later' && classify('write', heard).exit === 9
  return {
    code,
    kind: 'service',
    meaning: `the service answered with HTTP ${status}`,
    exit_code: exit,
    http_status: status,
    retry,
    retry_text: isUnknown ? afterRead : retries[retry],
    fix,
    codes: [],
  }
}

const retries: Record<Retry, string> = {
  never: 'no: it would fail again',
  later: 'yes: the same command may be run again',
  after: 'yes, once the fix is done',
}

const afterRead =
  'yes for a read. After a write the outcome is unknown (exit 9): do not repeat it before you know'
/** Codes whose answer is not that of their exit codes. */
const textByCode: Record<string, string> = {
  CHAIN_001:
    'yes for a read. After a write the outcome is unknown (exit 9), because the chain may have it: do not repeat it before you know',
  CLI_OUTPUT: 'yes for what changes nothing. After a write the error says whether it was applied: then no',
}

/** Exit codes whose answer is not that of their codes alone. */
const special: Record<number, string> = {
  0: 'not needed: a write would be sent a second time',
  9: 'no: the write may have been applied, and a second one would move value twice',
  10: 'yes: a bulk submission skips what was applied; smoke, doctor and reads change nothing',
  130: 'yes, unless the error says that the outcome of a write is unknown',
  143: 'yes, unless the error says that the outcome of a write is unknown',
}

/** What to do about an exit code as such. */
const exitAdvice: Record<number, { retry: Retry; fix: string }> = {
  0: { retry: 'later', fix: 'Nothing to do.' },
  1: { retry: 'never', fix: localCodes.CLI_BUG.fix },
  2: { retry: 'after', fix: localCodes.CLI_USAGE.fix },
  3: { retry: 'after', fix: 'Do what the fix: line says. movecli doctor checks the setup.' },
  4: { retry: 'after', fix: 'Run movecli login. movecli whoami shows who you are.' },
  5: { retry: 'never', fix: 'Read what the service says, and change the request.' },
  6: { retry: 'never', fix: 'Check the address or the path.' },
  7: { retry: 'later', fix: localCodes.CLI_RATE_LIMITED.fix },
  8: { retry: 'later', fix: 'Try again in a few minutes. movecli doctor checks the connection.' },
  9: { retry: 'never', fix: localCodes.CLI_OUTCOME_UNKNOWN.fix },
  10: { retry: 'after', fix: localCodes.CLI_PARTIAL.fix },
  11: { retry: 'after', fix: localCodes.CLI_CONSENT.fix },
  12: { retry: 'later', fix: 'Run it again, or allow a longer wait with --wait or --max-wait.' },
  130: { retry: 'later', fix: localCodes.CLI_INTERRUPTED.fix },
  143: { retry: 'later', fix: localCodes.CLI_TERMINATED.fix },
}

function explanation(data: Explained): string {
  const about =
    data.kind === 'exit'
      ? `exit code ${data.code}`
      : [data.code, `exit ${data.exit_code}`, data.http_status && `HTTP ${data.http_status}`]
          .filter(Boolean)
          .join(', ')
  const line = (title: string, words: string) =>
    `  ${title.padEnd(9)}${wrap(words, usualWidth, ' '.repeat(11), 11)}`
  return [
    about,
    line('meaning', data.meaning),
    line('retry', data.retry_text),
    line('fix', data.fix),
    ...(data.codes.length > 0 ? [line('codes', data.codes.join(' '))] : []),
  ].join('\n')
}

/** Every code there is, by kind. */
const everyCode = (): string =>
  [
    `of the service: ${Object.keys(serviceCodes).join(' ')}`,
    `of movecli: ${Object.keys(localCodes).join(' ')}`,
    `exit codes: ${Object.keys(exitCodes).join(' ')}`,
  ]
    .map((line) => wrap(line, usualWidth - 11))
    .join('\n')

function unknown(typed: string, word: string) {
  const all = [...Object.keys(serviceCodes), ...Object.keys(localCodes), ...Object.keys(exitCodes)]
  const shown = /^[\w-]{1,40}$/.test(typed) ? `code ${typed}` : 'such code'
  const near = nearest(word, all)
  const message = `There is no ${shown}.`
  return near
    ? usage(message, `Did you mean ${near}?`)
    : usage(message, 'Give one of the codes in the details, or HTTP_ and a status.', everyCode())
}
