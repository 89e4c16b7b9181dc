/** Lists the aliases. Its line is in ./index.ts. */
import { rows, streamed } from '../../output/view.ts'
import type { CommandHandler } from '../../runtime/command.ts'

export const run: CommandHandler = async (_, tools) => {
  const columns = [
    { field: 'name', title: 'Alias' },
    { field: 'line', title: 'Stands for' },
  ]
  const { aliases = {} } = await tools.settings()
  const list = Object.entries(aliases).map(([name, line]) => ({ name, line }))
  return rows(
    streamed(list),
    columns,
    "No aliases. Add one: movecli alias set today 'motion daily --date today'",
  )
}
