/** The data on disk: two at once, kill -9, reset, damage, a folder that cannot be written. */
import { once } from 'node:events'
import { appendFileSync, existsSync, mkdirSync, readFileSync, statSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { openLog } from '../../src/disk/append-log.ts'
import { DiskError } from '../../src/disk/disk-error.ts'
import { acquire } from '../../src/disk/lock.ts'
import { sandboxApiKey, sandboxToken } from '../../src/sandbox/constants.ts'
import { embeddedSandbox, resetSandbox, runningServer, sandboxStatus } from '../../src/sandbox/embedded.ts'
import { parseFaults } from '../../src/sandbox/faults.ts'
import type { Event } from '../../src/sandbox/store/events.ts'
import { bundle, start } from '../support/bundle.ts'
import { clock } from '../support/clock.ts'
import { ask, folder, motion, outcome, send, signed } from './support.ts'

const { now } = clock()
const make = (path: string, options = {}) => embeddedSandbox({ folder: path, now, ...options })
type Sandbox = ReturnType<typeof make>
const never = new AbortController().signal

const stepsOf = async (sandbox: Sandbox): Promise<number> => {
  const { data } = await ask(sandbox, 'GET /motion/daily')
  return Number(String((data as { steps: unknown }).steps))
}
const submit = async (sandbox: Sandbox) =>
  outcome(sandbox, 'POST /motion/submit', { body: motion({ steps: 1 }) })

async function eventsOf(path: string): Promise<Event[]> {
  const log = await openLog(join(path, 'events.log'), { format: 1 })
  const events: Event[] = []
  for await (const { record } of log.read()) events.push(record as Event)
  await log.close()
  return events
}

test('a folder that is not there yet is enough', async () => {
  const path = join(folder(), 'new', 'sandbox')
  expect(await outcome(make(path), 'GET /motion/daily')).toBe('200')
})

test('what one sandbox took, the next one on the folder knows: motion, claims, sessions, nonces, hits', async () => {
  const path = folder()
  const body = await signed()
  const first = make(path, { limitPerHour: 5 })
  const { data } = await ask(first, 'POST /auth/login', { body, token: null })
  const { token } = data as { token: string }
  await submit(first)
  const second = make(path, { limitPerHour: 5 })
  expect(await outcome(second, 'GET /user/profile', { token })).toBe('200')
  expect(await ask(second, 'POST /auth/login', { body, token: null })).toMatchObject({
    error: { message: 'The message was used before.' },
  })
  expect(await stepsOf(second)).toBe(await stepsOf(first))
  for (let made = 3; made < 5; made += 1) await ask(second, 'GET /token/price')
  expect(await outcome(first, 'GET /token/price')).toBe('429 RATE_001')
})

test('the log says what was applied, by request id, and holds no secret', async () => {
  const path = folder()
  const sandbox = make(path)
  const login = await ask(sandbox, 'POST /auth/login', { body: await signed(), token: null })
  const { token } = login.data as { token: string }
  const { headers } = await ask(sandbox, 'POST /user/kyc', { body: { name: 'Ada Lovelace' }, token })
  await outcome(sandbox, 'POST /motion/submit', { body: { steps: -1 } })
  const events = await eventsOf(path)
  expect(events.map(({ op }) => op)).toEqual(['auth.login', 'user.kyc', 'hit'])
  expect(events[1]).toMatchObject({
    id: headers.get('x-request-id'),
    digest: expect.stringMatching(/^[0-9a-f]{64}$/),
  })
  const text = readFileSync(join(path, 'events.log'), 'utf8')
  for (const secret of [token, 'Ada', sandboxApiKey, sandboxToken]) expect(text).not.toContain(secret)
  expect(statSync(join(path, 'events.log')).mode & 0o777).toBe(0o600)
})

test('two embedded sandboxes at once lose nothing of each other', async () => {
  const path = folder()
  const [one, two] = [make(path), make(path)]
  const before = await stepsOf(one)
  const seen = await Promise.all(
    Array.from({ length: 40 }, async (_, index) => submit(index % 2 ? one : two)),
  )
  expect(new Set(seen)).toEqual(new Set(['200']))
  expect({ oneSteps: await stepsOf(one), twoSteps: await stepsOf(two) }).toEqual({
    oneSteps: before + 40,
    twoSteps: before + 40,
  })
})

test('a hanging answer does not keep others from their turn', async () => {
  const path = folder()
  const patience = new AbortController()
  const hanging = send(make(path, { faults: parseFaults('hang-after-apply') }), 'GET /token/price', {
    signal: patience.signal,
  })
  const gone = hanging.catch((error: Error) => error.name)
  expect(await outcome(make(path), 'GET /token/price')).toBe('200')
  patience.abort()
  expect(await gone).toBe('TransportFailure')
})

test('who waits too long for a turn is told that it is busy', async () => {
  const path = folder()
  const lock = await acquire(join(path, 'lock'), { wait: 0 })
  const fault = await outcome(make(path, { wait: 30 }), 'GET /token/price').catch((error: unknown) => error)
  expect(fault).toBeInstanceOf(DiskError)
  expect((fault as DiskError).kind).toBe('busy')
  await lock.release()
  expect(await outcome(make(path), 'GET /token/price')).toBe('200')
})

test('an impatient client stops waiting for its turn, and nothing is applied', async () => {
  const path = folder()
  const lock = await acquire(join(path, 'lock'), { wait: 0 })
  const sandbox = make(path)
  const signal = AbortSignal.timeout(30)
  const failure = await ask(sandbox, 'POST /token/claim', { body: {}, signal }).catch(
    (error: unknown) => error,
  )
  expect(failure).toMatchObject({ name: 'TransportFailure', phase: 'connect' })
  await lock.release()
  await outcome(sandbox, 'GET /token/price')
  expect((await eventsOf(path)).map(({ op }) => op)).toEqual(['hit'])
})

test('reset forgets everything, also for a sandbox that is in use', async () => {
  const path = folder()
  const sandbox = make(path)
  const before = await stepsOf(sandbox)
  await submit(sandbox)
  expect(await resetSandbox(path, { transport: sandbox, signal: never })).toEqual({})
  expect(existsSync(join(path, 'events.log'))).toBe(false)
  expect(await stepsOf(sandbox)).toBe(before)
  await submit(make(path))
  expect(await stepsOf(sandbox)).toBe(before + 1)
})

test('a torn last line is left out, other damage is named with its line', async () => {
  const path = folder()
  await submit(make(path))
  const steps = await stepsOf(make(path))
  appendFileSync(join(path, 'events.log'), '1234abcd {"at":1')
  expect(await stepsOf(make(path))).toBe(steps)
  const lines = readFileSync(join(path, 'events.log'), 'utf8').split('\n')
  lines[1] = (lines[1] ?? '').replace('motion', 'potion')
  writeFileSync(join(path, 'events.log'), lines.join('\n'))
  const fault = (await outcome(make(path), 'GET /token/price').catch((error: unknown) => error)) as DiskError
  expect({ kind: fault.kind, line: fault.line }).toEqual({ kind: 'damaged', line: 2 })
  expect(await resetSandbox(path, { transport: make(path), signal: never })).toEqual({})
  expect(await outcome(make(path), 'GET /token/price')).toBe('200')
})

test('where nothing can be written, reads work and writes say why', async () => {
  const parent = folder()
  writeFileSync(join(parent, 'file'), '')
  const sandbox = make(join(parent, 'file', 'sandbox'))
  expect(await outcome(sandbox, 'GET /motion/daily')).toBe('200')
  const before = await stepsOf(sandbox)
  const fault = (await submit(sandbox).catch((error: unknown) => error)) as DiskError
  expect(fault.kind).toBe('unwritable')
  expect(await stepsOf(sandbox)).toBe(before)
})

test('status tells the size and that nobody serves', async () => {
  const path = folder()
  expect(await sandboxStatus(path)).toEqual({ folder: path, bytes: 0 })
  await submit(make(path))
  expect((await sandboxStatus(path)).bytes).toBeGreaterThan(100)
  expect(await runningServer(path)).toBeUndefined()
})

test('a lock that is held for a turn is no server', async () => {
  const path = folder()
  await submit(make(path))
  const lock = await acquire(join(path, 'lock'), { wait: 0 })
  expect(await runningServer(path)).toBeUndefined()
  expect(Object.keys(await sandboxStatus(path))).toEqual(['folder', 'bytes'])
  const busy = resetSandbox(path, { transport: make(path), signal: never, wait: 20 })
  await expect(busy).rejects.toMatchObject({ kind: 'busy' })
  await lock.release()
  expect(existsSync(join(path, 'events.log'))).toBe(true)
  await resetSandbox(path, { transport: make(path), signal: never })
  expect(existsSync(join(path, 'events.log'))).toBe(false)
})

test('a share of requests is drawn anew from one command to the next', async () => {
  const path = folder()
  const seen = new Set()
  for (let made = 0; made < 24; made += 1)
    seen.add(await outcome(make(path, { faults: parseFaults('500@50%') }), 'GET /token/price'))
  expect(seen).toEqual(new Set(['200', '500 HTTP_500']))
})

test('upgrades, mints, settings and KYC are there for the next one too', async () => {
  const path = folder()
  const first = make(path)
  const { data } = await ask(first, 'POST /nft/mint', { body: { type: 'apparel', name: 'Mine' } })
  const { id } = (data as { nft: { id: string } }).nft
  await ask(first, 'PUT /nft/upgrade', { body: { id } })
  await ask(first, 'PUT /user/settings', { body: '{"goal":1.10}' })
  await ask(first, 'POST /user/kyc', { body: { name: 'Ada' } })
  for (const line of ['GET /nft/collection?page=2', 'GET /user/profile', 'GET /token/balance'])
    expect(await ask(make(path), line)).toMatchObject({ data: (await ask(first, line)).data })
  const { data: owned } = await ask(make(path), 'GET /nft/collection?page=2')
  expect((owned as { items: object[] }).items.at(-1)).toMatchObject({ id, name: 'Mine' })
})

test('requests that counted for hours long gone are dropped, and nothing else', async () => {
  const path = folder()
  const time = clock()
  const other = make(path, { now: time.now })
  const before = await stepsOf(other)
  await submit(other)
  const log = await openLog(join(path, 'events.log'), { format: 1 })
  const hit = { op: 'hit', at: time.now().getTime(), by: 'k' }
  await log.append(
    Array.from({ length: 3000 }, () => hit),
    { flush: true },
  )
  await log.close()
  time.pass(3_600_000)
  expect(await stepsOf(other)).toBe(before + 1)
  expect(await eventsOf(path)).toHaveLength(3003)
  expect(await stepsOf(make(path, { now: time.now }))).toBe(before + 1)
  expect((await eventsOf(path)).map(({ op }) => op)).toEqual(['motion.submit', 'hit', 'hit'])
  expect(await submit(other)).toBe('200')
  expect(await stepsOf(other)).toBe(before + 2)
})

test('ten thousand events are taken in', async () => {
  const path = folder()
  mkdirSync(path, { recursive: true })
  const log = await openLog(join(path, 'events.log'), { format: 1 })
  const event = {
    op: 'motion.submit',
    address: '0xab',
    at: now().getTime(),
    by: 'k',
    id: 'req_0011223344556677',
    date: '2026-03-04',
    digest: 'd'.repeat(64),
    steps: '1',
    distance: '1.25',
    duration: '60',
    earned: '0.0012345',
  }
  await log.append(
    Array.from({ length: 10_000 }, () => event),
    { flush: true },
  )
  await log.close()
  await outcome(make(path, { limitPerHour: 0 }), 'GET /token/price')
  expect(await outcome(make(path, { limitPerHour: 0 }), 'GET /token/price')).toBe('200')
})

const server = `
import { startSandbox } from 'src/sandbox/listen.ts'
void startSandbox({ folder: process.argv[2], port: 0, limitPerHour: 0 }).then(({ url }) => console.log(url))
`
const submitter = `
import { embeddedSandbox } from 'src/sandbox/embedded.ts'
import { motion, outcome } from 'test/sandbox/support.ts'
async function main() {
  const sandbox = embeddedSandbox({ folder: process.argv[2] })
  for (let made = 0; made < 15; made += 1)
    console.log(await outcome(sandbox, 'POST /motion/submit', { body: motion({ steps: 1 }) }))
}
void main()
`

const post = async (url: string) =>
  fetch(`${url}/motion/submit`, {
    method: 'POST',
    headers: {
      'x-api-key': sandboxApiKey,
      'content-type': 'application/json',
      authorization: `Bearer ${sandboxToken}`,
    },
    body: JSON.stringify(motion({ steps: 1 })),
  }).then(async (answer) => (await answer.json()) as { data: { submission_id: string } })

test('kill -9, ten times while it writes: every acknowledged submission is there', async () => {
  const path = folder()
  const acknowledged = new Set<string>()
  for (let round = 0; round < 10; round += 1) {
    const { child, says } = start(await bundle(server), [path])
    let url = ''
    child.stdout?.on('data', (text: string) => (url += text))
    await says('/v1\n')
    url = url.trim()
    const writing = { on: true }
    const writers = Array.from({ length: 8 }, async () => {
      while (writing.on) {
        const said = await post(url).catch(() => undefined)
        if (said) acknowledged.add(said.data.submission_id)
      }
    })
    const enough = acknowledged.size + 20 + round * 7
    while (acknowledged.size < enough) await new Promise((resolve) => setTimeout(resolve, 2))
    child.kill('SIGKILL')
    await once(child, 'exit')
    writing.on = false
    await Promise.all(writers)
  }
  const kept = new Set((await eventsOf(path)).filter(({ op }) => op === 'motion.submit').map(({ id }) => id))
  expect([...acknowledged].filter((id) => !kept.has(id))).toEqual([])
  expect(acknowledged.size).toBeGreaterThan(200)
})

test('two programs at once on one folder: every acknowledged submission is counted', async () => {
  const path = folder()
  const program = await bundle(submitter)
  const both = await Promise.all([start(program, [path]).ended, start(program, [path]).ended])
  const seen = both.flatMap(({ stdout }) => stdout.trim().split('\n'))
  expect(seen).toEqual(Array.from({ length: 30 }, () => '200'))
  expect((await eventsOf(path)).filter(({ op }) => op === 'motion.submit')).toHaveLength(30)
})
