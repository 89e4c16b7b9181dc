/**
 * A program that is kept running and answers each line with one line. It is asked one question at a time, so that answers
 * cannot change places. An answer is taken once the program was silent after it.
 */
import { setImmediate as nextTurn } from 'node:timers/promises'
import { createAcceptance } from './acceptance.ts'
import { exitInWords, startChild, type Child, type StderrSink } from '../child.ts'
import type { Context } from '../context.ts'

/** Why a question has no answer. The program is ended by then, and the next question starts it anew. */
export class NoAnswer extends Error {}
/** It ended after earlier answers, perhaps before it read this question: a new one is asked, once. */
class EndedBetween extends NoAnswer {}

export type LineProgram = {
  /**
   * The line that answers `line`, without its end. It may be another question's until it is accepted. Throws
   * NoAnswer; AbortError once the signal ended it.
   */
  ask: (line: string) => Promise<Buffer>
  /** Are the answers since the last time to be accepted before it is asked again? */
  isDue: () => boolean
  /**
   * Waits until it was silent for a while. Throws NoAnswer where it printed a line that nothing asked for: any answer since
   * the last time may be another question's.
   */
  accept: () => Promise<void>
  /** Its last answer may have been another question's: it is watched longer for lines that nothing asked for. */
  suspect: () => void
  /** Lets it end by itself, and ends it soon after. */
  end: () => Promise<void>
}

type Options = {
  /** Most bytes of an answer. */
  most: number
  /** Longest time for an answer, in milliseconds. */
  waitMs: number
  stderr: StderrSink
  signal: AbortSignal
}

type Waiting = { asked: number; answer: (line: Buffer) => void; fail: (why: Error) => void }

/** How long it may take to end once its input is closed, in milliseconds. */
const patienceMs = 500
/** A program that is suspected is watched this long at least, in milliseconds. */
const leastWatchMs = 100
const newline = 0x0a
const strayLine = 'printed a line that nothing asked for'

/** The program by its absolute path; it is started by the first question. */
export function lineProgram(
  path: string,
  { most, waitMs, stderr, signal }: Options,
  tools: { context: Pick<Context, 'env' | 'platform' | 'sleep'> },
): LineProgram {
  let child: Child | undefined
  let waiting: Waiting | undefined
  let partial: Buffer[] = []
  let size = 0
  let slowestMs = 0
  let suspected = false
  /** It printed a line that nothing asked for, and the answers before that are not accepted. */
  let stray = false
  let answeredAt = 0
  const acceptance = createAcceptance()
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
    if (waiting) partial.push(end < 0 ? part : part.subarray(0, end + 1))
    const more = !waiting || (end >= 0 && end < part.length - 1)
    if (end >= 0) answered()
    if (!more) return
    stray = acceptance.isWaiting()
    if (!stray) acceptance.failed()
    drop()
  }
  const answered = (): void => {
    const line = Buffer.concat(partial)
    partial = []
    size = 0
    answers += 1
    answeredAt = performance.now()
    if (waiting) acceptance.answered(waiting.asked, answeredAt, line.length)
    waiting?.answer(line)
    waiting = undefined
  }
  async function start(): Promise<void> {
    const onInputClosed = (): void => {
      // A first question is written before a program that ends at once has done so: its end says why.
      if (child === started && answers > 0) fail(new EndedBetween('closed its input before it answered'))
    }
    const onOutputClosed = (): void => {
      // One that ends closes it as well: its end says why.
      const late = (): void => void (child === started && fail('closed its output before it answered'))
      setTimeout(late, patienceMs).unref()
    }
    const closed = { onInputClosed, onOutputClosed }
    const started = await startChild(path, [], { onOutput, ...closed, stderr, group: true }, tools)
    child = started
    acceptance.started()
    answers = 0
    void started.ended.then((end) => {
      if (child !== started) return
      if (end instanceof Error) return fail(`could not be started: ${end.message}`)
      // A line without its end may be the beginning of one, however the program ended.
      const how = `ended with ${exitInWords(end)}`
      if (size > 0) return fail(`${how} in the middle of a line`)
      const why = `${how} before it answered`
      fail(answers > 0 ? new EndedBetween(why) : why)
    })
  }
  async function answerTo(line: string): Promise<Buffer> {
    let timer: NodeJS.Timeout | undefined
    const stop = (): void => fail(new DOMException('Stopped.', 'AbortError'))
    try {
      return await new Promise<Buffer>((resolve, reject) => {
        waiting = { asked: performance.now(), answer: resolve, fail: reject }
        timer = setTimeout(
          () => fail(`printed no line within ${waitMs / 1000} s (it must flush each one)`),
          waitMs,
        )
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
  /** Silence since its last answer. */
  async function silence(): Promise<void> {
    const long = suspected ? Math.min(waitMs, Math.max(leastWatchMs, slowestMs * 3)) : acceptance.quiet()
    suspected = false
    const left = answeredAt + long - performance.now()
    if (left > 0 && !stray) await tools.context.sleep(left, signal)
    // What can be read by now is read in this turn, however late the timer was.
    await nextTurn()
  }

  return {
    ask: async (line) => {
      const began = performance.now()
      try {
        if (!child) await start()
        return await answerTo(line).catch(async (error: unknown) => {
          if (!(error instanceof EndedBetween)) throw error
          await start()
          return answerTo(line)
        })
      } catch (error) {
        acceptance.failed()
        throw error
      } finally {
        slowestMs = Math.max(slowestMs, performance.now() - began)
      }
    },
    isDue: () => stray || (suspected && acceptance.isWaiting()) || acceptance.isDue(performance.now()),
    accept: async () => {
      if (acceptance.isWaiting()) await silence()
      if (!stray) return acceptance.accepted()
      stray = false
      acceptance.failed()
      throw new NoAnswer(strayLine)
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
