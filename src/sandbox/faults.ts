/** Faults on demand: which request they hit, by count or by a seeded share. */
import { amountIn } from '../contract/amounts-of-time.ts'
import { operationNames, operationOf } from '../contract/operations.ts'
import { isFailureCode } from './answer.ts'
import { plainFaults } from './constants.ts'
import { draw } from './fixtures.ts'

/** `answer` fails with a code or status instead of applying the request. Times in milliseconds. */
export type Effect =
  | { kind: (typeof plainFaults)[number] }
  | { kind: 'latency'; ms: number }
  | { kind: 'answer'; status: string; retryAfter?: string }
export type InjectedFault = {
  text: string
  method: string
  path: string
  effect: Effect
  /** Only the match of this number. */
  nth?: number
  /** Only this share of the matches. */
  percent?: number
}
/** What happens to one request. */
export type Drawn = { latency: number; effect?: Exclude<Effect, { kind: 'latency' }> }

/** What there is to be hit. */
const knownPaths = operationNames.map((name) => {
  const { method, path } = operationOf(name)
  return { method, path: path.replace('{address}', `0x${'0'.repeat(40)}`) }
})

/** Reads `[METHOD PATH:]NAME[=VALUE][@N|@P%]`, several with commas. Throws an Error that says what is wrong. */
export const parseFaults = (text: string): InjectedFault[] =>
  text
    .split(',')
    .map((one) => one.trim())
    .filter((one) => one !== '')
    .map(parseFault)

/** One draw a request, in the order they come. `place` is the number of the request among all ever made. */
export function createFaults(faults: readonly InjectedFault[], seed: string) {
  const matches = faults.map(() => 0)
  return (method: string, path: string, place: number): Drawn => {
    const hits = faults.filter((fault, index) => {
      if (!fits(fault.method, method) || !fits(fault.path, path)) return false
      const count = (matches[index] ?? 0) + 1
      matches[index] = count
      if (fault.nth !== undefined) return fault.nth === count
      return fault.percent === undefined || chance(seed, fault.text, place) < fault.percent
    })
    const effects = hits.map(({ effect }) => effect)
    const latency = effects.reduce((sum, one) => sum + (one.kind === 'latency' ? one.ms : 0), 0)
    const effect = effects.find((one) => one.kind !== 'latency')
    return effect ? { latency, effect } : { latency }
  }
}

function parseFault(text: string): InjectedFault {
  const [, method = '*', path = '*', what = '', value, when] =
    /^(?:([A-Za-z]+|\*) (\*|\/[^\s:]*):)?([^=@:\s]+)(?:=([^@]*))?(?:@(.+))?$/.exec(text) ?? []
  const wrong = (why: string) =>
    new Error(`The fault ${JSON.stringify(text)} ${why}: write [METHOD PATH:]NAME[=VALUE][@N|@P%].`)
  if (!what) throw wrong('cannot be read')
  const effect = effectOf(what, value)
  if (typeof effect === 'string') throw wrong(effect)
  const fault = { text, method: method.toUpperCase(), path: path.replace(/\{[^}]*\}/g, '*'), effect }
  if (!knownPaths.some((each) => fits(fault.method, each.method) && fits(fault.path, each.path)))
    throw wrong(`meets no operation (a path starts behind /v1, such as /token/price)`)
  if (when === undefined) return fault
  if (/^[1-9]\d*$/.test(when)) return { ...fault, nth: Number(when) }
  const percent = /^(\d+(?:\.\d+)?)%$/.exec(when)?.[1]
  if (percent === undefined || Number(percent) > 100) throw wrong(`has a bad @${when}`)
  return { ...fault, percent: Number(percent) }
}

function effectOf(what: string, value: string | undefined): Effect | string {
  if (what === 'latency') {
    const ms = milliseconds(value)
    return ms === undefined ? 'needs a time, such as latency=200ms,' : { kind: 'latency', ms }
  }
  if (isFailureCode(what) || /^[3-5]\d\d$/.test(what)) {
    if (value === undefined) return { kind: 'answer', status: what }
    const wait = milliseconds(value)
    return wait === undefined
      ? 'has a bad wait, such as 429=30s,'
      : { kind: 'answer', status: what, retryAfter: String(Math.ceil(wait / 1000)) }
  }
  const kind = plainFaults.find((name) => name === what)
  if (!kind)
    return `has an unknown name, not one of ${[...plainFaults, 'latency'].join(', ')}, a code or a status`
  return value === undefined ? { kind } : 'takes no value'
}

const milliseconds = (text = ''): number | undefined =>
  amountIn(text, { ms: 1, s: 1000, m: 60_000, h: 3_600_000 })

/** A pattern with `*` for any run of characters. */
const fits = (pattern: string, text: string): boolean =>
  pattern === '*' ||
  new RegExp(
    `^${pattern
      .split('*')
      .map((part) => part.replace(/[.+?^${}()|[\]\\]/g, '\\$&'))
      .join('.*')}$`,
  ).test(text)

const chance = (seed: string, fault: string, place: number): number =>
  draw(seed, 'fault', fault, String(place))(0, 99_999) / 1000
