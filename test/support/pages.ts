/** Long lists over real HTTP, read by the bundled command in a process of its own. */
import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { bundle } from './bundle.ts'
import { freshFolder } from './movecli.ts'

/** A service of `pages` full pages, each held back until `release` says so; it counts what was asked for. */
export async function longList(pages: number, release: (page: number) => Promise<void> = async () => {}) {
  const asked: number[] = []
  const row = (n: number) => `{"id":${9007199254740993n + BigInt(n)},"name":"Nr ${n}","boost":1.10}`
  const server = createServer((request, response) => {
    const query = new URL(request.url ?? '', 'http://x').searchParams
    const page = Number(query.get('page') ?? 1)
    const limit = Number(query.get('limit') ?? 20)
    asked.push(page)
    const rows = page > pages ? [] : Array.from({ length: limit }, (_, n) => row((page - 1) * limit + n))
    void release(page).then(() => response.end(`{"success":true,"data":{"items":[${rows.join(',')}]}}`))
  })
  await once(server.listen(0, '127.0.0.1').unref(), 'listening')
  return { asked, url: `http://127.0.0.1:${(server.address() as AddressInfo).port}/v1` }
}

// Not maxRSS: it counts what the parent had when it forked.
const entry = `import { readFileSync, writeSync } from 'node:fs'
import { main } from 'src/cli/main.ts'
process.on('exit', () => {
  if (process.env.PEAK) writeSync(2, readFileSync('/proc/self/status'))
})
void main(process)`

/** Starts the command on a testnet at `url`; with `PEAK` it says its peak memory in KB on stderr. */
export async function startCommand(words: string, url: string, more: Record<string, string> = {}) {
  const env = {
    PATH: process.env['PATH'],
    HOME: freshFolder(),
    MOVECLI_NETWORK: 'testnet',
    MOVECLI_BASE_URL: url,
    MOVECLI_API_KEY: 'a-key-of-a-test',
    MOVECLI_TOKEN: 'a-token-of-a-test',
    ...more,
  }
  const script = await bundle(entry)
  const child = spawn(process.execPath, [script, ...words.split(' ')], {
    env,
    stdio: ['ignore', 'pipe', 'pipe'],
  })
  let [stdout, stderr] = ['', '']
  child.stdout.setEncoding('utf8').on('data', (text: string) => (stdout += text))
  child.stderr.setEncoding('utf8').on('data', (text: string) => (stderr += text))
  const ended = once(child, 'close').then(() => ({
    code: child.exitCode,
    signal: child.signalCode,
    stdout,
    stderr,
  }))
  return { child, ended, said: () => stdout }
}
