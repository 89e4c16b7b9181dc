/** How far a long command is, on stderr of a terminal. The door of ora. */
import type { Writable } from 'node:stream'
import { oneLine } from './sanitize.ts'

export type Progress = {
  update(text: string): void
  /** Takes the line away; nothing appears afterwards. */
  done(): void
}

export type Progressing = {
  stream: Writable
  isTTY: boolean
  quiet?: boolean
  /** ACCESSIBLE=1: plain lines, one every few seconds, instead of one that is repainted. */
  accessible?: boolean
  env?: Readonly<Record<string, string | undefined>>
  now?: () => Date
  redact?: (text: string) => string
}

/** Milliseconds between plain lines. */
const calm = 5000

/** Whose line a terminal shows: there is one at a time. */
const liveProgress = new WeakMap<Writable, Progress>()

/** Off a terminal and with --quiet it says nothing, and ora is not loaded; nor does it while another line is shown. */
export function progress(options: Progressing): Progress {
  const { stream, isTTY, quiet = false, env = {}, redact = (text) => text } = options
  if (!isTTY || quiet) return { update: () => {}, done: () => {} }
  const accessible = options.accessible ?? env['ACCESSIBLE'] === '1'
  const words = (text: string) => oneLine(redact(text))
  return alone(
    stream,
    accessible || env['TERM'] === 'dumb'
      ? plainProgress(stream, words, options.now ?? (() => new Date()))
      : spinning(stream, words),
  )
}

function alone(stream: Writable, line: Progress): Progress {
  return {
    update(text) {
      if (!liveProgress.has(stream)) liveProgress.set(stream, line)
      if (liveProgress.get(stream) === line) line.update(text)
    },
    done() {
      if (liveProgress.get(stream) === line) liveProgress.delete(stream)
      line.done()
    },
  }
}

function plainProgress(stream: Writable, words: (text: string) => string, now: () => Date): Progress {
  let last = -Infinity
  let ended = false
  return {
    update(text) {
      const at = now().getTime()
      if (ended || at - last < calm) return
      last = at
      stream.write(`${words(text)}\n`)
    },
    done() {
      ended = true
    },
  }
}

/** Stdin stays as it is, and the cursor too: a kill leaves no trace. */
function spinning(stream: Writable, words: (text: string) => string): Progress {
  let latest: string | undefined
  let ended = false
  let spinner: { text: string; stop(): unknown } | undefined
  const start = async (): Promise<void> => {
    const { default: ora } = await import('ora')
    if (ended) return
    const settings = { color: false, discardStdin: false, hideCursor: false, isEnabled: true } as const
    spinner = ora({ text: latest ?? '', stream: stream as NodeJS.WriteStream, ...settings }).start()
  }
  return {
    update(text) {
      const first = latest === undefined
      latest = words(text)
      if (spinner) spinner.text = latest
      else if (first && !ended) start().catch(() => {})
    },
    done() {
      ended = true
      spinner?.stop()
    },
  }
}
