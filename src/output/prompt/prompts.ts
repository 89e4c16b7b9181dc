/** Questions to the person at the terminal, always on stderr. Words and choices are asked for by inquirer (inquirer.ts). */
import type { Readable, Writable } from 'node:stream'
import { interrupted, type MoveError } from '../../errors.ts'
import { colorLevel, type Level } from '../color.ts'
import type { Prompter, Choice } from './prompter.ts'
import { byLine, type Ends } from './line-prompter.ts'
import { Left } from '../typed.ts'
import { sanitizeText } from '../sanitize.ts'

export type { Prompter, AnswerCheck, Choice } from './prompter.ts'

/** What prompts touch; a context fits. */
export type PromptStreams = {
  stdin: { stream: Readable }
  stderr: { stream: Writable; isTTY: boolean }
  signal: AbortSignal
  env: Readonly<Record<string, string | undefined>>
}

/** The questions of one command. Whether there is anyone to ask is for the caller to know. */
export function prompts(place: PromptStreams, color?: Level): Prompter {
  const ends: Ends = { input: place.stdin.stream, output: place.stderr.stream, signal: place.signal }
  const level = color ?? colorLevel({ env: place.env, isTTY: place.stderr.isTTY })
  const asking = place.env['ACCESSIBLE'] === '1' ? byLine(ends) : drawn(ends, level)
  const safely = async <T>(answer: Promise<T>): Promise<T> =>
    answer.catch((error: unknown) => {
      throw hasLeft(error) ? goneError(place.signal) : error
    })
  return {
    text: async (message, more) => safely(asking.text(safe(message), more)),
    secret: async (message, more) => safely(asking.secret(safe(message), more)),
    choose: async (message, choices, more) =>
      safely(asking.choose(safe(message), choices.map(harmlessChoice), more)),
    confirm: async (message, more) => safely(asking.confirm(safe(message), more)),
  }
}

const safe = (text: string) => sanitizeText(text, { lines: true })
const harmlessChoice = <T>({ name, value, about }: Choice<T>): Choice<T> => ({
  name: sanitizeText(name),
  value,
  ...(about !== undefined && { about: sanitizeText(about) }),
})

const hasLeft = (error: unknown): boolean =>
  error instanceof Left || (error instanceof Error && /^(Exit|Abort|Cancel)PromptError$/.test(error.name))

/** Nothing is sent before its questions are answered. */
const goneError = (signal: AbortSignal): MoveError => interrupted(signal).with({ outcome: 'not_sent' })

const load = async () => import('./inquirer.ts')

/** Inquirer's questions, without color where there is to be none. */
function drawn({ input, output, signal }: Ends, level: Level): Prompter {
  const theme = level === 0 ? { theme: colorless } : {}
  /** Ctrl-D closes inquirer's reader without a word; it pauses stdin, and that we hear. */
  const asked = async <T>(ask: (ends: Ends) => Promise<T>): Promise<T> => {
    const gone = new AbortController()
    const paused = () => void setImmediate(() => gone.abort())
    input.once('pause', paused)
    return ask({ input, output, signal: AbortSignal.any([signal, gone.signal]) }).finally(() =>
      input.off('pause', paused),
    )
  }
  return {
    async text(message, more = {}) {
      const { input } = await load()
      const validate = more.check && { validate: more.check }
      const preset = more.default !== undefined && { default: more.default }
      return asked((ends) => input({ message, ...validate, ...preset, ...theme }, ends))
    },
    // Inquirer repaints all of it with each key: what is pasted is long.
    secret: async (message, more) => byLine({ input, output, signal }).secret(`? ${message}`, more),
    async choose<T>(message: string, choices: Choice<T>[], more: { default?: T } = {}) {
      const { select } = await load()
      const listed = choices.map(({ about, ...choice }) => ({
        ...choice,
        ...(about && { description: about }),
      }))
      return asked((ends) => select({ message, choices: listed, ...more, ...theme }, ends))
    },
    // Inquirer takes any word with a y in front for a yes.
    confirm: async (message, more) => byLine({ input, output, signal }).confirm(`? ${message}`, more),
  }
}

const asIs = (text: string) => text
const colorless = {
  prefix: { idle: '?', done: '✔' },
  style: {
    answer: asIs,
    message: asIs,
    error: (text: string) => `> ${text}`,
    defaultAnswer: (text: string) => `(${text})`,
    help: asIs,
    highlight: asIs,
    key: (text: string) => `<${text}>`,
    description: asIs,
    disabled: asIs,
    keysHelpTip: (keys: [key: string, action: string][]) => keys.map((key) => key.join(' ')).join(' • '),
  },
}
