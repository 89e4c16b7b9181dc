/** The sandbox: one function from request to response, over the whole contract. No socket. */
import { randomBytes } from 'node:crypto'
import { setTimeout as pause } from 'node:timers/promises'
import { operationOf } from '../contract/operations.ts'
import { TransportFailure, type Transport, type WireRequest } from '../contract/wire.ts'
import { fail, isFailure, replyOf, type HandlerResult, type Headers, type HttpReply } from './answer.ts'
import type { HandlerContext } from './handler.ts'
import { callOf, orAborted, type Call } from './request.ts'
import { sandboxBaseUrl } from '../contract/service.ts'
import { resetPath, sandboxHeader } from './constants.ts'
import { deliver, faultReply, strikesBefore, type Sleep } from './respond.ts'
import type { Event } from './store/events.ts'
import { createFaults, type Drawn, type InjectedFault } from './faults.ts'
import {
  jsonBody,
  callerOf,
  sha256Hex,
  limitProblem,
  retryAfter,
  sessionProblem,
  type Caller,
} from './guards.ts'
import { handlers } from './handlers.ts'
import { inputProblem } from './validate-input.ts'
import { usualSeed } from './seed.ts'
import { routeOf } from './route.ts'
import { memoryStore, type EventStore, type Turn } from './store/memory-store.ts'
import { apply, emptyWorld } from './state.ts'

export type SandboxOptions = {
  store?: EventStore
  now?: () => Date
  random?: (bytes: number) => Uint8Array
  sleep?: Sleep
  /** Chooses the made-up data and which requests a `@P%` fault strikes. */
  seed?: string
  /** Life of a session, in milliseconds. */
  tokenTtl?: number
  /** How long KYC stays pending, in milliseconds. */
  kycDelay?: number
  /** In place of 1000 and 5000 (docs/service.md §8); 0 is no limit. */
  limitPerHour?: number
  faults?: readonly InjectedFault[]
  baseUrl?: string
  /** Further host names under which it is known. */
  hosts?: readonly string[]
}

type Handled = { reply: HttpReply; id: string; at: number; drawn: Drawn }

/** A sandbox over a store. Fails with TransportFailure, for faults and aborted requests, and with what its store throws. */
export function createSandbox({
  store = memoryStore(),
  now = () => new Date(),
  random = (bytes) => randomBytes(bytes),
  sleep = async (ms, signal) => pause(ms, undefined, { signal }),
  seed = usualSeed,
  tokenTtl = 24 * 3_600_000,
  kycDelay = 2000,
  limitPerHour,
  faults = [],
  baseUrl = sandboxBaseUrl,
  hosts = [],
}: SandboxOptions = {}): Transport {
  const world = emptyWorld()
  const base = new URL(baseUrl).pathname
  const drawFault = createFaults(faults, seed)

  async function decide(request: WireRequest, news: Event[]): Promise<Turn<Handled>> {
    for (const event of news) apply(world, event)
    if (request.signal.aborted) throw new TransportFailure('connect', request.signal.reason)
    const id = `req_${Buffer.from(random(8)).toString('hex')}`
    const call = callOf(request, base, now().getTime(), id)
    const caller = callerOf(world, call.headers, call.at, limitPerHour)
    if (call.path === resetPath && call.method === 'POST') return forget(call, caller)
    const drawn = drawFault(call.method, call.path, world.requests)
    const over = limitProblem(world, caller, call.at)
    const events: Event[] = []
    const keep = (event: Event) => {
      apply(world, event)
      events.push(event)
    }
    const reply = strikesBefore(drawn.effect)
      ? ((drawn.effect && faultReply(drawn.effect)) ?? emptyReply)
      : over && !caller.noSession
        ? replyOf(over, [['retry-after', retryAfter(call.at)]])
        : replyOf(await answerOf(call, caller, keep).catch(sandboxBroken))
    if (events.length === 0 && !over) keep({ at: call.at, by: caller.by, op: 'hit' })
    return { value: { reply, id: call.id, at: call.at, drawn }, events }
  }

  function forget(call: Call, caller: Caller): Turn<Handled> {
    const value = { id: call.id, at: call.at, drawn: { latency: 0 } }
    if (caller.noKey) return { value: { ...value, reply: replyOf(caller.noKey) }, events: [] }
    apply(world, { at: call.at, op: 'reset' })
    return { value: { ...value, reply: replyOf({ data: { reset: true } }) }, events: [], forget: true }
  }

  async function answerOf(
    call: Call,
    caller: Caller,
    keep: (event: Event) => void,
  ): Promise<HandlerResult<unknown>> {
    if (caller.noKey) return caller.noKey
    const route = routeOf(call.method, call.path)
    if (isFailure(route)) return route
    const operation = operationOf(route.name)
    const given = { ...Object.fromEntries([...call.query].toReversed()), ...route.params }
    const { address: named } = Object.hasOwn(operation.input, 'address') ? given : {}
    const problem = sessionProblem(operation, caller, named !== undefined) ?? inputProblem(operation, given)
    if (problem) return problem
    const content = call.method === 'GET' ? { body: {} } : jsonBody(call.headers, call.body)
    if (isFailure(content))
      return route.name === 'motion.submit' && content.failure.code === 'BAD_REQUEST'
        ? fail('MOTION_001', 'The motion is malformed.', content.failure.details)
        : content
    const address = (named ?? caller.address ?? '').toLowerCase()
    const common = { at: call.at, by: caller.by, id: call.id, digest: sha256Hex(call.body) }
    const ask: HandlerContext = {
      world,
      seed,
      now: call.at,
      id: call.id,
      address,
      given,
      body: content.body,
      tokenTtl,
      kycDelay,
      random,
      place: { baseUrl, hosts, now: call.at },
      record: (news, owner = address) => keep({ ...common, address: owner, ...news }),
    }
    return handlers[route.name](ask)
  }

  return async (request) => {
    const { signal } = request
    if (signal.aborted) throw new TransportFailure('connect', signal.reason)
    let begun = false
    const turn = store.turn(async (news) => {
      begun = true
      return decide(request, news)
    })
    const { reply, id, at, drawn } = await orAborted(turn, signal, () => (begun ? 'sent' : 'connect'))
    const always: Headers = [
      [sandboxHeader, '1'],
      ['x-request-id', id],
      ['date', new Date(at).toUTCString()],
    ]
    return deliver(reply, always, drawn, { signal, sleep })
  }
}

const emptyReply: HttpReply = { status: 500, headers: [], body: '' }
const sandboxBroken = (error: unknown) => fail('SANDBOX_BROKEN', 'The sandbox failed.', String(error))
