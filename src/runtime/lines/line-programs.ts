/** Several copies of a program that are kept running, in a thread of their own: each answers a line with a line. */
import { MessageChannel, Worker } from 'node:worker_threads'
import type { StderrSink } from '../child.ts'
import type { Question } from './accepted-lines.ts'
import { mostAccepted } from './acceptance.ts'
import { NoAnswer } from './line-program.ts'
import { serveLines, type FromThread, type LineTask, type ToThread } from './serve-lines.ts'

/** `suspect`: it may be another line's after all, so its program is watched longer. */
export type LineAnswer = { line: Buffer; suspect: () => void }

export type LinePrograms = {
  /** What answers `line`. Throws NoAnswer; AbortError once the signal ended them. */
  ask: (line: string) => Promise<LineAnswer>
  /** Lines that they may be given at the same time. */
  most: number
  /** The lines that they were asked are the last ones. */
  noMore: () => void
  /** Lets them end by themselves, and ends them soon after. */
  end: () => Promise<void>
}

type ProgramsOptions = LineTask & { stderr: StderrSink; signal: AbortSignal }
type Port = {
  postMessage: (message: ToThread) => void
  on: (event: 'message', hear: (said: FromThread) => void) => unknown
}
type Waiting = { answer: (given: LineAnswer) => void; fail: (why: unknown) => void }

/** Their thread starts at once, they with the first question: `end` is called, whatever comes between. */
export function linePrograms({ stderr, signal, ...task }: ProgramsOptions): LinePrograms {
  const waiting = new Map<number, Waiting>()
  let asked = 0
  /** Asked in this turn: they wake the thread together. */
  let unsent: Question[] = []
  let ended: () => void = () => {}
  const end = new Promise<void>((resolve) => (ended = resolve))

  const settle = (id: number): Waiting | undefined => {
    const one = waiting.get(id)
    waiting.delete(id)
    return one
  }
  const failAll = (why: unknown): void => {
    for (const id of waiting.keys()) settle(id)?.fail(why)
  }
  const hear = (said: FromThread): void => {
    if ('stderr' in said) return stderr.add(Buffer.from(said.stderr))
    if ('ended' in said) {
      failAll(said.error ?? stopped())
      return ended()
    }
    const suspect = (): void => port.postMessage({ suspect: said.by })
    for (const reply of said.replies) {
      const one = settle(reply.id)
      if ('why' in reply) one?.fail(new NoAnswer(reply.why))
      else one?.answer({ line: Buffer.from(reply.answer), suspect })
    }
  }
  const stop = (): void => {
    finish('at once')
    failAll(stopped())
  }
  const send = (): void => {
    if (unsent.length > 0) port.postMessage({ ask: unsent })
    unsent = []
  }
  const finish = (end: 'after its answer' | 'at once'): void => {
    // What comes after the word to end would be asked all the same.
    unsent = []
    port.postMessage({ end })
  }
  const port = openThread(task, (error) => {
    failAll(error)
    ended()
  })
  port.on('message', hear)
  signal.addEventListener('abort', stop, { once: true })
  return {
    most: task.count * (mostAccepted + spare),
    ask: async (line) => {
      if (signal.aborted) throw stopped()
      const id = (asked += 1)
      const given = new Promise<LineAnswer>((answer, fail) => waiting.set(id, { answer, fail }))
      if (unsent.push({ id, line }) === 1) setImmediate(send)
      return given
    },
    noMore: () => void setImmediate(() => port.postMessage({ noMore: true })),
    end: async () => {
      finish('after its answer')
      await end
      signal.removeEventListener('abort', stop)
    },
  }
}

/** Lines that wait behind those whose answers are not accepted yet. */
const spare = 32
const stopped = () => new DOMException('Stopped.', 'AbortError')

/** A thread in the package; where the sources are run as they are, this one. */
function openThread(task: LineTask, failed: (error: unknown) => void): Port {
  if (import.meta.url.endsWith('.ts')) {
    const { port1, port2 } = new MessageChannel()
    serveLines(port2, task)
    return port1
  }
  const thread = new Worker(new URL('./line-thread.js', import.meta.url), { workerData: task })
  thread.on('error', failed)
  return thread
}
