/** Days of motion, and submitting some. */
import { digits, isDigits, type Json } from '../../contract/digits.ts'
import type { DailyRecord } from '../../contract/records.ts'
import { defaultPageSize } from '../../contract/service.ts'
import { fail, isFailure, type Failure } from '../answer.ts'
import type { Ask, Handler } from '../ask.ts'
import { canonical, decimal, exact, plus, times, written, type Decimal } from '../decimal.ts'
import { pageOf } from '../inputs.ts'
import { makeProof } from '../proof.ts'
import { dayOf, earnedFor, movedOn, multipliersOn } from '../seeded.ts'
import { accountOf, nothingMoved } from '../world.ts'

const historyDays = 90
const dayMs = 86_400_000

export const daily: Handler<'motion.daily'> = (ask) => ({
  data: dayRecord(ask, ask.given['date'] ?? dayOf(ask.now)),
})

/** The last 90 days, newest first, each as a daily record. */
export const history: Handler<'motion.history'> = (ask) => {
  const dates = Array.from({ length: historyDays }, (_, back) => dayOf(ask.now - back * dayMs))
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
  const date = dayOf(ask.now)
  const earned = earnedFor(exact(values.steps), multipliersOn(ask.seed, ask.address, date))
  ask.record({ op: 'motion.submit', date, ...values, earned: written(earned) })
  return { data: { submission_id: ask.id, status: 'accepted', date, earnings: { mft: amount(earned) } } }
}

function dayRecord({ world, seed, address, now }: Ask, date: string): DailyRecord {
  const own = movedOn(seed, address, date, dayOf(now))
  const more = accountOf(world, address).days.get(date) ?? nothingMoved
  const steps = plus(own.steps, more.steps)
  const distance = plus(own.distance, more.distance)
  const factors = multipliersOn(seed, address, date)
  return {
    date,
    steps: digits(canonical(steps)),
    distance: amount(distance),
    duration: amount(plus(own.duration, more.duration)),
    calories: amount(times(steps, exact('0.042'))),
    earnings: {
      mft: amount(earnedFor(steps, factors)),
      k_day: amount(times(distance, exact('2'))),
      multipliers: {
        nft: amount(factors.nft),
        streak: amount(factors.streak),
        social: amount(factors.social),
      },
    },
  }
}

type Motion = { steps: string; distance: string; duration: string; proof: string; device_id?: string }

function motionOf(body: Record<string, Json>): Motion | Failure {
  const { proof, device_id } = body
  const numerals: Record<string, string> = {}
  for (const name of ['steps', 'distance', 'duration']) {
    const value = body[name]
    const known = isDigits(value) ? decimal(value.toString()) : undefined
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
const amount = (value: Decimal) => digits(written(value))
