/**
 * An agent that calls at random, plausibly and not, at a service with faults: the server
 * stands, tells no secret and doubles nothing.
 */
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { Ajv2020, type ValidateFunction } from 'ajv/dist/2020.js'
import fc from 'fast-check'
import { expect, test } from 'vitest'
import { sandboxApiKey, sandboxPrivateKey, sandboxToken } from '../../src/sandbox/constants.ts'
import { parseFaults } from '../../src/sandbox/faults.ts'
import { startSandbox } from '../../src/sandbox/listen.ts'
import { makeProof } from '../../src/sandbox/proof.ts'
import { agent, yes } from '../support/agent.ts'
import { movecli } from '../support/movecli.ts'

/** Calls: a hundred in the suite, a thousand and more with FUZZ. */
const calls = 100 * Math.max(1, Math.ceil(Number(process.env['FUZZ'] ?? 1) / 2))
/** What nobody may read again: it is only ever put where secrets and personal data belong. */
const marker = 'NOBODY-MAY-READ-THIS'

const hostile = fc.constantFrom(
  '--yes',
  '-y',
  '--',
  '-',
  '--base-url=http://127.0.0.1:1/v1',
  '--profile=x',
  '--dry-run',
  '@/etc/passwd',
  '$(touch /tmp/x)',
  '; rm -rf /',
  '../../etc/passwd',
  'a\0b',
  '\u001b[2J',
  '\u202eabc',
  '::error::x',
  '__proto__',
  'constructor',
  '',
  ' ',
  '😀',
  'x'.repeat(5000),
  '1e999',
  '-1',
  '0x12',
  'https://evil.test/',
)
const junk = fc.oneof(
  hostile,
  fc.jsonValue({ maxDepth: 3 }) as fc.Arbitrary<unknown>,
  fc.string({ unit: 'binary' }),
)
const motion = { steps: 500, distance: 1, duration: 600 }
const plausible: Record<string, fc.Arbitrary<unknown>> = {
  date: fc.constantFrom('today', 'yesterday', '2026-01-30'),
  address: fc.constant(`0x${'1'.repeat(40)}`),
  body: fc.constantFrom({}, { amount: 1.5 }, { type: 'shoes' }, { a: { b: [1, 'x'] } }),
  proof: fc.constantFrom(marker, makeProof(motion)),
  steps: fc.constant(500),
  distance: fc.constantFrom(1, '1km'),
  duration: fc.constantFrom(600, '10m'),
  method: fc.constantFrom('GET', 'POST', 'PUT', 'DELETE'),
  path: fc.constantFrom(
    '/token/balance',
    '/token/claim',
    '/nft/mint',
    '/nowhere',
    '/auth/login',
    'v1/user/profile',
  ),
  repeat: fc.constant(1),
  wait: fc.constant('verified'),
  id: fc.constant('abcd'),
  code: fc.constant('AUTH_002'),
  state: fc.constant('unknown'),
}

/** Nothing that would wait for minutes or ask a thousand times. */
const bounded = new Set(['repeat', 'max_wait', 'limit', 'max_items'])

type Listed = { name: string; inputSchema: { properties?: object } }

/** Most calls make sense; some have an input that does not, and some nothing that does. */
const callOf = ({ name, inputSchema }: Listed): fc.Arbitrary<Record<string, unknown>> => {
  const keys = Object.keys(inputSchema.properties ?? {})
  const personal = { name: marker, document: { number: marker } }
  const known = name === 'kyc_submit' ? { ...plausible, body: fc.constant(personal) } : plausible
  const sensible = fc.record(
    Object.fromEntries(keys.filter((key) => known[key]).map((key) => [key, known[key]!])),
    {
      requiredKeys: keys.filter((key) => key === 'body' || key === 'proof' || key === 'steps'),
    },
  )
  const wild = fc.record(
    Object.fromEntries(
      keys
        .filter((key) => !bounded.has(key))
        .map((key) => [key, key === 'proof' ? fc.constant(marker) : junk]),
    ),
    { requiredKeys: [] },
  )
  return fc.oneof(
    { weight: 6, arbitrary: sensible },
    { weight: 2, arbitrary: wild },
    {
      weight: 2,
      arbitrary: fc
        .tuple(sensible, wild)
        .map(([good, odd]) => ({ ...good, ...Object.fromEntries(Object.entries(odd).slice(0, 1)) })),
    },
    { weight: 1, arbitrary: fc.dictionary(fc.string({ unit: 'binary' }), junk) },
  )
}

