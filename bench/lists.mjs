/** A list of 10,000 rows in each format against its NDJSON: processor time of the whole command. */
import { once } from 'node:events'
import { mkdtempSync, rmSync } from 'node:fs'
import { createServer } from 'node:http'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { paired, plainEnv } from './measure.mjs'

const bin = fileURLToPath(new URL('../bin/movecli.js', import.meta.url))
const [pages, limit] = [20, 500]

export async function lists({ rounds }) {
  const server = createServer((request, response) => {
    const page = Number(new URL(request.url, 'http://x').searchParams.get('page') ?? 1)
    const row = (at) =>
      `{"id":"${page * limit + at}","name":"Nr ${at}","type":"shoes","level":${at % 30},"boost":1.10}`
    const rows = page > pages ? [] : Array.from({ length: limit }, (_, at) => row(at))
    response.end(`{"success":true,"data":{"items":[${rows.join(',')}]}}`)
  })
  await once(server.listen(0, '127.0.0.1'), 'listening')
  const home = mkdtempSync(join(tmpdir(), 'movecli-bench-lists-'))
  const env = {
    ...plainEnv,
    HOME: home,
    MOVECLI_NETWORK: 'testnet',
    MOVECLI_BASE_URL: `http://127.0.0.1:${server.address().port}/v1`,
    MOVECLI_API_KEY: 'bench-key-1',
    MOVECLI_TOKEN: 'bench-token-1',
  }
  const words = ['nft', 'ls', '--all', '--limit', `${limit}`, '--rate-limit', '0', '--format']
  const list = (format) => [process.execPath, bin, ...words, format]
  // The base of the pairs inherits no variables of its own: it is given them in its words.
  const base = [
    'env',
    ...Object.entries(env)
      .filter(([name]) => /^(HOME|MOVECLI_)/.test(name))
      .map(([name, value]) => `${name}=${value}`),
    ...list('ndjson'),
  ]
  const cases = Object.fromEntries(
    ['table', 'csv', 'tsv', 'json'].map((format) => [format, { words: list(format), env }]),
  )
  try {
    return await paired(base, cases, rounds)
  } finally {
    server.close()
    server.closeAllConnections()
    rmSync(home, { recursive: true })
  }
}
