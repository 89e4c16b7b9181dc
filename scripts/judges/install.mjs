/** The judges themselves, pinned, from the npm registry into a folder of their own: they are no dependency of movecli. */
import { existsSync, mkdirSync, readFileSync } from 'node:fs'
import { createRequire } from 'node:module'
import { join } from 'node:path'
import { runToEnd } from './programs.mjs'

const wanted = {
  '@redocly/cli': '2.77.0',
  '@stoplight/prism-cli': '5.14.2',
  '@foundry-rs/cast': '1.7.1',
  '@foundry-rs/anvil': '1.7.1',
  ajv: '8.20.0',
  'ajv-formats': '3.0.1',
}

/** The judges as the tally calls them. */
export const names = {
  redocly: `Redocly ${wanted['@redocly/cli']}`,
  prism: `Prism ${wanted['@stoplight/prism-cli']}`,
  cast: `cast ${wanted['@foundry-rs/cast']}`,
  anvil: `anvil ${wanted['@foundry-rs/anvil']}`,
  ajv: `ajv ${wanted.ajv}`,
}

/** Paths of their programs, and a function that loads their libraries. Throws where the registry does not have them. */
export async function installJudges(folder) {
  const versionOf = (name) => {
    const file = join(folder, 'node_modules', name, 'package.json')
    return existsSync(file) ? JSON.parse(readFileSync(file, 'utf8')).version : undefined
  }
  const missing = Object.entries(wanted).filter(([name, version]) => versionOf(name) !== version)
  if (missing.length > 0) {
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
    if (code !== 0) throw new Error(`The judges could not be installed:\n${stderr}`)
  }
  const bin = (name) => join(folder, 'node_modules', '.bin', name)
  return {
    redocly: bin('redocly'),
    prism: bin('prism'),
    cast: bin('cast'),
    anvil: bin('anvil'),
    load: createRequire(join(folder, 'judges.cjs')),
  }
}
