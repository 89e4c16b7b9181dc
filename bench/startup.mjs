/** Start-up as multiples of `node -e 0`: the commands of docs/speed.md against a server on this machine, and those of its peers that are installed. */
import { spawnSync } from 'node:child_process'
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { startSandbox } from './sandbox.mjs'
import { paired, plainEnv } from './measure.mjs'

const bin = fileURLToPath(new URL('../bin/movecli.js', import.meta.url))
const node = process.execPath

/** Programs that do the like, where they are installed: their version, and one request to the same server. */
const peers = {
  gh: { version: ['gh', '--version'] },
  httpie: { version: ['http', '--version'], request: (url) => ['http', '--ignore-stdin', 'GET', url] },
  curl: { version: ['curl', '--version'], request: (url) => ['curl', '-s', url] },
  cast: { version: ['cast', '--version'], request: (url) => ['cast', 'chain-id', '--rpc-url', url] },
  stripe: {
    version: ['stripe', '--version'],
    request: (url) => [
      'stripe',
      'get',
      new URL(url).pathname,
      '--api-base',
      new URL(url).origin,
      '--api-key',
      `sk_test_${'1'.repeat(24)}`,
    ],
  },
}

/** Each command's processor time and wall time, as multiples of `node -e 0`. */
export async function startup({ rounds, withPeers }) {
  const home = mkdtempSync(join(tmpdir(), 'movecli-bench-'))
  const sandbox = await startSandbox(bin, home)
  const keyFile = join(home, 'key')
  writeFileSync(keyFile, sandbox.private_key, { mode: 0o600 })
  const env = { ...plainEnv, ...sandbox.env, HOME: home }
  const { MOVECLI_TOKEN: _token, ...signedOut } = env
  const day = `${sandbox.base_url}/motion/daily`
  const headers = `{'x-api-key':'${sandbox.api_key}'}`
  const http = `require('http').get('${day}',{agent:false,headers:${headers}},r=>r.resume())`
  const fetched = `fetch('${day}',{headers:${headers}}).then(r=>r.text())`
  const own = (...words) => ({ words: [node, bin, ...words], env })
  const cases = {
    'node:http, one request': { words: [node, '-e', http] },
    'fetch, one request': { words: [node, '-e', fetched] },
    '--version': own('--version'),
    '--help': own('--help'),
    'motion --help': own('motion', '--help'),
    'whoami --json': own('whoami', '--json'),
    'motion daily --json': own('motion', 'daily', '--json'),
    'token balance --json': own('token', 'balance', '--json'),
    'nft ls --json': own('nft', 'ls', '--json'),
    'login, private key': {
      words: [node, bin, 'login', '--no-input', '--private-key-file', keyFile, '--store', 'file'],
      env: signedOut,
    },
  }
  if (withPeers)
    for (const [name, { version, request }] of Object.entries(peers)) {
      if (spawnSync(version[0], version.slice(1)).status !== 0) continue
      cases[`${name}: version`] = { words: version }
      // Without its key the service refuses: the way there and back is the same.
      if (request) cases[`${name}: one request`] = { words: request(day), ok: [0, 1, 4, 5] }
    }
  try {
    return await paired([node, '-e', '0'], cases, rounds)
  } finally {
    sandbox.stop()
    rmSync(home, { recursive: true })
  }
}
