/** Where events are kept: the seam between the sandbox and its disk, and the store that forgets. */
import type { Event } from './events.ts'

/** What one request came to. `forget` empties the store before these events are kept. */
export type Turn<T> = { value: T; events: Event[]; forget?: true }

export type EventStore = {
  /**
   * Gives `work` what others did since the last turn (a `reset` event means: begin anew), keeps the events it comes
   * to, and resolves once they are kept. Events other than hits are on disk then. `work` takes news in before it awaits.
   */
  turn<T>(work: (news: Event[]) => Promise<Turn<T>>): Promise<T>
  close(): Promise<void>
}

/** Keeps nothing: the state lives as long as the function that folds it. */
export const memoryStore = (): EventStore => ({
  turn: async (work) => (await work([])).value,
  close: async () => {},
})
