/** Reads one day of motion and what it earned. Its line (words, flags, examples) is in ./index.ts. */
import { toNumber, type Digits } from '../../contract/digits.ts'
import type { InputOf } from '../../contract/operations.ts'
import type { Given } from '../command.ts'
import { givenInputs } from '../flags.ts'
import { reader } from '../reader.ts'
import type { Tools } from '../tools.ts'
import { dayIn, dayOf } from './day.ts'

export const run = reader('motion.daily', {
  input: async (given, tools) => dailyInput(given, tools),
  view: (day) => ({
    columns: ['Date', 'Steps', 'Distance', 'Active', 'Calories', 'Earned', 'K day', 'Multipliers'],
    right: [1, 2, 3, 4, 5, 6],
    rows: [
      [
        day.date,
        day.steps,
        unit(day.distance, 'km'),
        minutes(day.duration),
        day.calories,
        unit(day.earnings.mft, 'MFT'),
        day.earnings.k_day,
        factors(day.earnings.multipliers),
      ],
    ],
  }),
  after: async (day, input, tools) => {
    const wanted = input.date ?? dayIn(tools.context.now(), await zone(tools))
    if (day.date === undefined || day.date === wanted) return
    const asked = input.date === undefined ? `it is ${wanted} here` : `${wanted} was asked for`
    await tools.note(`note: the service answered for ${day.date}; ${asked}`)
  },
})

async function dailyInput(given: Given, tools: Tools): Promise<InputOf<'motion.daily'>> {
  const { date, address } = givenInputs('motion.daily', given.flags)
  const checked =
    address === undefined ? undefined : (await import('../../wallet/address.ts')).checkAddress(address)
  return {
    ...(date !== undefined && { date: dayOf(date, tools.context.now(), await zone(tools)) }),
    ...(checked !== undefined && { address: await checked }),
  }
}

/** The time zone of the settings; without one the process's own (TZ) applies. */
const zone = async (tools: Tools) => (await tools.resolved('inspect')).get('timezone')?.value || undefined

const unit = (value: Digits | undefined, name: string) =>
  value === undefined ? undefined : `${value.toString()} ${name}`

const factors = ({ nft, streak, social }: { nft: Digits; streak: Digits; social: Digits }) =>
  Object.entries({ nft, streak, social } as Record<string, Digits | undefined>)
    .map(([name, value]) => `${name} ${value === undefined ? '–' : `×${value.toString()}`}`)
    .join(', ')

/** `1h 02m`; seconds under a minute stay seconds. */
function minutes(seconds: Digits | undefined): string | undefined {
  if (seconds === undefined) return undefined
  const all = toNumber(seconds)
  if (all < 60) return `${seconds.toString()} s`
  const whole = Math.round(all / 60)
  return whole < 60
    ? `${whole} min`
    : `${Math.floor(whole / 60)} h ${String(whole % 60).padStart(2, '0')} min`
}
