/** --watch of a reading command; what it does is loaded where it is given. */
import type { Column } from '../output/view.ts'
import type { CommandHandler, CommandFlag, ParsedArgs } from '../runtime/command.ts'

export const watchFlag: CommandFlag = {
  name: 'watch',
  value: '<duration>',
  about: 'Poll at this interval and print changes, until Ctrl-C',
  agent: false,
}

/** The body of a reading command that also takes --watch; with it each record that differs from the last is a row. */
export const watchable =
  (body: CommandHandler, columns: (given: ParsedArgs) => Column[]): CommandHandler =>
  async (given, tools) =>
    given.flags['watch'] === undefined
      ? body(given, tools)
      : (await import('./watch.ts')).watchResult(body, columns, given, tools)
