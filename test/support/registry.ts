/**
 * The package of this tree, and an npm registry on this machine that has it and passes
 * the rest on to the one that npm is set to.
 */
import { execFileSync } from 'node:child_process'
import { createHash } from 'node:crypto'
import { readFileSync } from 'node:fs'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { join } from 'node:path'

const root = join(import.meta.dirname, '../..')
/** What a registry serves of package.json besides the archive. */
const served = ['name', 'version', 'bin', 'engines', 'optionalDependencies']

/** Packs what was built last into `folder`; the path of the archive. */
export function packInto(folder: string): string {
  const words = ['pack', '--silent', '--ignore-scripts', '--pack-destination', folder]
  return join(folder, execFileSync('npm', words, { cwd: root, encoding: 'utf8' }).trim())
}

/** Serves `archive` on 127.0.0.1. `version` is the one that it has; `close` ends the server. */
export async function startRegistry(archive: string) {
  const own = JSON.parse(readFileSync(join(root, 'package.json'), 'utf8')) as Record<string, unknown>
  const bytes = readFileSync(archive)
  const manifest = Object.fromEntries(served.map((name) => [name, own[name]]))
  const version = String(own['version'])
  const upstream = execFileSync('npm', ['config', 'get', 'registry'], {
    encoding: 'utf8',
    stdio: ['ignore', 'pipe', 'ignore'],
  }).trim()

  const server = createServer((request, response) => {
    const path = (request.url ?? '/').slice(1)
    const here = `http://127.0.0.1:${(server.address() as AddressInfo).port}/`
    if (path === 'movecli.tgz') return void response.end(bytes)
    if (path === 'movecli') {
      const integrity = `sha512-${createHash('sha512').update(bytes).digest('base64')}`
      const dist = { tarball: `${here}movecli.tgz`, integrity }
      const versions = { [version]: { ...manifest, dist } }
      response.setHeader('content-type', 'application/json')
      return void response.end(
        JSON.stringify({ name: 'movecli', 'dist-tags': { latest: version }, versions }),
      )
    }
    passOn(path).then(
      ({ status, body }) => response.writeHead(status).end(body),
      (error: unknown) => response.writeHead(502).end(String(error)),
    )
    request.resume()

    /** An answer of the other registry, whose archives are then asked for here too. */
    async function passOn(path: string): Promise<{ status: number; body: string | Buffer }> {
      const answer = await fetch(new URL(path, upstream))
      const body = Buffer.from(await answer.arrayBuffer())
      const isJson = answer.headers.get('content-type')?.includes('json')
      return { status: answer.status, body: isJson ? body.toString().replaceAll(upstream, here) : body }
    }
  })
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  server.unref()
  return {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}/`,
    version,
    close: () => {
      server.close()
      server.closeAllConnections()
    },
  }
}
