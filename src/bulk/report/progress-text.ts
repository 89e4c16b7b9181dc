/** How fast a run goes and how long it will take, in words. */
import { spanOf } from '../../output/time-span.ts'

const windowMs = 10_000

/** Words for so many of `total` rows done; `now` in milliseconds. The rate is that of the last ten seconds. */
export function pace(total: number, now: () => number): (done: number) => string {
  let from = { at: now(), done: 0 }
  let middle = from
  let told = { at: -Infinity, words: '' }
  return (done) => {
    const at = now()
    if (at - told.at < 100 && done < total) return told.words
    if (at - middle.at > windowMs / 2) {
      from = middle
      middle = { at, done }
    }
    const rate = at > from.at ? ((done - from.done) * 1000) / (at - from.at) : 0
    const left = rate > 0 ? `, ${spanOf((total - done) / rate, Math.ceil)} left` : ''
    told = {
      at,
      words: `${done} of ${total} rows, ${rate < 10 ? rate.toFixed(1) : Math.round(rate)}/s${left}`,
    }
    return told.words
  }
}