/** The sandbox behind a gate that counts what reaches it. */
async function counted(url: string) {
  const seen = new Map<string, number>()
  const gate = createServer((request, response) => {
    const name = `${request.method} ${new URL(request.url ?? '', url).pathname.replace('/v1', '')}`
    seen.set(name, (seen.get(name) ?? 0) + 1)
    const parts: Buffer[] = []
    request.on('data', (chunk: Buffer) => parts.push(chunk))
    request.on('end', () => {
      const body = request.method === 'GET' ? {} : { body: Buffer.concat(parts) }
      const headers = Object.fromEntries(
        Object.entries(request.headers).filter(
          ([key]) => !['host', 'connection', 'content-length'].includes(key),
        ),
      ) as Record<string, string>
      fetch(new URL(request.url ?? '', url), { method: request.method!, headers, ...body })
        .then(async (answer) => {
          const text = await answer.text()
          response.writeHead(answer.status, { 'Content-Type': 'application/json' }).end(text)
        })
        .catch(() => response.destroy())
    })
  })
  await new Promise<void>((resolve) => gate.listen(0, '127.0.0.1', resolve))
  const { port } = gate.address() as AddressInfo
  return { seen, url: `http://127.0.0.1:${port}/v1`, close: () => gate.closeAllConnections() ?? gate.close() }
}

const guarded = {
  'POST /token/claim': 'token.claim',
  'POST /nft/mint': 'nft.mint',
  'PUT /nft/upgrade': 'nft.upgrade',
}

test(`${calls} random calls: no crash, no secret, nothing doubled`, async () => {
  const sandbox = await startSandbox({
    port: 0,
    limitPerHour: 0,
    faults: [
      'POST *:drop-after-apply@3%',
      'POST *:CHAIN_001@3%',
      'GET *:500@3%',
      'GET *:not-json@2%',
    ].flatMap((text) => parseFaults(text)),
  })
  const gate = await counted(sandbox.url)
  const consents = new Map<string, number>()
  let turn = 0
  const answer = (question: string) => {
    if (turn++ % 3 === 2) return { action: 'decline' as const }
    const [, what = ''] = /^ {2}(\S+ \S+)$/m.exec(question) ?? []
    const name = what.replace(gate.url, '')
    consents.set(name, (consents.get(name) ?? 0) + 1)
    return yes
  }
  const words = ['-n', 'sandbox', '--base-url', gate.url, '--max-wait', '1s', '--timeout', '10s']
  const { client, home, transport } = await agent(words, { answer })
  const lines: string[] = []
  const hear = transport.onmessage
  Object.assign(transport, {
    onmessage: (message: Parameters<NonNullable<typeof hear>>[0]) => {
      lines.push(JSON.stringify(message))
      hear?.(message)
    },
  })
  const { tools } = await client.listTools()
  const ajv = new Ajv2020({ strict: false, validateFormats: false })
  const valid = new Map<string, ValidateFunction>(
    tools.map(({ name, outputSchema }) => [name, ajv.compile(outputSchema as object)]),
  )
  const rare = tools.filter(({ name }) => name !== 'smoke')
  const call = fc
    .oneof(
      { weight: 60, arbitrary: fc.constantFrom(...rare) },
      { weight: 1, arbitrary: fc.constantFrom(...tools) },
    )
    .chain((tool) => callOf(tool as Listed).map((given) => ({ name: tool.name, given })))
  const seed = Number(process.env['FUZZ_SEED'] ?? 20_261)
  const exits = new Map<number, number>()
  const samples = fc.sample(call, { numRuns: calls, seed })
  for (let at = 0; at < samples.length; at += 5) {
    await Promise.all(
      samples.slice(at, at + 5).map(async ({ name, given }) => {
        const result = await client.callTool({ name, arguments: given })
        const said = result.structuredContent as { exit_code: number; error?: { code: string } }
        expect([name, given, valid.get(name)!(said), valid.get(name)!.errors]).toEqual([
          name,
          given,
          true,
          null,
        ])
        expect([name, given, said.error?.code]).not.toContain('CLI_BUG')
        exits.set(said.exit_code, (exits.get(said.exit_code) ?? 0) + 1)
      }),
    )
    if (at % 25 === 0) await settle(home)
  }
  await client.ping()
  await settle(home)
  const told = lines.join('\n')
  for (const secret of [sandboxApiKey, sandboxToken, sandboxPrivateKey, marker])
    expect(told).not.toContain(secret)
  // A write that was asked about is sent once for each yes, and each that was sent is on record.
  const records = await journal(home)
  for (const [request, operation] of Object.entries(guarded)) {
    const sent = gate.seen.get(request) ?? 0
    expect(sent).toBeLessThanOrEqual(consents.get(request) ?? 0)
    expect({
      operation,
      records: records.filter((each) => each.operation === operation && each.state !== 'not_sent').length,
    }).toEqual({ operation, records: expect.toSatisfy((count: number) => count >= sent) })
  }
  expect(gate.seen.get('POST /auth/login')).toBeUndefined()
  expect([...exits.keys()].toSorted((a, b) => a - b)).toEqual(expect.arrayContaining([0, 2, 5, 11]))
  gate.close()
  await sandbox.close()
})

type Kept = { id: string; operation: string; state: string }

const journal = async (home: string) =>
  JSON.parse((await movecli('journal ls --json', { home })).stdout) as Kept[]

/** A person who knows says what became of the writes whose outcome is unknown. */
async function settle(home: string): Promise<void> {
  for (const { id, state } of await journal(home))
    if (state === 'unknown') await movecli(`journal resolve ${id} --as applied --json`, { home })
}
