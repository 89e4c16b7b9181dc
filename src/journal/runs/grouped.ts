/** Many rows, one flush: intents wait for each other as long as that costs no time, and never for longer than a millisecond. */
import type { RunRecord } from './records.ts'

type Write = (records: RunRecord[], flush: boolean) => Promise<void>
type Batch = { records: RunRecord[]; intents: number; soon: boolean; go: () => void; written: Promise<void> }

const longestWaitMs = 1

/**
 * What comes goes to disk in its order. While more rows are in flight than wait to leave, the service has enough to do,
 * and those that wait can share a flush with the next ones; outcomes go along with them.
 */
export function grouped(write: Write) {
  let batch: Batch | undefined
  let inFlight = 0

  const open = (): Batch => {
    const opened: Batch = { records: [], intents: 0, soon: false, go: () => {}, written: Promise.resolve() }
    opened.written = new Promise((resolve, reject) => {
      let gone = false
      const go = (): void => {
        if (gone) return
        gone = true
        clearTimeout(timer)
        batch = undefined
        inFlight += opened.intents
        write(opened.records, opened.intents > 0).then(resolve, reject)
      }
      const timer = setTimeout(go, longestWaitMs)
      opened.go = go
    })
    return opened
  }
  const add = async (record: RunRecord, intents: number): Promise<void> => {
    const current = (batch ??= open())
    current.records.push(record)
    current.intents += intents
    if (!current.soon && current.intents >= inFlight) {
      current.soon = true
      // One turn more: what came in the same moment goes along.
      setImmediate(current.go)
    }
    return current.written
  }
  return {
    /** Resolves once the intent is on disk. */
    together: async (intent: RunRecord): Promise<void> => add(intent, 1),
    /** Resolves once the outcome is written; it needs no flush of its own. */
    settle: async (outcome: RunRecord): Promise<void> => {
      inFlight -= 1
      return add(outcome, 0)
    },
    /** Resolves once nothing waits. */
    rest: async (): Promise<void> => {
      const last = batch
      last?.go()
      await last?.written.catch(() => undefined)
    },
  }
}
