/** The bundle's first file: what main.ts imports, and what that imports, in one piece. Opening thirty small files costs more than reading them. */
import type { ChunkingContext } from 'rolldown'

/** Whether a module comes with the entry; one that is only reached through import() does not. */
function comesWithMain(id: string, modules: ChunkingContext, seen = new Set<string>()): boolean {
  if (seen.has(id)) return false
  seen.add(id)
  const found = modules.getModuleInfo(id)
  return (
    found !== null && (found.isEntry || found.importers.some((each) => comesWithMain(each, modules, seen)))
  )
}

export const firstFile = {
  debugName: 'first file',
  name: (id: string, modules: ChunkingContext) => (comesWithMain(id, modules) ? 'first' : null),
}
