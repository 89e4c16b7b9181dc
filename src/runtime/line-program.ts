/** A program that is kept running and answers each line with one line. One question at a time, so that answers cannot change places. */
import { setImmediate as nextTurn } from 'node:timers/promises'
import { startChild, type Child, type Complaints } from './subprocess.ts'
import type { Tools } from './services.ts'

/** Why a question has no answer. The program is ended by then, and the next question starts it anew. */
export class NoAnswer extends Error {}
/** It ended well after earlier answers, perhaps before it read this question: a new one is asked. */
class EndedBetween extends NoAnswer {}

export type Answer = {
  /** Without its end. */
  line: Buffer
  /** Why it may be another question's after all: its program has printed a line since that nothing asked for. */
  flaw: () => NoAnswer | undefined
}

export type LineProgram = {
  /** The line that answers `line`. Throws NoAnswer; AbortError once the signal ended it. */
  ask: (line: string) => Promise<Answer>
  /** Its last answer may have been another question's: after the next one it is watched for lines that nobody asked for. */
  suspect: () => void
  /** Lets it end by itself, and ends it soon after. */
  end: () => Promise<void>
}

type Options = {
  /** Most bytes of an answer. */
  most: number
  /** Longest time for an answer, in milliseconds. */
  waitMs: number
  complaints: Complaints
  signal: AbortSignal
}

type Waiting = { answer: (line: Buffer) => void; fail: (why: Error) => void }

/** How long it may take to end once its input is closed, in milliseconds. */
const patienceMs = 500
/** How long it must be silent after an answer before that is taken, in milliseconds. */
const quietMs = 5
/** A program that is suspected is watched this long at least, in milliseconds. */
const leastWatchMs = 100
const newline = 0x0a
const strayLine = 'printed a line that nothing asked for'

/** The program by its absolute path; it is started by the first question. */
export function lineProgram(
  path: string,
  { most, waitMs, complaints, signal }: Options,
  tools: Tools,
): LineProgram {
  let child: Child | undefined
  let waiting: Waiting | undefined
  let partial: Buffer[] = []
  let size = 0
  let slowestMs = 0
  let suspected = false
  /** `stray`: it printed a line that nothing asked for. Each program that is started has its own. */
  let conduct = { stray: false }
  let lastEnd: Error = new NoAnswer('ended')
  /** Answers that it gave since it was started. */
  let answers = 0

  const drop = (): void => {
    child?.kill()
    child = undefined
    partial = []
    size = 0
  }
  const fail = (why: string | Error): void => {
    drop()
    lastEnd = typeof why === 'string' ? new NoAnswer(why) : why
    waiting?.fail(lastEnd)
  }
  const onOutput = (part: Buffer): void => {
    size += part.length
    if (size > most) return fail(`printed more than ${most / 1024} KB in one line`)
    const end = part.indexOf(newline)
    if (!waiting || (end >= 0 && end < part.length - 1)) {
      conduct.stray = true
      return fail(strayLine)
    }
    partial.push(part)
    if (end >= 0) answered()
  }
  const answered = (): void => {
    const line = Buffer.concat(partial)
    partial = []
    size = 0
    answers += 1
    const asked = waiting
    waiting = undefined
    asked?.answer(line)
  }
  async function start(): Promise<void> {
    const started = await startChild(path, [], { onOutput, complaints, group: true }, tools)
    child = started
    answers = 0
    conduct = { stray: false }
    void started.ended.then((end) => {
      if (child !== started) return
      // The last line of a program that ended well needs no end of its own.
      if (end === 0 && size > 0) answered()
      if (end === 0 && answers > 0) fail(new EndedBetween('ended before it answered'))
      else if (end instanceof Error) fail(`could not be started: ${end.message}`)
      else fail(`ended with ${end} before it answered`)
    })
  }
  async function answerTo(line: string): Promise<Buffer> {
    let timer: NodeJS.Timeout | undefined
    const stop = (): void => fail(new DOMException('Stopped.', 'AbortError'))
    try {
      return await new Promise<Buffer>((resolve, reject) => {
        waiting = { answer: resolve, fail: reject }
        timer = setTimeout(() => fail(`did not answer within ${waitMs / 1000} s`), waitMs)
        signal.addEventListener('abort', stop, { once: true })
        if (signal.aborted) stop()
        else if (child) child.write(`${line}\n`)
        else fail(lastEnd)
      })
    } finally {
      clearTimeout(timer)
      signal.removeEventListener('abort', stop)
      waiting = undefined
    }
  }
  /** Throws NoAnswer where a line follows that nothing asked for. */
  async function watch(): Promise<void> {
    const ms = suspected ? Math.min(waitMs, Math.max(leastWatchMs, slowestMs * 3)) : quietMs
    suspected = false
    await tools.context.sleep(ms, signal)
    // What can be read by now is read in this turn, however late the timer was.
    await nextTurn()
    if (conduct.stray) throw new NoAnswer(strayLine)
  }

  return {
    ask: async (line) => {
      const began = performance.now()
      if (!child) await start()
      const given = await answerTo(line).catch(async (error: unknown) => {
        if (!(error instanceof EndedBetween)) throw error
        await start()
        return answerTo(line)
      })
      slowestMs = Math.max(slowestMs, performance.now() - began)
      const by = conduct
      await watch()
      return { line: given, flaw: () => (by.stray ? new NoAnswer(strayLine) : undefined) }
    },
    suspect: () => void (suspected = true),
    end: async () => {
      const ending = child
      if (!ending) return
      ending.closeInput()
      const late = new AbortController()
      await Promise.race([ending.ended, tools.context.sleep(patienceMs, late.signal).catch(() => {})])
      late.abort()
      drop()
    },
  }
}
