/** What a handler is given and what it must give back: typed by the contract, so an undocumented shape stays free. */
import type { Json } from '../contract/lossless-json.ts'
import type { OperationName, ResultOf } from '../contract/operations.ts'
import type { HandlerResult } from './answer.ts'
import type { News } from './store/events.ts'
import type { SignInTarget } from './verify-sign-in.ts'
import type { World } from './state.ts'

export type HandlerContext = {
  world: World
  seed: string
  /** Milliseconds. */
  now: number
  /** The answer's x-request-id. */
  id: string
  /** Whose data are meant, lower case: the path's or query's address, else the session's. */
  address: string
  /** Query and path values that passed the contract's schema. */
  given: Record<string, string>
  body: Record<string, Json>
  place: SignInTarget
  /** Milliseconds. */
  tokenTtl: number
  kycDelay: number
  random(bytes: number): Uint8Array
  /** What happened, for `address` or another. It is in `world` when this returns, and on disk before the answer. */
  record(news: News, address?: string): void
}

export type Handler<K extends OperationName> = (
  ask: HandlerContext,
) => HandlerResult<ResultOf<K>> | Promise<HandlerResult<ResultOf<K>>>
