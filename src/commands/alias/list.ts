/** Lists the aliases. Its line is in ./index.ts. */
import { rows } from '../../output/view.ts'
import type { CommandHandler } from '../../runtime/command.ts'
import type { Part } from '../../runtime/services.ts'

export const run: CommandHandler = async (_, tools) => {
  const columns = [
    { field: 'name', title: 'Alias' },
    { field: 'line', title: 'Stands for' },
  ]
  return rows(all(tools), columns, "No aliases. Add one: movecli alias set today 'motion daily --date today'")
}

async function* all(tools: Part<'settings'>) {
  const { aliases = {} } = await tools.settings()
  for (const [name, line] of Object.entries(aliases)) yield { name, line }
}
