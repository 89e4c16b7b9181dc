/** What a person sees of what takes its time, on a terminal: what is awaited, and how a stop is answered. */
import type { Send } from '../client/guarded-transport.ts'
import type { Stopping } from '../client/delayed-abort.ts'
import type { Progressing } from '../output/progress.ts'
import { isTerse, type Part } from './services.ts'

/** Where progress is shown, and whether. */
export type ProgressTools = Part<'format' | 'globals', 'env' | 'now' | 'secrets' | 'stderr'>
/** Where progress is shown of a wait that a stop ends. */
export type WaitTools = ProgressTools & Part<'verbose', 'signal'>

/** Milliseconds that nobody minds. */
const unnoticed = 300

/** Where a line of progress goes, and whether there is one: not with --quiet, and not where errors are JSON. */
export const progressLine = (tools: ProgressTools): Progressing => ({
  stream: tools.context.stderr.stream,
  isTTY: true,
  quiet: isTerse(tools),
  env: tools.context.env,
  now: tools.context.now,
  redact: (text) => tools.context.secrets.redact(text),
})

/** Shows what is awaited while a request is under way. */
export function withProgress(send: Send, tools: WaitTools): Send {
  return async (ask, limits) =>
    shownWhile(send(ask, limits), `Waiting for the answer to ${ask.method} ${pathOf(ask.url)}`, tools)
}

/** Shows the words while the work takes longer than anybody minds, until a stop; lines of -v say it by themselves. */
export async function shownWhile<T>(work: Promise<T>, words: string, tools: WaitTools): Promise<T> {
  const { stderr, signal } = tools.context
  if (!stderr.isTTY || tools.verbose > 0) return work
  const over = new AbortController()
  const end = () => over.abort()
  const late = setTimeout(() => void show(words, tools, over.signal), unnoticed)
  signal.addEventListener('abort', end, { once: true })
  return work.finally(() => {
    clearTimeout(late)
    signal.removeEventListener('abort', end)
    end()
  })
}

async function show(words: string, tools: ProgressTools, until: AbortSignal): Promise<void> {
  const { progress } = await import('../output/progress.ts')
  if (until.aborted) return
  const line = progress(progressLine(tools))
  line.update(words)
  until.addEventListener('abort', () => line.done())
}

/** As docs/service.md §4 writes it, without the version. */
const pathOf = (url: string): string => new URL(url).pathname.replace(/^.*?\/v1(?=\/)/, '')

/**
 * How a stop is answered while a write is under way: at once, once the line of progress is
 * gone, and by its answer if that comes in time.
 */
export const stoppingOf = (tools: Part<'note', 'atOnce' | 'sleep'>): Stopping => ({
  atOnce: tools.context.atOnce,
  sleep: tools.context.sleep,
  waits: (ms) =>
    queueMicrotask(
      () =>
        void tools.note(
          `Stopping: waiting up to ${ms / 1000} s for the answer, so that the outcome is known. Press Ctrl-C again to end at once.`,
        ),
    ),
})
