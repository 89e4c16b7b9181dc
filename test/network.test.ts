/** The command in a process of its own on bad networks: what leaves it, and that it ends. */
import { writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import {
  authorityFile,
  badCertificates,
  proxyTo,
  repeatingService,
  silentPeer,
  tlsService,
} from './support/network.ts'
import { freshFolder } from './support/movecli.ts'
import { movecliProcess } from './support/process.ts'
import { startWitness } from './witness/service.ts'

const key = 'canary-api-key'
const token = 'canary-session-token'
const row = '{"steps":1,"distance":1,"duration":1,"proof":"canary-proof"}\n'

/** Runs a line as a user of testnet at `base`; one that does not end by itself is killed, which shows as its signal. */
async function ran(line: string, base: string, env: Record<string, string> = {}, home = freshFolder()) {
  writeFileSync(join(home, 'rows.ndjson'), row)
  const words = line.replace('ROWS', join(home, 'rows.ndjson')).split(' ')
  const { child, ended } = await movecliProcess(words, {
    home,
    env: {
      MOVECLI_NETWORK: 'testnet',
      MOVECLI_BASE_URL: base,
      MOVECLI_API_KEY: key,
      MOVECLI_TOKEN: token,
      ...env,
    },
  })
  const late = setTimeout(() => child.kill('SIGKILL'), 60_000)
  const { code, signal, stdout, stderr } = await ended
  clearTimeout(late)
  return { code, signal, stdout, stderr, home }
}

/** A line for each kind of request: a read, the pages of a list, a single write, many writes, a raw call. */
const lines = [
  'token price',
  'nft ls --all',
  'motion submit --steps 1 --proof canary-proof',
  'motion submit --from ROWS --max-wait 0',
  'api POST /motion/submit -F steps=1',
]

test.each(lines)(
  'over https with an authority of NODE_EXTRA_CA_CERTS, direct and through a proxy: %s',
  async (line) => {
    const service = await tlsService('good')
    const direct = await ran(`${line} --json`, `https://localhost:${service.port}/v1`, {
      NODE_EXTRA_CA_CERTS: authorityFile,
    })
    expect(direct).toMatchObject({ code: 0, stderr: '' })
    expect(service.seen.length).toBeGreaterThan(0)
    expect(service.seen.every(({ headers }) => headers.includes(key))).toBe(true)

    const proxy = await proxyTo(service.port)
    const through = await ran(`${line} --json`, 'https://service.test/v1', {
      NODE_EXTRA_CA_CERTS: authorityFile,
      HTTPS_PROXY: `127.0.0.1:${proxy.port}`,
    })
    expect(through).toMatchObject({ code: 0, stderr: '' })
    expect(proxy.said.join('')).toMatch(/^CONNECT service\.test:443 /)
    expect(proxy.said.join('')).not.toContain('canary')
  },
)

test.each([
  ...lines.map((line) => ['wrong-host', line] as const),
  ...badCertificates.slice(1).map((name) => [name, lines[2]!] as const),
])(
  'with NODE_TLS_REJECT_UNAUTHORIZED=0 and the certificate "%s" nothing is sent, nor written but one line: %s',
  async (name, line) => {
    const service = await tlsService(name)
    const env = { NODE_EXTRA_CA_CERTS: authorityFile, NODE_TLS_REJECT_UNAUTHORIZED: '0' }
    const proxy = await proxyTo(service.port)
    const both = await Promise.all([
      ran(`${line} --json`, `https://localhost:${service.port}/v1`, env),
      ran(`${line} --json`, 'https://service.test/v1', {
        ...env,
        HTTPS_PROXY: `http://127.0.0.1:${proxy.port}`,
      }),
    ])
    for (const { code, stderr } of both) {
      expect({ code, lines: stderr.split('\n').length }).toEqual({ code: 8, lines: 2 })
      const { error } = JSON.parse(stderr) as { error: Record<string, unknown> }
      expect(error).toMatchObject({ code: 'CLI_TLS', retryable: false })
      expect(error['hint']).toContain('NODE_EXTRA_CA_CERTS')
      expect(error['message']).toMatch(/^The certificate of [\w.:]+ .*\. Nothing was sent\./)
    }
    expect(service.seen).toEqual([])
    expect(proxy.connections()).toBe(1)
  },
)

test('each bad certificate has a sentence of its own', async () => {
  const said = await Promise.all(
    badCertificates.map(async (name) => {
      const service = await tlsService(name)
      const env = { NODE_EXTRA_CA_CERTS: authorityFile }
      const { stderr } = await ran('token price --json', `https://localhost:${service.port}/v1`, env)
      const { error } = JSON.parse(stderr) as { error: { message: string } }
      return error.message.replace(`localhost:${service.port}`, 'HOST').replace(' Nothing was sent.', '')
    }),
  )
  expect(said).toEqual([
    'The certificate of HOST is for another host.',
    'The certificate of HOST has expired.',
    'The certificate of HOST is not valid yet.',
    'The certificate of HOST is signed by an authority that this machine does not trust.',
    'The certificate of HOST is from an authority that this machine does not know, or an intermediate certificate is missing.',
  ])
})

test.each(['direct', 'through a proxy'])(
  'of a service that says each answer three times no row has the outcome of another: %s',
  async (how) => {
    const service = await repeatingService()
    const proxy = await proxyTo(service.port)
    const home = freshFolder()
    const rows = Array.from({ length: 60 }, (_, at) => row.replace('1', `${at + 1}`))
    writeFileSync(join(home, 'sixty.ndjson'), rows.join(''))
    const { stdout } = await ran(
      `motion submit --from ${join(home, 'sixty.ndjson')} --rate-limit 0 --json`,
      how === 'direct' ? `https://localhost:${service.port}/v1` : 'https://service.test/v1',
      {
        NODE_EXTRA_CA_CERTS: authorityFile,
        ...(how !== 'direct' && { HTTPS_PROXY: `127.0.0.1:${proxy.port}` }),
      },
      home,
    )
    const said = JSON.parse(stdout) as { row: number; status: string }[]
    expect(service.steps.toSorted((a, b) => a - b)).toEqual(rows.map((_, at) => at + 1))
    expect(said.toSorted((a, b) => a.row - b.row).map(({ status }) => status)).toEqual(
      rows.map((_, at) => ((at + 1) % 2 === 0 ? 'applied' : 'rejected')),
    )
    expect(proxy.connections()).toBe(how === 'direct' ? 0 : rows.length)
  },
)

test('a service that speaks no TLS, or none that is safe, is told once and not asked again', async () => {
  const plain = await silentPeer({ after: 'HTTP/1.1 400 Bad Request\r\n\r\n' })
  const old = await tlsService('good', {
    maxVersion: 'TLSv1.1',
    minVersion: 'TLSv1',
    ciphers: 'DEFAULT@SECLEVEL=0',
  })
  for (const [port, words] of [
    [plain.port, `TLS is not spoken by localhost:${plain.port}. Nothing was sent.`],
    [old.port, `No TLS version is common to localhost:${old.port} and this machine. Nothing was sent.`],
  ] as const) {
    const { code, stderr } = await ran('token price --json', `https://localhost:${port}/v1`)
    expect({ code, ...(JSON.parse(stderr) as { error: object }).error }).toMatchObject({
      code: 'CLI_TLS',
      message: words,
      retryable: false,
    })
  }
  expect(plain.heard).toHaveLength(1)
})

test.each(lines)(
  'nothing for loopback goes through a proxy, whatever variable names one: %s',
  async (line) => {
    const witness = await startWitness({ key })
    const proxy = await proxyTo(1)
    const url = `http://127.0.0.1:${proxy.port}`
    const names = ['HTTP_PROXY', 'HTTPS_PROXY', 'ALL_PROXY', 'http_proxy', 'https_proxy', 'all_proxy']
    const env = Object.fromEntries(names.map((name) => [name, url]))
    for (const host of ['localhost', '127.0.0.1']) {
      const before = witness.requests.length
      await ran(line, witness.url.replace('127.0.0.1', host), { ...env, MOVECLI_TOKEN: witness.token })
      expect(witness.requests.length).toBeGreaterThan(before)
    }
    expect(proxy.connections()).toBe(0)
    await witness.close()
  },
)

test('hosts of NO_PROXY are reached directly', async () => {
  const proxy = await proxyTo(1, 'HTTP/1.1 403 Forbidden\r\n\r\n')
  const base = 'https://nowhere.invalid/v1'
  const env = { HTTPS_PROXY: `127.0.0.1:${proxy.port}` }
  const direct = await ran('token price --retries 0', base, { ...env, NO_PROXY: 'nowhere.invalid' })
  expect(direct.stderr).toMatch(
    /^error: Cannot (find|look up) nowhere\.invalid.* Nothing was sent\. \(CLI_CONNECT\)/,
  )
  expect(proxy.connections()).toBe(0)
  const through = await ran('token price --retries 0', base, env)
  expect(through.stderr).toContain(
    `error: Refused by the proxy 127.0.0.1:${proxy.port} (HTTP 403). Nothing was sent.`,
  )
})

test.each(['proxy.test', 'https://me:hunter22@proxy.test:1', 'me:hunter22@proxy.test', '%'])(
  'HTTPS_PROXY=%s is a wrong setting, not a fault of movecli, and is not shown',
  async (text) => {
    const { code, stdout, stderr } = await ran('token price', 'https://service.test/v1', {
      HTTPS_PROXY: text,
    })
    expect(code).toBe(3)
    expect(stderr).toMatch(/^error: HTTPS_PROXY must be http:\/\/host:port or host:port/)
    expect(stdout + stderr).not.toContain('hunter22')
  },
)

const tunnel = 'HTTP/1.1 200 OK\r\n\r\n'
const silences = [
  ['a service', 'http', {}],
  ['a service inside its headers', 'http', { after: 'HTTP/1.1 200 OK\r\nA: b' }],
  ['a service inside its body', 'http', { after: 'HTTP/1.1 200 OK\r\nContent-Length: 9\r\n\r\n{' }],
  ['a TLS peer', 'https', {}],
  ['a TLS peer inside its hello', 'https', { after: '\u0016\u0003\u0003\u0000\u007a' }],
  ['a proxy', 'proxy', {}],
  ['a proxy inside its answer', 'proxy', { after: 'HTTP/1.1 2' }],
  ['a TLS peer behind a proxy', 'proxy', { after: tunnel }],
] as const
test.each(silences)(
  'where %s goes silent (%s, %j) every command ends by itself, and leaves no connection',
  async (_, kind, script) => {
    const peer = await silentPeer(script)
    const base = kind === 'proxy' ? 'https://service.test/v1' : `${kind}://127.0.0.1:${peer.port}/v1`
    const env = kind === 'proxy' ? { HTTPS_PROXY: `127.0.0.1:${peer.port}` } : {}
    const all = await Promise.all(
      lines.map(async (line) => ran(`${line} --timeout 1 --retries 0`, base, env)),
    )
    const exit = kind === 'http' ? 9 : 8
    expect(all.map(({ code, signal }) => [code, signal])).toEqual(
      [8, 8, exit, 8, exit].map((code) => [code, null]),
    )
    if (kind !== 'http') expect(peer.heard.join('')).not.toContain('canary')
    await expect.poll(peer.open).toBe(0)
  },
)

test('a token that no header can carry ends at once, and leaves no unresolved write', async () => {
  const witness = await startWitness({ key })
  const home = freshFolder()
  for (const bad of ['can✓ary', '“canary”', 'can\nary', 'can\u0001ary']) {
    for (const line of ['token price', 'motion submit --steps 1 --proof canary-proof']) {
      const { code, signal, stderr } = await ran(`${line} --json`, witness.url, { MOVECLI_TOKEN: bad }, home)
      expect({ signal, kind: [2, 3, 4].includes(code ?? -1) }).toEqual({ signal: null, kind: true })
      expect(JSON.parse(stderr)).toMatchObject({ error: { outcome: 'not_sent' } })
      expect(stderr).not.toMatch(/can.?ary/)
    }
  }
  expect(witness.connections()).toBe(0)
  expect((await ran('journal ls --state unknown --json', witness.url, {}, home)).stdout.trim()).toBe('[]')
  await witness.close()
})
