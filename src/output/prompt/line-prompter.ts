/** Questions line by line, for secrets and for ACCESSIBLE=1: nothing is repainted, a screen reader hears each line once. */
import { createInterface } from 'node:readline'
import { Writable, type Readable } from 'node:stream'
import type { Prompter, AnswerCheck, Choice } from './prompter.ts'
import { discardTyped, Left } from '../typed.ts'

export type Ends = { input: Readable; output: Writable; signal: AbortSignal }

/** The line that answers; `hidden` shows none of it. Throws Left. */
async function question({ input, output, signal }: Ends, words: string, hidden = false): Promise<string> {
  const nowhere = new Writable({ write: (_chunk, _encoding, done) => done() })
  // The terminal no longer shows what is typed once it is asked for.
  const lines = createInterface({ input, output: hidden ? nowhere : output, terminal: hidden, signal })
  output.write(words)
  try {
    return await new Promise((resolve, reject) => {
      const left = () => reject(new Left())
      lines.once('line', resolve)
      lines.once('SIGINT', left)
      lines.once('close', left)
    })
  } finally {
    lines.close()
    if (hidden) output.write('\n')
  }
}

/** Asks again until `read` makes something of the answer, or throws Left. `fresh`: what was typed before is no answer. */
async function until<T>(
  ends: Ends,
  words: string,
  read: (line: string) => { value: T } | { wrong: string },
  { hidden = false, fresh = false } = {},
): Promise<T> {
  if (fresh) await discardTyped(ends.input)
  for (;;) {
    const answer = read(await question(ends, words, hidden))
    if ('value' in answer) return answer.value
    ends.output.write(`${answer.wrong}\n`)
  }
}

/** All questions line by line, choices by number. */
export function byLine(ends: Ends): Prompter {
  return {
    async text(message, more = {}) {
      const preset = more.default === undefined ? '' : ` (${more.default})`
      return until(ends, `${message}${preset}: `, lineChecker(more.check, more.default))
    },
    secret: async (message, { check } = {}) =>
      until(ends, `${message} (not shown): `, lineChecker(check), { hidden: true }),
    async choose<T>(message: string, choices: Choice<T>[], more: { default?: T } = {}) {
      const listed = choices.map(
        ({ name, about }, at) => `  ${at + 1}) ${name}${about ? `: ${about}` : ''}\n`,
      )
      const preset = choices.findIndex(({ value }) => 'default' in more && value === more.default)
      ends.output.write(`${message}\n${listed.join('')}`)
      return until(ends, preset < 0 ? 'Number: ' : `Number (${preset + 1}): `, (line) => {
        const at = line.trim() === '' ? preset : Number(line) - 1
        const choice = choices[at]
        return choice ? { value: choice.value } : { wrong: `Give a number from 1 to ${choices.length}.` }
      })
    },
    // Consent is given to a question that was seen.
    confirm: async (message, { default: isYes = false } = {}) =>
      until(
        ends,
        `${message} (${isYes ? 'Y/n' : 'y/N'}): `,
        (line) => ({ value: (isYes && line.trim() === '') || /^\s*y(es)?\s*$/i.test(line) }),
        { fresh: true },
      ),
  }
}

const lineChecker = (check: AnswerCheck | undefined, preset?: string) => (line: string) => {
  const value = line === '' ? (preset ?? '') : line
  const checked = check?.(value) ?? true
  return checked === true ? { value } : { wrong: checked }
}
