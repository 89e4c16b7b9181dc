/** Every file that is made from the command lines and the contract, by its path: written by docs.mjs, held fresh by a test. */
import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { scripts } from '../src/commands/completion/scripts.ts'
import { allNouns } from '../src/commands/nouns.ts'
import { openApi } from '../src/contract/openapi.ts'
import { assumptionsPage } from './assumptions-page.ts'
import { manPage } from './man.ts'
import { commandsPage, exitCodesPage } from './pages.ts'
import { levelsDrawing } from './levels-drawing.ts'
import { readme } from './readme.ts'
import { schemasDocument } from './schemas.ts'
import { servicePage } from './service-page.ts'
import { speedDrawing, speedPage, type SpeedFigures } from './speed-page.ts'

export async function derived(root: string): Promise<Record<string, string>> {
  const nouns = await allNouns()
  const read = (path: string) => readFileSync(join(root, path), 'utf8')
  const figures = JSON.parse(read('docs/speed.json')) as SpeedFigures
  return {
    'README.md': readme(root),
    ...Object.fromEntries(
      Object.values(scripts).map(({ file, script }) => [`completions/${file}`, script(nouns)]),
    ),
    'docs/levels.svg': levelsDrawing(root),
    'man/movecli.1': manPage(nouns, 'the command line of a move-to-earn sports-health service'),
    'docs/commands.md': commandsPage(nouns),
    'docs/exit-codes.md': exitCodesPage(),
    'docs/assumptions.md': assumptionsPage(read('docs/assumptions.md')),
    'docs/speed.md': speedPage(read('docs/speed.md'), figures),
    'docs/speed.svg': speedDrawing(figures),
    'docs/service.md': servicePage(read('docs/service.md')),
    'docs/schemas.json': schemasDocument(nouns),
    'docs/openapi.json': `${JSON.stringify(openApi(), undefined, 2)}\n`,
  }
}
