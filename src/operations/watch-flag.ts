/** --watch of a reading command; what it does is loaded where it is given. */
import type { Column } from '../output/view.ts'
import type { Body, Flag, Given } from '../runtime/command.ts'

export const watchFlag: Flag = {
  name: 'watch',
  value: '<duration>',
  about: 'Ask again at this interval and print what changed, until Ctrl-C',
}

/** The body of a reading command that also takes --watch; with it each record that differs from the last is a row. */
export const watchable =
  (body: Body, columns: (given: Given) => Column[]): Body =>
  async (given, tools) =>
    given.flags['watch'] === undefined
      ? body(given, tools)
      : (await import('./watch.ts')).watched(body, columns, given, tools)
