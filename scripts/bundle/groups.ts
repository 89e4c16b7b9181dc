/** What is loaded together is one file, by the imports of the sources: opening thirty small files costs more than reading them. */
import type { ChunkingContext } from 'rolldown'

const main = '/src/cli/main.ts'
const request = '/src/operations/read.ts'
/** What is loaded beside a request or in its place: what two of them need is in the first file. */
const ways = [request, '/src/reference/help-text.ts', '/src/commands/whoami/whoami.ts']
/** The name of the file with what tells of a failure. */
export const failure = 'failure'
/** What tells of a failure: one file, loaded when the first thing goes wrong. */
const failing =
  /\/src\/(errors|contract\/codes|cli\/(usage-error|expand-alias|unwritten-result)|config\/(nearest|file-errors)|disk\/disk-error|client\/(causes|error-from-response|incomplete)|output\/error)\.ts$/
/** What the flags of signers need: login and wallet share it, and no read has it. */
const signing = /\/src\/login\//
const nounFile = /\/src\/commands\/[a-z]+\/index\.ts$/

/** Whether a module comes with another that begins with `root`, by imports that are not import(). */
function comesWith(root: string, id: string, modules: ChunkingContext, seen = new Set<string>()): boolean {
  if (id.endsWith(root)) return true
  if (seen.has(id)) return false
  seen.add(id)
  return importersOf(id, modules).some((each) => comesWith(root, each, modules, seen))
}

const importersOf = (id: string, modules: ChunkingContext) => modules.getModuleInfo(id)?.importers ?? []

/** The files of nouns that a module comes with. */
function nounsWith(id: string, modules: ChunkingContext, seen = new Set<string>()): Set<string> {
  if (!seen.has(id)) {
    seen.add(id)
    for (const each of importersOf(id, modules)) nounsWith(each, modules, seen)
  }
  return new Set([...seen].filter((each) => nounFile.test(each)))
}

/** The first file has what main.ts imports, and what several nouns or several ways need; the second what a request needs. */
export const together = {
  debugName: 'together',
  name(id: string, modules: ChunkingContext): string | null {
    if (failing.test(id)) return failure
    const nouns = nounsWith(id, modules)
    const users = ways.filter((root) => comesWith(root, id, modules))
    if (comesWith(main, id, modules) || (nouns.size > 1 && !signing.test(id)) || users.length > 1)
      return 'main'
    return users[0] === request ? 'request' : null
  },
}
