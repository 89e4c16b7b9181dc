/** Reads one day of motion and what it earned. Its line (words, flags, examples) is in ./index.ts. */
import type { Json } from '../../contract/lossless-json.ts'
import type { InputOf } from '../../contract/operations.ts'
import { valueAt } from '../../output/fields.ts'
import type { Cell, Column, View } from '../../output/view.ts'
import type { CommandHandler, ParsedArgs } from '../../runtime/command.ts'
import { givenInputs } from '../../operations/contract-flags.ts'
import { readCommand } from '../../operations/read.ts'
import type { TypedDay } from '../../runtime/flag-parsers.ts'
import type { Part } from '../../runtime/services.ts'
import { watchable } from '../../operations/watch-flag.ts'
import { dayColumns, earningColumns } from './day-columns.ts'
import { checkZone, dateOfDay, dayIn } from './day.ts'
import type { DailyValues } from './flags.ts'

const dailyColumns = ({ flags }: ParsedArgs<DailyValues>): Column[] =>
  flags.explain === true ? earningColumns : dayColumns

const readDay = readCommand<'motion.daily', DailyValues>('motion.daily', {
  input: async (given, tools) => dailyInput(given, tools),
  columns: dailyColumns,
  view: (day, _session, given) => viewOf(day as Json, dailyColumns(given)),
  after: async (day, input, tools) => {
    const wanted = input.date ?? dayIn(tools.context.now(), await zone(tools))
    if (day.date === undefined || day.date === wanted) return
    const asked = input.date === undefined ? `it is ${wanted} here` : `${wanted} was asked for`
    await tools.note(`note: The service answered for ${day.date}, but ${asked}.`)
  },
})

export const run: CommandHandler<DailyValues> = watchable(async (given, tools) => {
  const result = await readDay(given, tools)
  if (given.flags.explain === true) await tools.note(explanation)
  return result
}, dailyColumns)

/** The words of docs/service.md §2, and no more. */
const explanation =
  'mft: amount of the reward token earned for the day; k_day: a second daily earnings figure; nft, streak, social: factors applied to earnings. The API document gives no formula that ties them together.'

/** A field that is missing or of another type than documented stays empty. */
const viewOf = (day: Json, shown: Column[]): View =>
  shown.map(({ title, field, show }) => {
    const value = valueAt(day, field)
    return [title, value === undefined || value === null || !show ? (value as Cell) : show(value)]
  })

async function dailyInput(
  given: ParsedArgs<DailyValues>,
  tools: Part<'resolved', 'env' | 'now'>,
): Promise<InputOf<'motion.daily'>> {
  const { date } = given.flags
  const { address } = givenInputs('motion.daily', given.flags)
  const day = date && { date: await requestedDate(date, tools) }
  if (address === undefined) return { ...day }
  const { checkAddress } = await import('../../wallet/address.ts')
  return { ...day, address: await checkAddress(address) }
}

/** The date that --date names. Today is a day of a zone, which there has to be. */
async function requestedDate(day: TypedDay, tools: Part<'resolved', 'env' | 'now'>): Promise<string> {
  const { env, now } = tools.context
  const setting = await zone(tools)
  if (setting === undefined && !('date' in day)) checkZone(env['TZ'], now())
  return dateOfDay(day, now(), setting)
}

/** The time zone of the settings; without one the process's own (TZ) applies. */
const zone = async (tools: Part<'resolved'>) =>
  (await tools.resolved('inspect')).get('timezone')?.value || undefined
