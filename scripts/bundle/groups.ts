/**
 * What is loaded together is one file, by the imports of the sources: opening thirty
 * small files costs more than reading them.
 */
import type { ChunkingContext } from 'rolldown'
import { resolve } from 'node:path'
import { fileNames } from './joined.ts'
import type { Module } from './modules.ts'

const main = '/src/cli/main.ts'
const request = '/src/operations/read.ts'
/** What is loaded beside a request or in its place: what both need is in the first file. */
const beside = ['/src/reference/help-text.ts', '/src/commands/whoami/whoami.ts']
/** What ordinary commands load: what one of them needs alone is one file, what several need is in the first. */
const ordinary = [
  ...beside,
  '/src/commands/motion/daily.ts',
  '/src/commands/token/balance.ts',
  '/src/operations/list.ts',
]
/** What writes: it has what tells of failures before anything is sent. */
export const writing =
  /\/src\/(?:(?:bulk|login|mcp|sandbox)\/|operations\/write(?:-profiles)?\.ts|writes\/write-guard\.ts)/
/** The name of the file with what tells of a failure. */
export const failure = 'failure'
/**
 * What tells of a failure: one file, loaded when the first thing goes wrong. By their names: the imports of what is
 * needed in a failure alone look like any other.
 */
const failing =
  /\/src\/(errors|contract\/codes|cli\/(usage-error|expand-alias|guess-verb|unwritten-result)|config\/(nearest|no-such-profile|file-errors)|disk\/disk-error|client\/(causes|error-from-response|incomplete)|output\/error)\.ts$/
/** What the flags of signers need: login and wallet share it, and no read has it. */
const signing = /\/src\/login\//
/** What signs, of the libraries; a mnemonic and a keystore need more. */
const library =
  /\/(?:@noble\/curves\/|@noble\/hashes\/esm\/(?:hmac|sha[23]|_u64|_md|utils|cryptoNode)\.|viem\/_esm\/)/
/** What signs, of ours. */
const signers = /\/src\/(?:login|wallet)\//
const disk = /\/src\/disk\//
/** The nouns of ordinary commands, which have a file each. */
const ordinaryNoun = /\/src\/commands\/(?:motion|nft|token|whoami)\/index\.ts$/
/** What is loaded often: the commands of the service, and what signs. */
const often = /\/src\/(?:login|wallet|commands\/(?:kyc|login|motion|nft|token|user|whoami))\//
const nounFile = /\/src\/commands\/[a-z]+\/index\.ts$/

/** Whether a module comes with another that begins with `root`, by imports that are not import(). */
function comesWith(root: string, id: string, modules: ChunkingContext, seen = new Set<string>()): boolean {
  if (id.endsWith(root)) return true
  if (seen.has(id)) return false
  seen.add(id)
  return importersOf(id, modules).some((each) => comesWith(root, each, modules, seen))
}

const importersOf = (id: string, modules: ChunkingContext) => modules.getModuleInfo(id)?.importers ?? []

/** A module and all that it comes with. */
function usersOf(id: string, modules: ChunkingContext, seen = new Set<string>()): Set<string> {
  if (!seen.has(id)) {
    seen.add(id)
    for (const each of importersOf(id, modules)) usersOf(each, modules, seen)
  }
  return seen
}

/** Whether several that are loaded by import() need it, and none but commands and what signs imports it. */
function isSharedBySigners(id: string, users: ReadonlySet<string>, modules: ChunkingContext): boolean {
  const loaded = [...users].filter((each) => modules.getModuleInfo(each)!.dynamicImporters.length > 0)
  const own = (each: string) => signers.test(each) || each.includes('/src/commands/')
  return signers.test(id) && loaded.length > 1 && importersOf(id, modules).every(own)
}

const stem = (path: string) => /([^/]+)\.ts$/.exec(path)![1]!
const folderOf = (path: string) => /([^/]+)\/index\.ts$/.exec(path)![1]!

/**
 * The first file has what main.ts imports, and what several nouns or several ways need; the second what a request needs; a noun
 * with ordinary commands has its own.
 */
function ownFile(id: string, modules: ChunkingContext): string | null {
  if (failing.test(id)) return failure
  const comes = (root: string) => comesWith(root, id, modules)
  const all = usersOf(id, modules)
  const nouns = [...all].filter((each) => nounFile.test(each))
  const users = ordinary.filter(comes)
  if (comes(main) || (nouns.length > 1 && !signing.test(id))) return 'main'
  if (comes(request)) return beside.some(comes) ? 'main' : 'request'
  if (users.length > 1) return 'main'
  if (nouns.length === 1 && ordinaryNoun.test(nouns[0]!)) return folderOf(nouns[0]!)
  if (nouns.length === 0 && isSharedBySigners(id, all, modules)) return 'signer'
  if (disk.test(id)) return 'disk'
  return users[0] ? stem(users[0]) : library.test(id) ? 'signatures' : null
}

/** What each module is loaded with. */
export const together = (known: ReadonlyMap<string, Module>) => {
  let names: Map<string, string> | undefined
  return {
    debugName: 'together',
    name(id: string, modules: ChunkingContext): string | null {
      names ??= fileNames(resolve(`.${main}`), known, {
        named: (each) => ownFile(each, modules),
        // What a line of commands shows is made when it is read.
        lazy: {
          name: failure,
          atOnce: (each) => writing.test(each) || each.endsWith('/commands/explain/index.ts'),
        },
        often: (each) => often.test(each) || ordinary.some((path) => each.endsWith(path)),
      })
      return names.get(id) ?? null
    },
  }
}
