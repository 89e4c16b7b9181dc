/** Reads one day of motion and what it earned. Its line (words, flags, examples) is in ./index.ts. */
import type { Json } from '../../contract/digits.ts'
import type { InputOf } from '../../contract/operations.ts'
import { valueAt } from '../../output/fields.ts'
import type { Cell, Column, View } from '../../output/view.ts'
import type { Body, Given } from '../../runtime/command.ts'
import { givenInputs } from '../../operations/contract-flags.ts'
import { reader } from '../../operations/read.ts'
import type { Tools } from '../../runtime/services.ts'
import { watchable } from '../../operations/watch-flag.ts'
import { dayColumns, earningColumns } from './columns.ts'
import { checkZone, dayIn, dayOf } from './day.ts'

const columns = ({ flags }: Given): Column[] => (flags['explain'] === true ? earningColumns : dayColumns)

const read = reader('motion.daily', {
  input: async (given, tools) => dailyInput(given, tools),
  columns,
  view: (day, _session, given) => viewOf(day as Json, columns(given)),
  after: async (day, input, tools) => {
    const wanted = input.date ?? dayIn(tools.context.now(), await zone(tools))
    if (day.date === undefined || day.date === wanted) return
    const asked = input.date === undefined ? `it is ${wanted} here` : `${wanted} was asked for`
    await tools.note(`note: the service answered for ${day.date}; ${asked}`)
  },
})

export const run: Body = watchable(async (given, tools) => {
  const result = await read(given, tools)
  if (given.flags['explain'] === true) await tools.note(explanation)
  return result
}, columns)

/** The words of docs/service.md §2, and no more. */
const explanation =
  'mft: amount of the reward token earned for the day; k_day: a second daily earnings figure; nft, streak, social: factors applied to earnings. The API document gives no formula that ties them together.'

/** A field that is missing or of another type than documented stays empty. */
const viewOf = (day: Json, shown: Column[]): View =>
  shown.map(({ title, field, show }) => {
    const value = valueAt(day, field)
    return [title, value === undefined || value === null || !show ? (value as Cell) : show(value)]
  })

async function dailyInput(given: Given, tools: Tools): Promise<InputOf<'motion.daily'>> {
  const { date, address } = givenInputs('motion.daily', given.flags)
  const checked =
    address === undefined ? undefined : (await import('../../wallet/address.ts')).checkAddress(address)
  return {
    ...(date !== undefined && { date: await named(date, tools) }),
    ...(checked !== undefined && { address: await checked }),
  }
}

/** The day that --date names. Today is a day of a zone, which there has to be. */
async function named(date: string, tools: Tools): Promise<string> {
  const { env, now } = tools.context
  const setting = await zone(tools)
  if (setting === undefined && /^(to|yester)day$/.test(date)) checkZone(env['TZ'], now())
  return dayOf(date, now(), setting)
}

/** The time zone of the settings; without one the process's own (TZ) applies. */
const zone = async (tools: Tools) => (await tools.resolved('inspect')).get('timezone')?.value || undefined
