/** A file that a command replaces with its result: never one of movecli's own, nor one that holds a secret. */
import { access, constants, lstat, realpath } from 'node:fs/promises'
import { basename, dirname, isAbsolute, join, relative, resolve } from 'node:path'
import { usage } from '../errors.ts'
import type { Part } from './services.ts'

/** Throws CLI_USAGE for a path in movecli's own folders, or of a file that a variable names (`MOVECLI_*_FILE`, a keystore). */
export async function refuseOwnFile(
  path: string,
  flag: string,
  tools: Part<'folders', 'env'>,
): Promise<void> {
  const { folders, context } = tools
  const wanted = await real(path)
  const own = await Promise.all([folders.config, folders.state].map(real))
  const named = Object.entries(context.env).flatMap(([name, value]) =>
    /^MOVECLI_(\w+_FILE|KEYSTORE)$/.test(name) && value ? [value] : [],
  )
  const kept = await Promise.all(named.map(real))
  if (!own.some((folder) => isInside(folder, wanted)) && !kept.includes(wanted)) return
  throw usage(
    `${path} is in a folder of movecli's own, or a file that it needs. Nothing was sent.`,
    `Choose another place with ${flag}.`,
  )
}

/**
 * Throws CLI_USAGE where a file of that name could not be put there: its folder cannot be
 * written, or something else has the name.
 */
export async function refuseUnwritable(path: string, flag: string): Promise<void> {
  await access(dirname(resolve(path)), constants.W_OK).catch(() => {
    throw usage(`The folder of ${path} cannot be written.`, `Choose another place with ${flag}.`)
  })
  const found = await lstat(path).catch(() => undefined)
  if (path !== '' && (!found || found.isFile())) return
  throw usage(`${path || flag} is not the name of a file.`, `Name a file with ${flag}.`)
}

/** The path through all links; of a file that is not there yet, that of its folder and its name. */
async function real(path: string): Promise<string> {
  const whole = resolve(path)
  const through = async (text: string) => realpath(text).catch(() => undefined)
  return (await through(whole)) ?? join((await through(dirname(whole))) ?? dirname(whole), basename(whole))
}

const isInside = (folder: string, path: string): boolean => {
  const way = relative(folder, path)
  return way === '' || (!way.startsWith('..') && !isAbsolute(way))
}
