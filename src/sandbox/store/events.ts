/** What can happen in the sandbox, one line of its log each: plain data, nothing secret in it. */

/** One motion as it was counted; numerals as text. */
export type Moved = { steps: string; distance: string; duration: string; earned: string }

type Change =
  /** A request that changed nothing but the count of requests. */
  | { op: 'hit' }
  /** Everything before this is forgotten. */
  | { op: 'reset' }
  /** `token` is the sha256 of the session token. */
  | { op: 'auth.login'; token: string; expires: number; nonce: string }
  | ({ op: 'motion.submit'; date: string; device_id?: string } & Moved)
  | { op: 'token.claim'; amount: string }
  | { op: 'nft.mint'; nft: string; type: string; name: string }
  | { op: 'nft.upgrade'; nft: string }
  /** `settings` is JSON text, so that its numbers keep their digits. */
  | { op: 'user.settings'; settings: string }
  /** The identity data themselves are not kept. */
  | { op: 'user.kyc' }

/**
 * `at` in milliseconds; `by` whom the request counts for; `id` is the answer's x-request-id; `digest` the
 * sha256 of the request's body.
 */
export type Event = {
  at: number
  by?: string | undefined
  id?: string
  address?: string
  digest?: string
} & Change

/** What a handler adds; when, who and which request are added for it. */
export type News = Exclude<Change, { op: 'hit' | 'reset' }>
