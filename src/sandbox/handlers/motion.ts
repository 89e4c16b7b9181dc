/** Days of motion, and submitting some. */
import { digits, isDigits, type Json } from '../../contract/lossless-json.ts'
import type { DailyRecord } from '../../contract/records.ts'
import { defaultPageSize } from '../../contract/service.ts'
import { fail, isFailure, type Failure } from '../answer.ts'
import type { HandlerContext, Handler } from '../handler.ts'
import {
  canonical,
  parseDecimal,
  exact,
  plus,
  multiply,
  decimalText,
  type Decimal,
} from '../../contract/decimal.ts'
import { pageOf } from '../validate-input.ts'
import { makeProof } from '../proof.ts'
import { dateOf, dayMs } from '../../contract/calendar.ts'
import { earnedFor, movedOn, multipliersOn } from '../fixtures.ts'
import { accountOf, nothingMoved } from '../state.ts'

const historyDays = 90

export const daily: Handler<'motion.daily'> = (ask) => ({
  data: dayRecord(ask, ask.given['date'] ?? dateOf(ask.now)),
})

/** The last 90 days, newest first, each as a daily record. */
export const history: Handler<'motion.history'> = (ask) => {
  const dates = Array.from({ length: historyDays }, (_, back) => dateOf(ask.now - back * dayMs))
  const page = pageOf(dates, ask.given, defaultPageSize)
  return { data: { ...page, items: page.items.map((date) => dayRecord(ask, date)) } }
}

/** MOTION_001 for malformed motion, MOTION_002 for a proof of other values (docs/service.md §4). It counts for today. */
export const submit: Handler<'motion.submit'> = (ask) => {
  const motion = motionOf(ask.body)
  if (isFailure(motion)) return motion
  const { proof, ...values } = motion
  if (proof !== makeProof(values))
    return fail('MOTION_002', 'The proof is not of this motion.', 'movecli sandbox proof makes one')
  const date = dateOf(ask.now)
  const earned = earnedFor(exact(values.steps), multipliersOn(ask.seed, ask.address, date))
  ask.record({ op: 'motion.submit', date, ...values, earned: decimalText(earned) })
  return { data: { submission_id: ask.id, status: 'accepted', date, earnings: { mft: digitsOf(earned) } } }
}

function dayRecord({ world, seed, address, now }: HandlerContext, date: string): DailyRecord {
  const own = movedOn(seed, address, date, dateOf(now))
  const more = accountOf(world, address).days.get(date) ?? nothingMoved
  const steps = plus(own.steps, more.steps)
  const distance = plus(own.distance, more.distance)
  const factors = multipliersOn(seed, address, date)
  return {
    date,
    steps: digits(canonical(steps)),
    distance: digitsOf(distance),
    duration: digitsOf(plus(own.duration, more.duration)),
    calories: digitsOf(multiply(steps, exact('0.042'))),
    earnings: {
      mft: digitsOf(earnedFor(steps, factors)),
      k_day: digitsOf(multiply(distance, exact('2'))),
      multipliers: {
        nft: digitsOf(factors.nft),
        streak: digitsOf(factors.streak),
        social: digitsOf(factors.social),
      },
    },
  }
}

type MotionBody = { steps: string; distance: string; duration: string; proof: string; device_id?: string }

function motionOf(body: Record<string, Json>): MotionBody | Failure {
  const { proof, device_id } = body
  const numerals: Record<string, string> = {}
  for (const name of ['steps', 'distance', 'duration']) {
    const value = body[name]
    const known = isDigits(value) ? parseDecimal(value.toString()) : undefined
    if (!known || known.units < 0n) return malformed(name, 'a number, 0 or more, of at most 40 digits')
    numerals[name] = canonical(known)
  }
  const { steps = '', distance = '', duration = '' } = numerals
  if (steps.includes('.')) return malformed('steps', 'a whole number')
  if (typeof proof !== 'string' || proof === '') return malformed('proof', 'text')
  if (device_id !== undefined && typeof device_id !== 'string') return malformed('device_id', 'text')
  return { steps, distance, duration, proof, ...(device_id !== undefined && { device_id }) }
}

const malformed = (name: string, expected: string) =>
  fail('MOTION_001', 'The motion is malformed.', `${name}: expected ${expected}`)
const digitsOf = (value: Decimal) => digits(decimalText(value))
