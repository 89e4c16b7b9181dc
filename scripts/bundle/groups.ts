/** What is loaded together is one file, by the imports of the sources: opening thirty small files costs more than reading them. */
import type { ChunkingContext } from 'rolldown'

const main = '/src/cli/main.ts'
const request = '/src/operations/read.ts'
/** What is loaded beside a request or in its place: what two of them need is in the first file. */
const ways = [request, '/src/reference/help-text.ts', '/src/commands/whoami/whoami.ts']
const nounFile = /\/src\/commands\/[a-z]+\/index\.ts$/

/** Whether a module comes with another that begins with `root`, by imports that are not import(). */
function comesWith(root: string, id: string, modules: ChunkingContext, seen = new Set<string>()): boolean {
  if (id.endsWith(root)) return true
  if (seen.has(id)) return false
  seen.add(id)
  return importersOf(id, modules).some((each) => comesWith(root, each, modules, seen))
}

const importersOf = (id: string, modules: ChunkingContext) => modules.getModuleInfo(id)?.importers ?? []

/** The first file has what main.ts imports, and what several nouns or several ways need; the second what a request needs. */
export const together = {
  debugName: 'together',
  name(id: string, modules: ChunkingContext): string | null {
    const nouns = importersOf(id, modules).filter((each) => nounFile.test(each))
    const users = ways.filter((root) => comesWith(root, id, modules))
    if (comesWith(main, id, modules) || nouns.length > 1 || users.length > 1) return 'main'
    return users[0] === request ? 'request' : null
  },
}
