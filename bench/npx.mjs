/** `npx` from an empty cache against a package of three lines, both from the same registry on this machine. */
import { execFileSync } from 'node:child_process'
import { createHash } from 'node:crypto'
import { once } from 'node:events'
import { mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { createServer } from 'node:http'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { paired } from './measure.mjs'

const root = fileURLToPath(new URL('..', import.meta.url))
const keychain = '@napi-rs/keyring'

/** The tarball of a folder and what its registry says of it. */
function packed(folder, place) {
  const options = { cwd: place, encoding: 'utf8', stdio: ['ignore', 'pipe', 'ignore'] }
  const [{ filename }] = JSON.parse(
    execFileSync('npm', ['pack', folder, '--json', '--ignore-scripts'], options),
  )
  const bytes = readFileSync(join(place, filename.replace('@', '').replace('/', '-')))
  return { manifest: JSON.parse(readFileSync(join(folder, 'package.json'), 'utf8')), bytes }
}

function threeLines(place) {
  const folder = join(place, 'three-lines')
  mkdirSync(folder)
  const manifest = { name: 'three-lines', version: '1.0.0', bin: 'cli.js', files: ['cli.js'] }
  writeFileSync(join(folder, 'package.json'), JSON.stringify(manifest))
  writeFileSync(join(folder, 'cli.js'), "#!/usr/bin/env node\n'use strict'\nconsole.log('1.0.0')\n")
  return packed(folder, place)
}

/** The keychain with what is installed of it here; of other platforms a name alone. */
function keychainPackages(place) {
  const own = packed(join(root, 'node_modules', keychain), place)
  const platforms = Object.entries(own.manifest.optionalDependencies).map(([name, version]) => {
    try {
      return packed(join(root, 'node_modules', name), place)
    } catch {
      return { manifest: { name, version, os: ['none'], cpu: ['none'] }, bytes: Buffer.alloc(0) }
    }
  })
  return [own, ...platforms]
}

async function startRegistry(packages) {
  const known = new Map(packages.map((each) => [each.manifest.name, each]))
  const server = createServer((request, response) => {
    const path = decodeURIComponent(request.url).slice(1)
    const file = known.get(path.replace(/^tarballs\//, ''))
    if (file === undefined) return void response.writeHead(404).end('{}')
    const { manifest, bytes } = file
    if (path.startsWith('tarballs/')) return void response.end(bytes)
    const integrity = `sha512-${createHash('sha512').update(bytes).digest('base64')}`
    const dist = {
      integrity,
      tarball: `http://${request.headers.host}/tarballs/${encodeURIComponent(manifest.name)}`,
    }
    const { version, scripts: _scripts, devDependencies: _devDependencies, ...kept } = manifest
    response.setHeader('content-type', 'application/json')
    response.end(
      JSON.stringify({
        name: manifest.name,
        'dist-tags': { latest: version },
        versions: { [version]: { ...kept, version, dist } },
      }),
    )
  })
  await once(server.listen(0, '127.0.0.1'), 'listening')
  return { server, url: `http://127.0.0.1:${server.address().port}/` }
}

/** The same archive, of which its registry does not say that a keychain may come with it. */
function withoutDependencies({ manifest: { optionalDependencies: _, ...manifest }, bytes }) {
  return { manifest: { ...manifest, name: 'movecli-alone' }, bytes }
}

/**
 * Processor and wall time of a first `npx` of movecli, as multiples of three lines: with the keychain, without, and with
 * none to be looked up.
 */
export async function coldNpx({ rounds }) {
  const place = mkdtempSync(join(tmpdir(), 'movecli-bench-npx-'))
  const own = packed(root, place)
  const { server, url } = await startRegistry([
    own,
    withoutDependencies(own),
    threeLines(place),
    ...keychainPackages(place),
  ])
  const npx = (name, ...words) => {
    const line = `cd ${place} && HOME=${place} npm_config_cache=$(mktemp -d -p ${place}) npx --yes --registry ${url} ${words.join(' ')} ${name} --version`
    return ['bash', '-c', line]
  }
  try {
    return await paired(
      npx('three-lines'),
      {
        'where no keychain is named': { words: npx('movecli-alone') },
        'without the keychain': { words: npx('movecli', '--omit=optional') },
        'with the keychain': { words: npx('movecli') },
      },
      rounds,
    )
  } finally {
    server.close()
    server.closeAllConnections()
    rmSync(place, { recursive: true, force: true })
  }
}
