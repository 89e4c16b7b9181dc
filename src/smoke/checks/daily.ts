/** The daily record: its fields and types, and the day that it is of (sections 2 and 4 of the API document). */
import { dateOf, dayMs } from '../../contract/calendar.ts'
import { validate } from '../../contract/validate.ts'
import { dailyRecord } from '../../contract/records.ts'
import { ask, whose } from '../requests.ts'
import { fail, skip } from '../ends.ts'
import type { Check } from '../check.ts'
import { isOwn, serviceNow, type SmokeContext } from '../smoke-context.ts'
import { refusalCode, departureText, refusalOf, skipSignedOut, soundData } from '../response.ts'
import type { Plain } from '../../contract/plain.ts'
import type { CheckedResponse } from '../checked-response.ts'

/** Is it a date of today in some time zone, by the service's own clock? */
export const isToday = (date: unknown, ground: SmokeContext): boolean =>
  [-1, 0, 1].map((off) => dateOf(serviceNow(ground) + off * dayMs)).some((day) => day === date)

const askDay = async (ground: SmokeContext, date?: string): Promise<CheckedResponse> =>
  ask(ground, 'motion.daily', { ...whose(ground), ...(date !== undefined && { date }) })

const readDay = async (ground: SmokeContext): Promise<Plain> => soundData(await askDay(ground), ground)

/** Throws Failed where the record is of another day. */
function requireToday({ date }: Plain, ground: SmokeContext): void {
  if (!isToday(date, ground)) fail(`it is ${dateOf(serviceNow(ground))} there, and ${dateText(date)} came`)
}

export const daily: Check[] = [
  {
    name: 'daily-record',
    suite: 'read',
    needs: ['key', 'user'],
    asserts: 'the daily record has every documented field, each of its type',
    section: '2',
    run: async (ground) => {
      const found = validate(dailyRecord, await readDay(ground))
      if (found.length === 0) return
      ground.departed.add('motion.daily')
      fail(found.map(departureText).join('; '))
    },
  },
  {
    name: 'daily-date',
    suite: 'read',
    needs: ['key', 'user'],
    asserts: 'with date the record is of that day, with every documented field, each of its type',
    section: '4 GET /motion/daily',
    run: async (ground) => {
      for (const back of [1, 8]) {
        const wanted = dateOf(serviceNow(ground) - back * dayMs)
        const seen = await askDay(ground, wanted)
        if (seen.status === 404 && ground.sound.has('motion.daily'))
          return skip(`the service has no record of ${wanted} (${refusalOf(seen, ground)})`)
        const record = soundData(seen, ground)
        if (record['date'] !== wanted) fail(`${wanted} was asked for, ${dateText(record['date'])} came`)
        if (ground.departed.has('motion.daily')) continue
        const found = validate(dailyRecord, record)
        if (found.length > 0) fail(`${wanted}: ${found.map(departureText).join('; ')}`)
      }
    },
  },
  {
    name: 'daily-today',
    suite: 'read',
    needs: ['key', 'user'],
    asserts: "without date the record is of today, in whichever time zone, by the service's own clock",
    section: '4 GET /motion/daily',
    run: async (ground) => {
      const record = await readDay(ground)
      const { date } = record
      if (typeof date !== 'string') return skip('see daily-record')
      if (!isToday(date, ground)) ground.departed.add('motion.daily')
      requireToday(record, ground)
      return date
    },
  },
  {
    name: 'daily-address',
    suite: 'read',
    needs: ['key', 'address'],
    asserts: 'with the address of the user the record is of today too, with every documented field',
    section: '4 GET /motion/daily',
    run: async (ground) => {
      const seen = await ask(ground, 'motion.daily', { address: ground.address })
      skipSignedOut(seen, ground)
      if (seen.status === 404 && refusalCode(seen) !== undefined)
        skip(`the service has no record of it (${refusalOf(seen, ground)})`)
      if ([401, 403].includes(seen.status) && !isOwn(ground))
        skip(`the address may be another user's (${refusalOf(seen, ground)})`)
      const record = soundData(seen, ground)
      if (ground.departed.has('motion.daily')) skip('see daily-record and daily-today')
      const found = validate(dailyRecord, record)
      if (found.length > 0) fail(found.map(departureText).join('; '))
      requireToday(record, ground)
    },
  },
]

const dateText = (date: unknown): string => (typeof date === 'string' ? `"${date.slice(0, 40)}"` : 'no date')
