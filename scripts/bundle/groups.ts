/** What is loaded together is one file, by the imports of the sources: opening thirty small files costs more than reading them. */
import type { ChunkingContext } from 'rolldown'

/** Each file holds what its source imports, and what that imports, unless an earlier one holds it. What is reached through import() alone is a file of its own. */
const roots = { first: '/src/cli/main.ts', request: '/src/operations/read.ts' }

/** Whether a module comes with another that begins with `root`, by imports that are not import(). */
function comesWith(root: string, id: string, modules: ChunkingContext, seen = new Set<string>()): boolean {
  if (id.endsWith(root)) return true
  if (seen.has(id)) return false
  seen.add(id)
  return modules.getModuleInfo(id)?.importers.some((each) => comesWith(root, each, modules, seen)) === true
}

const isRuntime = (id: string) => id.includes('rolldown/runtime')

export const together = {
  debugName: 'together',
  name: (id: string, modules: ChunkingContext) =>
    isRuntime(id)
      ? 'first'
      : (Object.entries(roots).find(([, root]) => comesWith(root, id, modules))?.[0] ?? null),
}
