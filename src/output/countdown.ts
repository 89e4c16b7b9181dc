/** A wait that a person sees shrink. */
import { progress, type Progressing } from './progress.ts'

/** Says each second how much of `ms` is left, until what it returns is called. */
export function countdown(ms: number, words: (left: number) => string, where: Progressing): () => void {
  const bar = progress(where)
  const until = performance.now() + ms
  bar.update(words(ms))
  const timer = setInterval(() => bar.update(words(Math.max(0, until - performance.now()))), 1000)
  return () => {
    clearInterval(timer)
    bar.done()
  }
}
