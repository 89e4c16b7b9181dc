/** Programs and libraries of others, pinned, from the npm registry into a folder of their own: they are no dependency of movecli. */
import { existsSync, mkdirSync, readFileSync } from 'node:fs'
import { createRequire } from 'node:module'
import { join } from 'node:path'
import { runToEnd } from './programs.mjs'

/**
 * Installs the packages, `{ name: version }`, unless the folder has them. Returns the path of one of their programs, and a
 * function that loads or resolves one of their modules. Throws where the registry does not have them.
 */
export async function npmFolder(folder, wanted) {
  const versionOf = (name) => {
    const file = join(folder, 'node_modules', name, 'package.json')
    return existsSync(file) ? JSON.parse(readFileSync(file, 'utf8')).version : undefined
  }
  if (Object.entries(wanted).some(([name, version]) => versionOf(name) !== version)) {
    mkdirSync(folder, { recursive: true })
    const packages = Object.entries(wanted).map(([name, version]) => `${name}@${version}`)
    const flags = [
      '--no-save',
      '--no-package-lock',
      '--no-audit',
      '--no-fund',
      '--silent',
      '--prefix',
      folder,
    ]
    const { code, stderr } = await runToEnd('npm', ['install', ...flags, ...packages])
    if (code !== 0) throw new Error(`${packages.join(', ')} could not be installed:\n${stderr}`)
  }
  return {
    bin: (name) => join(folder, 'node_modules', '.bin', name),
    load: createRequire(join(folder, 'folder.cjs')),
  }
}
