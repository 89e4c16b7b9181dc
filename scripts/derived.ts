/** Every file that is made from the command lines and the contract, by its path: written by docs.mjs, held fresh by a test. */
import { scripts } from '../src/commands/completion/scripts.ts'
import { nouns } from '../src/commands/index.ts'
import { openApi } from '../src/contract/openapi.ts'
import { commandsPage, exitCodesPage } from './pages.ts'
import { readme } from './readme.ts'

export const derived = (root: string): Record<string, string> => ({
  'README.md': readme(root),
  ...Object.fromEntries(
    Object.values(scripts).map(({ file, script }) => [`completions/${file}`, script(nouns)]),
  ),
  'docs/commands.md': commandsPage(nouns),
  'docs/exit-codes.md': exitCodesPage(),
  'docs/openapi.json': `${JSON.stringify(openApi(), undefined, 2)}\n`,
})
