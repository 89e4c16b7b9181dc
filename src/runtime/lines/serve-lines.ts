/** Asks programs that are kept running, and tells a port what they answer. */
import { setTimeout as pause } from 'node:timers/promises'
import type { MessagePort } from 'node:worker_threads'
import { answerLines, type Question, type LineReply } from './accepted-lines.ts'
import { lineProgram } from './line-program.ts'
import { mostStderrBytes, type ChildTools } from '../child.ts'

/** `count` programs by one path; `most` bytes of an answer, `waitMs` for it. */
export type LineTask = ChildTools['context'] & { path: string; count: number; most: number; waitMs: number }

export type ToThread =
  | { ask: readonly Question[] }
  | { suspect: number }
  | { noMore: true }
  | { end: 'after its answer' | 'at once' }
/** `by` is the program's number. An `error` is a fault of ours. */
export type FromThread =
  | { by: number; replies: readonly LineReply[] }
  | { stderr: Uint8Array }
  | { ended: true; error?: unknown }

/** Asks and answers until it is told to end. */
export function serveLines(port: MessagePort, { path, count, most, waitMs, env, platform }: LineTask): void {
  const stop = new AbortController()
  const sleep = async (ms: number, signal?: AbortSignal) =>
    pause(ms, undefined, { ...(signal && { signal }) })
  const say = (message: FromThread): void => port.postMessage(message)
  let left = mostStderrBytes
  const stderr = {
    add: (part: Buffer) => {
      if (left > 0) say({ stderr: Uint8Array.from(part.subarray(0, left)) })
      left -= part.length
    },
  }
  const waiting: Question[] = []
  let [noMore, ended] = [false, false]
  let wake: (() => void)[] = []
  const tell = (): void => wake.splice(0).forEach((each) => each())
  const take = async (): Promise<Question | undefined> => {
    for (;;) {
      const next = waiting.shift()
      if (next || ended) return next
      await new Promise<void>((resolve) => wake.push(resolve))
    }
  }
  const programs = Array.from({ length: count }, () =>
    lineProgram(path, { most, waitMs, stderr, signal: stop.signal }, { context: { env, platform, sleep } }),
  )
  const work = programs.map(async (program, by) => {
    const questions = {
      take,
      left: () => (noMore ? waiting.length / count : waiting.length === 0 ? 0 : Infinity),
      reply: (replies: readonly LineReply[]) => say({ by, replies }),
    }
    await answerLines(program, questions).catch((error: unknown) => {
      if (!stop.signal.aborted) throw error
    })
    await program.end()
  })
  port.on('message', (message: ToThread) => {
    if ('ask' in message) waiting.push(...message.ask)
    else if ('noMore' in message) noMore = true
    else if ('suspect' in message) programs[message.suspect]?.suspect()
    else {
      ended = true
      waiting.length = 0
      if (message.end === 'at once') stop.abort()
    }
    tell()
  })
  void Promise.all(work)
    .then(() => say({ ended: true }))
    .catch((error: unknown) => say({ ended: true, error }))
    .finally(() => port.close())
}
