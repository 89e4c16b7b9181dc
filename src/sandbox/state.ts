/** The sandbox's state: a fold over its events. What nobody changed is not in here but in fixtures.ts. */
import { parseJson, type Json } from '../contract/lossless-json.ts'
import { exact, plus, zero, type Decimal } from '../contract/decimal.ts'
import type { Event, Moved, News } from './store/events.ts'

export type MotionTotals = { steps: Decimal; distance: Decimal; duration: Decimal; earned: Decimal }
type Minted = { nft: string; type: string; name: string; at: number }

/** What one address did. */
export type Account = {
  days: Map<string, MotionTotals>
  earned: Decimal
  claimed: Decimal
  minted: Minted[]
  upgrades: Map<string, number>
  settings: Record<string, Json>
  kycAt?: number
}
type Session = { address: string; expires: number }
export type World = {
  /** Requests ever counted: the place of a request in the seeded chances of faults. */
  requests: number
  /** The clock hour that `hits` counts, in hours since 1970. */
  hour: number
  hits: Map<string, number>
  sessions: Map<string, Session>
  nonces: Set<string>
  accounts: Map<string, Account>
}

export const nothingMoved: MotionTotals = { steps: zero, distance: zero, duration: zero, earned: zero }

export const emptyWorld = (): World => ({
  requests: 0,
  hour: 0,
  hits: new Map(),
  sessions: new Map(),
  nonces: new Set(),
  accounts: new Map(),
})

/** The clock hour of a time in milliseconds. */
export const hourOf = (at: number): number => Math.floor(at / 3_600_000)

/** The account of an address (lower case), empty where it never did anything. Changes nothing. */
export const accountOf = (world: World, address: string): Account =>
  world.accounts.get(address) ?? {
    days: new Map(),
    earned: zero,
    claimed: zero,
    minted: [],
    upgrades: new Map(),
    settings: {},
  }

/** The world after one more event. It changes the world it is given, and looks at nothing else. */
export function apply(world: World, event: Event): World {
  if (event.op === 'reset') return Object.assign(world, emptyWorld())
  if (event.by !== undefined) countRequest(world, event.by, hourOf(event.at))
  if (event.op === 'hit' || event.address === undefined) return world
  const account = accountOf(world, event.address)
  world.accounts.set(event.address, account)
  changeAccount(world, account, event, event.address)
  return world
}

/** An event without its arm here does not compile. */
function changeAccount(world: World, account: Account, event: Event & News, address: string): void {
  switch (event.op) {
    case 'auth.login':
      world.nonces.add(event.nonce)
      world.sessions.set(event.token, { address, expires: event.expires })
      return
    case 'motion.submit':
      account.days.set(event.date, add(account.days.get(event.date) ?? nothingMoved, event))
      account.earned = plus(account.earned, exact(event.earned))
      return
    case 'token.claim':
      account.claimed = plus(account.claimed, exact(event.amount))
      return
    case 'nft.mint':
      account.minted.push({ nft: event.nft, type: event.type, name: event.name, at: event.at })
      return
    case 'nft.upgrade':
      account.upgrades.set(event.nft, (account.upgrades.get(event.nft) ?? 0) + 1)
      return
    case 'user.settings':
      Object.assign(account.settings, parseJson(event.settings))
      return
    case 'user.kyc':
      account.kycAt ??= event.at
      return
    default:
      event satisfies never
  }
}

function countRequest(world: World, by: string, hour: number): void {
  if (hour !== world.hour) {
    world.hour = hour
    world.hits.clear()
  }
  world.hits.set(by, (world.hits.get(by) ?? 0) + 1)
  world.requests += 1
}

const add = (day: MotionTotals, more: Moved): MotionTotals => ({
  steps: plus(day.steps, exact(more.steps)),
  distance: plus(day.distance, exact(more.distance)),
  duration: plus(day.duration, exact(more.duration)),
  earned: plus(day.earned, exact(more.earned)),
})
