/** Claims and what is kept of them: on disk before they leave, with the balance before, and nothing secret. */
import { mkdirSync, readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { sandboxApiKey, sandboxToken } from '../../../src/sandbox/constants.ts'
import { machineDisk } from '../../../src/disk/disk.ts'
import { createSandbox } from '../../../src/sandbox/sandbox.ts'
import { good } from '../../witness/service.ts'
import { testnet } from '../../support/testnet.ts'
import { freshFolder, movecli, type Ran } from '../../support/movecli.ts'
import { errorOf, person, world } from '../../support/world.ts'

test('a claim is planned, sending and applied on disk, with the balance before and no secret', async () => {
  const { run, lines, requested } = world()
  const { code, stdout } = await run('token claim --yes --json')
  expect({ code, printed: stdout.includes('"claim_id"') }).toEqual({ code: 0, printed: true })
  expect(requested()).toEqual(['GET /token/balance', 'POST /token/claim'])
  const [planned, sending, applied, ...more] = lines()
  expect(planned).toMatchObject({
    state: 'planned',
    network: 'sandbox',
    origin: 'http://127.0.0.1:4017',
    address: '0xc5B17371850954483112e05760B22b2B5ED95A7e',
    operation: 'token.claim',
    method: 'POST',
    path: '/token/claim',
    body: '{}',
    digest: '44136fa355b3678a1146ad16f7e8649e94fb4fc21fe77e8310c060f61caaff8a',
  })
  expect(JSON.parse(String(planned?.['balance']))).toMatchObject({ token: 'MFT' })
  expect(planned?.['holder']).toMatchObject({ pid: process.pid })
  const id = planned?.['id']
  expect({ sending, applied, more }).toMatchObject({
    sending: { state: 'sending', id },
    applied: { state: 'applied', id, status: 200, request_id: expect.stringMatching(/^req_/) as string },
    more: [],
  })
  expect(JSON.stringify(lines())).not.toMatch(new RegExp(`${sandboxApiKey}|${sandboxToken}`))
})

test('the record is on disk before the request leaves, and the outcome of what breaks on its way is unknown', async () => {
  const { home, lines, writes, run } = world()
  let seen: unknown[] = []
  const transport = async () => {
    seen = lines().map(({ state }) => state)
    throw new Error('a transport that breaks its promise')
  }
  const ran = await movecli('kyc submit -f a=b --yes -n sandbox', { home, transport })
  expect({ code: ran.code, seen }).toEqual({ code: 9, seen: ['planned', 'sending'] })
  expect((await movecli('user settings -f a=b -n sandbox', { home, transport })).code).toBe(1)
  expect(await writes()).toMatchObject([{ state: 'unknown' }, { state: 'unknown' }])
  expect((await run('user settings -f a=b')).code).toBe(0)
})

test('an outcome that the disk does not take is said with the line that puts it on record as it was', async () => {
  for (const [faults, state, verdict] of [
    ['', 'applied', 'applied'],
    ['POST /token/claim:BAD_REQUEST', 'rejected', 'not-applied'],
  ] as const) {
    const write = (fd: number, bytes: Uint8Array, from: number) => {
      if (Buffer.from(bytes).includes(`"state":"${state}"`)) throw new Error('no space')
      return machineDisk.write(fd, bytes, from)
    }
    const { stderr } = await world({ faults, disk: { ...machineDisk, write } }).run('token claim --yes')
    expect(stderr).toContain(`The write is ${state}, but that is not on disk.`)
    expect(stderr).toMatch(new RegExp(`movecli journal resolve \\w+ --as ${verdict}\\n`))
  }
})

test.each([
  ['applied', '', 0],
  ['rejected', 'POST /token/claim:401', 4],
  ['rejected', 'POST /token/claim:BAD_REQUEST', 5],
  ['unknown', 'POST /token/claim:drop-after-apply', 9],
  ['unknown', 'POST /token/claim:drop-before', 9],
  ['unknown', 'POST /token/claim:truncate', 9],
  ['unknown', 'POST /token/claim:not-json', 9],
  ['unknown', 'POST /token/claim:CHAIN_001', 9],
  ['unknown', 'POST /token/claim:500', 9],
])('%s after %s', async (state, fault, exit) => {
  const { run, writes, requested } = world({ faults: fault.replace('BAD_REQUEST', '400') })
  expect((await run('token claim --yes')).code).toBe(exit)
  expect(requested().filter((line) => line.startsWith('POST'))).toHaveLength(1)
  expect(await writes()).toMatchObject([{ state, operation: 'token.claim' }])
})

test('a 429 is waited out, and on record as planned meanwhile', async () => {
  const { run, lines } = world({ faults: 'POST /token/claim:429@1' })
  expect((await run('token claim --yes')).code).toBe(0)
  expect(lines().map(({ state }) => state)).toEqual(['planned', 'sending', 'planned', 'sending', 'applied'])
})

test('a 429 that does not end is rejected', async () => {
  const { run, writes, requested } = world({ faults: 'POST /token/claim:429=120s' })
  expect((await run('token claim --yes')).code).toBe(7)
  expect({ requested: requested().length, state: (await writes())[0]?.['state'] }).toEqual({
    requested: 2,
    state: 'rejected',
  })
})

test('an unknown outcome names its record and the next step in its last line', async () => {
  const { run, writes } = world({ faults: 'POST /token/claim:drop-after-apply' })
  const { stderr } = await run('token claim --yes')
  const [{ id } = {}] = await writes()
  expect(stderr.trim().split('\n').at(-1)).toBe(
    `fix: Do not repeat POST /token/claim (record ${String(id)}) before you know its outcome: movecli token claim --reconcile -n sandbox, or movecli journal show ${String(id)}`,
  )
  expect((await run(`journal show ${String(id)}`)).stderr).toContain(
    'The outcome is unknown. To find it out: movecli token claim --reconcile -n sandbox\n',
  )
})

test.each([
  ['mint -f type=shoes', 'POST'],
  ['upgrade -F id=42', 'PUT'],
])('an nft %s of unknown outcome names its own --reconcile', async (line, method) => {
  const [word = ''] = line.split(' ')
  const { stderr } = await world({ faults: `${method} /nft/${word}:drop-before` }).run(`nft ${line} --yes`)
  expect(stderr).toContain(`movecli nft ${word} --reconcile -n sandbox, or movecli journal show `)
})

test('--dry-run neither reads the balance nor touches the journal', async () => {
  const { run, requested } = world()
  expect((await run('token claim --dry-run')).code).toBe(0)
  expect({ requested: requested(), stdout: JSON.parse((await run('journal ls --json')).stdout) }).toEqual({
    requested: [],
    stdout: [],
  })
})

test('without consent nothing is sent or kept', async () => {
  const { run, requested, writes } = world()
  expect((await run('token claim')).code).toBe(11)
  expect((await run('token claim', person('n'))).code).toBe(11)
  expect({ requested: requested(), writes: await writes() }).toEqual({
    requested: ['GET /token/balance', 'GET /token/balance'],
    writes: [],
  })
})

test('the confirmation shows where, who, what and the balance before', async () => {
  const { run } = world()
  const { code, stderr } = await run('token claim', person('y'))
  expect(code).toBe(0)
  expect(stderr).toContain('for no profile on sandbox, address 0xc5B17371850954483112e05760B22b2B5ED95A7e')
  expect(stderr).toContain(
    'POST http://127.0.0.1:4017/v1/token/claim\n  {}\n  balance before: {"token":"MFT"',
  )
})

test('a claim before which another one was applied meanwhile keeps the balance after that', async () => {
  const sandbox = createSandbox()
  let other: Promise<Ran> | undefined
  const { run, lines } = world({
    service: async (request) => {
      const answer = await sandbox(request)
      // The balance is told once the other claim has changed it.
      if (!other) await (other = run('token claim --yes'))
      return answer
    },
  })
  const { code } = await run('token claim --yes')
  expect({ code, other: (await other)?.code }).toEqual({ code: 0, other: 0 })
  const claimed = lines()
    .filter(({ state }) => state === 'planned')
    .map(({ balance }) => (JSON.parse(String(balance)) as { claimed: number }).claimed)
  expect(claimed).toEqual([0, expect.toSatisfy((amount: number) => amount > 0)])
})

test('where the balance cannot be read nothing is sent off a terminal, with the code of that read', async () => {
  const { run, requested, writes } = world({ faults: 'GET /token/balance:404' })
  const ran = await run('token claim --yes --json')
  expect(ran.code).toBe(6)
  expect(errorOf(ran)).toMatchObject({ exit_code: 6, outcome: 'not_sent', http_status: 404 })
  expect({ requested: requested(), writes: await writes() }).toEqual({
    requested: ['GET /token/balance'],
    writes: [],
  })
})

test('--force sends without that balance, on record', async () => {
  const { run, lines } = world({ faults: 'GET /token/balance:CHAIN_001' })
  expect((await run('token claim --yes --force')).code).toBe(0)
  const [planned] = lines()
  expect({ forced: planned?.['forced'], balance: planned?.['balance'] }).toEqual({
    forced: true,
    balance: undefined,
  })
})

test('at a terminal the confirmation says that the balance could not be read', async () => {
  const { run, writes } = world({ faults: 'GET /token/balance:404' })
  const { code, stderr } = await run('token claim', person('y'))
  expect({ code, writes: (await writes()).length }).toEqual({ code: 0, writes: 1 })
  expect(stderr).toContain('The balance before could not be read')
  const yes = await run('token claim --yes', { tty: true })
  expect({
    code: yes.code,
    said: yes.stderr.includes('warning: The balance before could not be read'),
  }).toEqual({ code: 0, said: true })
})

const { witness, env } = await testnet()
test('with a key and no known address the record bears the fingerprint of the key', async () => {
  const home = freshFolder()
  expect((await movecli('token claim --yes', { env, home })).code).toBe(0)
  const [record] = JSON.parse((await movecli('journal ls --json', { home })).stdout) as { address: string }[]
  expect(record?.address).toMatch(/^key:[0-9a-f]{16}$/)
  expect(JSON.stringify(record)).not.toContain(witness.key)
})

test('personal and secret bodies are kept as digests alone', async () => {
  const { run, lines } = world()
  await run(['kyc', 'submit', '-f', 'name=Ada Lovelace', '--yes'])
  await run(['user', 'settings', '-f', 'nick=grace'])
  await run('motion submit --steps 51423 --proof zk-secret-proof')
  expect(lines().flatMap(({ operation }) => operation ?? [])).toEqual([
    'user.kyc',
    'user.settings',
    'motion.submit',
  ])
  expect(JSON.stringify(lines())).not.toMatch(/Lovelace|grace|51423|zk-secret/)
})

test('where the state folder cannot be written reads work, and writes end with 3 and are not sent', async () => {
  const { home, run, requested } = world()
  mkdirSync(join(home, '.local/state'), { recursive: true })
  writeFileSync(join(home, '.local/state/movecli'), 'no folder')
  expect((await run('token balance')).code).toBe(0)
  requested()
  for (const line of [
    'token claim --yes',
    'motion submit --steps 1',
    'user settings -f a=b',
    'api POST /x --yes',
  ]) {
    const ran = await run(`${line} --json`)
    expect({ line, ranCode: ran.code, ranErrorCode: errorOf(ran)['code'] }).toEqual({
      line,
      ranCode: 3,
      ranErrorCode: 'CLI_STATE',
    })
  }
  expect(requested().filter((line) => !line.startsWith('GET'))).toEqual([])
})

test('a damaged journal stops every write with its line number, and no read', async () => {
  const { home, run, requested } = world()
  await run('token claim --yes')
  const path = join(home, '.local/state/movecli/journal/writes.log')
  writeFileSync(path, readFileSync(path, 'utf8').replace('"applied"', '"unknown"'))
  requested()
  for (const line of [
    'token claim --yes',
    'motion submit --steps 1',
    'user settings -f a=b',
    'token claim --reconcile',
  ]) {
    const ran = await run(line)
    expect({ line, code: ran.code, said: ran.stderr.includes('is damaged at line 4') }).toEqual({
      line,
      code: 3,
      said: true,
    })
  }
  expect(requested().filter((line) => !line.startsWith('GET'))).toEqual([])
  expect((await run('token balance')).code).toBe(0)
  expect((await run('whoami')).code).toBe(0)
})

test('a torn last line is dropped with a note', async () => {
  const { home, run, writes } = world()
  await run('token claim --yes')
  const { appendFileSync } = await import('node:fs')
  appendFileSync(join(home, '.local/state/movecli/journal/writes.log'), '1234abcd {"state":"appl')
  const { code, stderr } = await run('token claim --yes')
  expect({ code, said: stderr.includes('note: The last line of the journal is incomplete') }).toEqual({
    code: 0,
    said: true,
  })
  expect((await writes()).map(({ state }) => state)).toEqual(['applied', 'applied'])
})

test('a secret in the body or in the balance is not kept in the journal', async () => {
  const home = freshFolder()
  const echo = `{"balance":1.10,"seen":{"key":"${witness.key}","auth":"Bearer ${witness.token}"}}`
  witness.answer({ method: 'GET', path: '/token/balance', ...good(echo) })
  const claim = ['token', 'claim', '--yes', '-f', `note=${witness.key}`, '-f', `more=x${witness.token}y`]
  expect((await movecli(claim, { env, home })).code).toBe(0)
  const kept = readFileSync(join(home, '.local/state/movecli/journal/writes.log'), 'utf8')
  expect(kept).toContain('1.10')
  expect(kept).not.toContain(witness.key)
  expect(kept).not.toContain(witness.token)
})
