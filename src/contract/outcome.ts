/** What may become of a write, and what is kept of one: between those who send and those who keep a journal. */

/** What became of the request: a script decides by it whether to repeat. */
export type Outcome = 'not_sent' | 'rejected' | 'applied' | 'unknown'

/** What is kept of a write before it is sent. */
export type Intent = { operation: string; method: string; path: string; url: string; body: Uint8Array }

/** What is kept of its end. */
export type Settlement = { outcome: Outcome; status?: number; code?: string; requestId?: string }
