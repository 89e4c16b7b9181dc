/** --watch of a reading command; what it does is loaded where it is given. */
import { longestDuration } from '../config/options.ts'
import type { Column } from '../output/view.ts'
import type { CommandHandler, ParsedArgs } from '../runtime/command.ts'
import type { Flag, ValuesOf } from '../runtime/flag.ts'
import { asDuration } from '../runtime/flag-parsers.ts'
import type { ProfileValues } from '../session/profiles.ts'

export const watchFlag = {
  name: 'watch',
  value: '<duration>',
  parse: asDuration({ least: 1, most: longestDuration, form: 'between 1s and 24d', example: '5m' }),
  about: 'Poll at this interval and print changes, until Ctrl-C',
  agent: false,
} as const satisfies Flag

export type WatchValues = ValuesOf<readonly [typeof watchFlag]>

/** The body of a reading command that also takes --watch; with it each record that differs from the last is a row. */
export const watchable =
  <V extends ProfileValues>(
    body: CommandHandler<V>,
    columns: (given: ParsedArgs<V>) => Column[],
  ): CommandHandler<V & WatchValues> =>
  async (given, tools) =>
    given.flags.watch === undefined
      ? body(given, tools)
      : (await import('./watch.ts')).watchResult(body, columns, given, tools)
