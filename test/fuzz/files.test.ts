/**
 * Whatever became of our own files: a documented end, nothing sent that the journal
 * forbids, and none of it lost by reading.
 */
import { cpSync, mkdirSync, readdirSync, readFileSync, statSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import fc from 'fast-check'
import { expect, test } from 'vitest'
import { TransportFailure, type Transport } from '../../src/contract/wire.ts'
import { env, file, row, rows, service, submit } from '../bulk/support.ts'
import { freshFolder, movecli } from '../support/movecli.ts'
import { cases, expectSound } from './sound.ts'
import { clock } from '../support/clock.ts'

/** A change of one place: a byte turned into another, left out, or everything behind it cut off. */
const change = fc.record({
  at: fc.nat(100_000),
  how: fc.constantFrom('flip', 'flip', 'drop', 'cut'),
  by: fc.integer({ min: 1, max: 255 }),
})
type Change = typeof change extends fc.Arbitrary<infer T> ? T : never

function harm(path: string, { at, how, by }: Change): void {
  const bytes = readFileSync(path)
  const place = at % bytes.length
  const after = how === 'cut' ? Buffer.alloc(0) : bytes.subarray(place + 1)
  const middle = how === 'flip' ? [bytes[place]! ^ by] : []
  writeFileSync(path, Buffer.concat([bytes.subarray(0, place), Buffer.from(middle), after]))
}

/** A copy of a home, with one of its files changed. */
function harmedCopy(home: string, part: RegExp, it: Change): string {
  const copy = freshFolder()
  cpSync(home, copy, { recursive: true })
  const found = readdirSync(copy, { recursive: true, encoding: 'utf8' }).filter(
    (name) => part.test(name) && statSync(join(copy, name)).isFile(),
  )
  harm(join(copy, found[it.at % found.length]!), it)
  return copy
}

/** A service that nobody reaches. */
const nobody: Transport = async () => {
  throw new TransportFailure('connect', new Error('refused'))
}

const time = clock()
const it = service()
const setting = { env, transport: it.transport, ...time }

test(
  'settings and credentials that are broken are said, and never make another network of one',
  { timeout: 1_000_000 },
  async () => {
    const home = freshFolder()
    await movecli('config set deviceId watch-7 --profile ops -n testnet', { home })
    await movecli('config set networks.testnet.baseUrl https://testnet.example/v1', { home })
    await movecli('config set timezone Asia/Tokyo', { home })
    await movecli('login --key a-test-key-of-ours -p ops', { home })
    const lines = [
      'whoami --json',
      'config list --json',
      'motion daily -p ops --json',
      'profile ls --json',
      'doctor --json',
      'config set format json --json',
      'logout -p ops --json',
    ]
    const asked: { host: string; key: boolean }[] = []
    const transport: typeof it.transport = async (request) => {
      const key = JSON.stringify(request.headers).includes('a-test-key-of-ours')
      asked.push({ host: new URL(request.url).hostname, key })
      return it.transport(request)
    }
    const property = fc.asyncProperty(change, fc.constantFrom(...lines), async (broken, line) => {
      asked.length = 0
      const copy = harmedCopy(home, /(config|credentials)\.json$/, broken)
      const ran = await movecli(line, { home: copy, transport, ...time })
      expectSound(ran, { json: !line.startsWith('doctor') })
      expect(ran.stdout + ran.stderr).not.toContain('a-test-key-of-ours')
      // A host is the same in capitals.
      const said = readFileSync(join(copy, '.config/movecli/config.json'), 'latin1').toLowerCase()
      for (const { host, key } of asked)
        expect([host, said.includes(host), key && host !== 'testnet.example']).toEqual([host, true, false])
    })
    await fc.assert(property, { numRuns: cases(250) })
  },
)

test(
  'no claim passes an unresolved record because a byte of the journal is another',
  { timeout: 1_000_000 },
  async () => {
    const home = freshFolder()
    const broken = service(() => 'lost')
    const claim = 'token claim --yes --json'
    await movecli('user settings -f a=b', { home, ...setting })
    await movecli(claim, {
      home,
      env,
      ...time,
      transport: async (ask) => (ask.method === 'GET' ? it.transport(ask) : broken.transport(ask)),
    })
    const property = fc.asyncProperty(
      change.filter(({ how }) => how !== 'cut'),
      async (one) => {
        const copy = harmedCopy(home, /writes\.log$/, one)
        const before = it.sent.length
        const ran = await movecli(claim, { home: copy, ...setting })
        expectSound(ran, { json: true })
        expect([it.sent.length - before, [3, 8, 9].includes(ran.code)], JSON.stringify(ran)).toEqual([
          0,
          true,
        ])
        expectSound(await movecli('journal ls --json', { home: copy, ...setting }), { json: true })
      },
    )
    await fc.assert(property, { numRuns: cases(250) })
  },
)

test('no row is sent twice because a byte of a run is another', { timeout: 1_000_000 }, async () => {
  const home = freshFolder()
  const first = service((_, nth) => (nth === 3 ? 'lost' : 'applied'))
  const path = file('rows.ndjson', [...rows(4), row(5, { id: 'e' })])
  await submit(`--from ${path} --run jan --concurrency 1`, { home, service: first, ...time })
  const done = new Set(first.sent.map(({ steps }) => steps))
  expect(done.size).toBe(5)
  const commands = fc.constantFrom('jan', 'jan --skip-applied', 'feb', 'feb --skip-applied')
  const property = fc.asyncProperty(change, commands, async (one, run) => {
    const copy = harmedCopy(home, one.how === 'cut' ? /digests$/ : /(digests|rows\.log)$/, one)
    const again = service()
    const ran = await submit(`--from ${path} --run ${run} --json`, { home: copy, service: again, ...time })
    expectSound(ran, { json: true })
    expect(again.sent, JSON.stringify([one, run, ran])).toEqual([])
  })
  await fc.assert(property, { numRuns: cases(250) })
})

test(
  'a keystore that is broken is exit 2, 4 or a login, at no great cost',
  { timeout: 1_000_000 },
  async () => {
    const home = freshFolder()
    mkdirSync(home, { recursive: true })
    const source = fileURLToPath(new URL('../fixtures/', import.meta.url))
    const fixture = readdirSync(source, { recursive: true, encoding: 'utf8' }).find(
      (name) => /keystore.*pbkdf2|pbkdf2/i.test(name) && name.endsWith('.json'),
    )
    expect(fixture).toBeDefined()
    writeFileSync(join(home, 'password'), 'testpassword', { mode: 0o600 })
    const property = fc.asyncProperty(change, async (one) => {
      const path = join(home, 'keystore.json')
      cpSync(join(source, fixture!), path)
      harm(path, one)
      const words = [
        'login',
        '--keystore',
        path,
        '--password-file',
        join(home, 'password'),
        '-n',
        'sandbox',
        '--json',
      ]
      const ran = await movecli(words, {
        home: freshFolder(),
        transport: nobody,
      })
      expectSound(ran, { json: true })
      expect([2, 4, 8], JSON.stringify(ran)).toContain(ran.code)
    })
    await fc.assert(property, { numRuns: cases(15) })
  },
)
