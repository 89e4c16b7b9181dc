/** One write for several wallets: confirmed once, sent one after the other, each with its own record and outcome. */
import { writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { setTimeout as pause } from 'node:timers/promises'
import { afterAll, expect, test } from 'vitest'
import { changeCredentials } from '../../src/config/credentials.ts'
import { movecli, type Setting } from '../support/movecli.ts'
import { start } from '../support/bundle.ts'
import { movecliProcess, movecliScript } from '../support/process.ts'
import { addressOf, nameOf, startWallets } from '../support/wallets.ts'

type Row = {
  profile: string
  address: string
  status: string
  reason?: string
  error?: { code: string; message: string; hint?: string }
}
type House = Awaited<ReturnType<typeof startWallets>>
const houses: House[] = []
afterAll(async () => Promise.all(houses.map(async (each) => each.close())))

async function wallets(count: number, options: { expired?: number[] } = {}) {
  const house = await startWallets(count, options)
  houses.push(house)
  return house
}
const write = async ({ home }: House, words: string, setting: Setting = {}) => {
  const ran = await movecli(words.split(' '), { home, ...setting })
  const rows = ran.stdout.startsWith('[') ? (JSON.parse(ran.stdout) as Row[]) : []
  return { ...ran, rows }
}
const claim = 'token claim --profiles ops-* --json'
const times = ({ sent }: House) => {
  const count = new Map<number, number>()
  for (const { wallet } of sent) count.set(wallet, (count.get(wallet) ?? 0) + 1)
  return count
}

test('CSV and TSV have the same header whatever becomes of the wallets, and whichever comes first', async () => {
  const header = 'profile\taddress\tstatus\treason\terror.code\terror.message\terror.hint\tdata'
  for (const bad of [[], [1], [2], [1, 2]]) {
    const house = await wallets(2)
    for (const wallet of bad) house.set(wallet, 400)
    const { stdout } = await write(house, 'token claim --profiles ops-* --format tsv --yes')
    const [names, ...lines] = stdout.replace(/\n$/, '').split('\n')
    expect(names).toBe(header)
    const cells = lines.map((line) => line.split('\t'))
    expect(cells.map(({ length }) => length)).toEqual([8, 8])
    expect(cells.map(([, , status, , code]) => [status, code])).toEqual(
      [1, 2].map((wallet) => (bad.includes(wallet) ? ['rejected', 'CLAIM_9'] : ['applied', ''])),
    )
    for (const [, , status, , , , , data = ''] of cells)
      if (status === 'applied') expect(JSON.parse(data)).toEqual(expect.any(Object))
  }
})

test.each([400, 'lost'] as const)('one wallet alone that ends with %s makes the exit 10', async (end) => {
  const house = await wallets(2)
  house.set(2, end)
  expect(await write(house, `${claim} --yes`)).toMatchObject({ code: 10, rows: [{ status: 'applied' }, {}] })
})

test('of twenty wallets one is unknown, one rejected and one expired: 17 are claimed once, three rows say why, and nothing is claimed twice', async () => {
  const house = await wallets(20, { expired: [11] })
  house.set(5, 'lost')
  house.set(8, 400)
  const { code, rows, stderr } = await write(house, `${claim} --yes`)
  expect(code, stderr).toBe(10)
  expect(rows.map(({ profile }) => profile)).toEqual(Array.from({ length: 20 }, (_, n) => nameOf(n + 1)))
  expect(rows.map(({ address }) => address)).toEqual(Array.from({ length: 20 }, (_, n) => addressOf(n + 1)))
  expect(rows.filter(({ status }) => status === 'applied')).toHaveLength(17)
  expect(rows.filter(({ status }) => status !== 'applied')).toMatchObject([
    { profile: 'ops-05', status: 'unknown', error: { code: 'CLI_OUTCOME_UNKNOWN' } },
    { profile: 'ops-08', status: 'rejected', error: { code: 'CLAIM_9' } },
    { profile: 'ops-11', status: 'not_sent', error: { code: 'CLI_TOKEN_EXPIRED' } },
  ])
  expect(JSON.parse(stderr)).toMatchObject({ error: { code: 'CLI_PARTIAL', exit_code: 10 } })
  expect(house.sent.map(({ wallet }) => wallet)).toEqual(
    Array.from({ length: 20 }, (_, n) => n + 1).filter((wallet) => wallet !== 11),
  )

  house.set(8, 'applied')
  const again = await write(house, `${claim} --yes --skip-within 20h`)
  expect(again.code).toBe(10)
  expect(again.rows.filter(({ status }) => status === 'skipped')).toHaveLength(17)
  expect(again.rows.filter(({ status }) => status !== 'skipped')).toMatchObject([
    { profile: 'ops-05', status: 'not_sent', error: { code: 'CLI_EARLIER_UNKNOWN' } },
    { profile: 'ops-08', status: 'applied' },
    { profile: 'ops-11', error: { code: 'CLI_TOKEN_EXPIRED' } },
  ])
  expect([...times(house)].filter(([, count]) => count > 1)).toEqual([[8, 2]])
})

test('a wallet for which the same was applied is left out though its session has ended', async () => {
  const house = await wallets(3)
  expect((await write(house, `${claim} --yes`)).code).toBe(0)
  await changeCredentials(join(house.home, '.local/state/movecli'), nameOf(2), (stored) => ({
    ...stored!,
    expiresAt: '2020-01-01T00:00:00Z',
  }))
  const { code, rows } = await write(house, `${claim} --yes --skip-within 20h`)
  expect({ code, rows: rows.map(({ status }) => status) }).toEqual({
    code: 0,
    rows: ['skipped', 'skipped', 'skipped'],
  })
  expect([...times(house).values()]).toEqual([1, 1, 1])
  // Without it, and for what was not applied, the session is asked for.
  expect((await write(house, `${claim} --yes`)).rows[1]?.error?.code).toBe('CLI_TOKEN_EXPIRED')
  const other = await write(house, 'user settings -f language=en --profiles ops-* --json --skip-within 20h')
  expect(other.rows.map(({ status }) => status)).toEqual(['applied', 'not_sent', 'applied'])
})

test('killed in the middle and run again with --skip-within: nothing is claimed twice, and what was in flight is named', async () => {
  const house = await wallets(6)
  house.set(4, 'held')
  const held = house.held()
  const { child, ended } = await movecliProcess([...claim.split(' '), '--yes'], { home: house.home })
  await held
  child.kill('SIGKILL')
  await ended
  house.set(4, 'applied')
  const { code, rows } = await write(house, `${claim} --yes --skip-within 20h`)
  expect(code).toBe(10)
  expect(rows.map(({ status }) => status)).toEqual(
    'skipped skipped skipped not_sent applied applied'.split(' '),
  )
  expect(rows[3]?.error?.code).toBe('CLI_EARLIER_UNKNOWN')
  expect([...times(house).values()]).toEqual([1, 1, 1, 1, 1, 1])
  expect((await write(house, `${claim} --yes --skip-within 20h`)).rows.map(({ status }) => status)).toEqual(
    'skipped skipped skipped not_sent skipped skipped'.split(' '),
  )
})

test.each(['token claim --yes', 'user settings -f language=en', 'motion submit --steps 5000 --proof p'])(
  '%s with --skip-within, four times at once: each wallet has it once',
  async (words) => {
    const house = await wallets(4)
    const line = `${words} --profiles ops-* --skip-within 20h --json`.split(' ')
    const four = await Promise.all([1, 2, 3, 4].map(async () => movecliProcess(line, { home: house.home })))
    expect(await Promise.all(four.map(async ({ ended }) => ended))).toMatchObject(
      four.map(() => ({ code: 0 })),
    )
    expect([...times(house).values()]).toEqual([1, 1, 1, 1])
  },
)

test('a polite stop ends it between two wallets, and names the claim in flight', async () => {
  const house = await wallets(4)
  house.set(2, 'held')
  const held = house.held()
  const stop = new AbortController()
  const atOnce = new AbortController()
  const running = write(house, `${claim} --yes`, { signal: stop.signal, atOnce: atOnce.signal })
  await held
  stop.abort('SIGINT')
  await pause(50)
  atOnce.abort('SIGINT')
  const { code, rows, stderr } = await running
  expect({ code, rows: rows.map(({ status }) => status) }).toEqual({
    code: 130,
    rows: ['applied', 'unknown'],
  })
  expect(JSON.parse(stderr.trim().split('\n').at(-1)!)).toMatchObject({
    error: {
      message:
        'Interrupted. The write was applied for 1 wallet, 1 ended otherwise, as their rows say, and 2 were not reached.',
      details: expect.stringMatching(/^ops-02: CLI_\w+: .*unknown/),
      outcome: null,
      hint: expect.stringContaining('--skip-within'),
    },
  })
  expect(house.sent.map(({ wallet }) => wallet)).toEqual([1, 2])
})

test.each([
  ['', false],
  [' --skip-within 20h', true],
])('a stop between two wallets%s: %s, it may be run again as it is', async (within, retryable) => {
  const house = await wallets(4)
  const stop = new AbortController()
  const running = write(house, `${claim} --yes${within}`, { signal: stop.signal })
  house.set(
    2,
    (async () => {
      while (house.sent.length < 2) await pause(10)
      stop.abort('SIGTERM')
    })(),
  )
  const { code, rows, stderr } = await running
  expect({ code, rows: rows.map(({ status }) => status) }).toEqual({
    code: 143,
    rows: ['applied', 'applied'],
  })
  expect(JSON.parse(stderr.trim().split('\n').at(-1)!)).toMatchObject({
    error: {
      code: 'CLI_TERMINATED',
      message: 'Terminated. The write was applied for 2 wallets, and 2 were not reached.',
      retryable,
      outcome: null,
    },
  })
})

test('one confirmation lists every wallet with its full address and what it has; a no sends nothing', async () => {
  const house = await wallets(3, { expired: [2] })
  const words = 'token claim --profiles ops-*'
  const no = await write(house, words, { tty: true, stdin: 'n\n', env: { ACCESSIBLE: '1' } })
  expect({ code: no.code, sent: house.sent }).toEqual({ code: 11, sent: [] })
  for (const wallet of [1, 3]) {
    expect(no.stderr).toContain(`${nameOf(wallet)} on testnet, address ${addressOf(wallet)}`)
    expect(no.stderr).toContain(`"claimable":"${wallet}.25"`)
  }
  expect(no.stderr).toContain('ops-02: CLI_TOKEN_EXPIRED')
  const off = await write(house, words)
  expect({ code: off.code, sent: house.sent }).toEqual({ code: 11, sent: [] })
  const yes = await write(house, words, { tty: true, stdin: 'y\n', env: { ACCESSIBLE: '1' }, columns: 200 })
  expect({ code: yes.code, sent: house.sent.map(({ wallet }) => wallet) }).toEqual({ code: 10, sent: [1, 3] })
  expect(yes.stdout).toContain(addressOf(3))
})

test('two profiles of one wallet send once', async () => {
  const house = await wallets(2)
  await house.add('ops-same', 1)
  const { code, rows } = await write(house, `${claim} --yes`)
  expect({ code, sent: house.sent.map(({ wallet }) => wallet) }).toEqual({ code: 0, sent: [1, 2] })
  expect(rows[2]).toMatchObject({
    profile: 'ops-same',
    status: 'skipped',
    reason: 'the same wallet as ops-01',
  })
})

test('settings are sent for each without a question, and --skip-within leaves out the same settings alone', async () => {
  const house = await wallets(2)
  const settings = 'user settings --profiles ops-* --json --skip-within 1h -f'
  expect((await write(house, `${settings} language=en`)).rows.map(({ status }) => status)).toEqual([
    'applied',
    'applied',
  ])
  expect((await write(house, `${settings} language=en`)).rows.map(({ status }) => status)).toEqual([
    'skipped',
    'skipped',
  ])
  expect((await write(house, `${settings} language=de`)).code).toBe(0)
  expect(house.sent.map(({ wallet, body }) => [wallet, body])).toEqual([
    [1, { language: 'en' }],
    [2, { language: 'en' }],
    [1, { language: 'de' }],
    [2, { language: 'de' }],
  ])
})

test('settings that another write replaced since, or may have, are sent again', async () => {
  const house = await wallets(1)
  const settings = 'user settings --profiles ops-* --json --skip-within 1h -f'
  for (const [field, manner] of [
    ['language=en', 'applied'],
    ['language=de', 'applied'],
    ['language=en', 'applied'],
    ['language=fr', 'lost'],
    ['language=en', 'applied'],
    ['language=it', 400],
    ['language=en', 'applied'],
  ] as const) {
    house.set(1, manner)
    await write(house, `${settings} ${field}`)
  }
  expect(house.sent.map(({ body }) => body)).toEqual(
    ['en', 'de', 'en', 'fr', 'en', 'it'].map((language) => ({ language })),
  )
})

/** The profile's session is gone, its API key stays. */
const signOut = async ({ home }: House, profile: string) =>
  changeCredentials(join(home, '.local/state/movecli'), profile, (record) => {
    const { token: _, ...kept } = record!
    return kept
  })

test.each(['token claim --yes', 'user settings -f language=en', 'motion submit --steps 5000 --proof p'])(
  '%s with an API key alone and --skip-within waits for nobody',
  async (words) => {
    const house = await wallets(1)
    await signOut(house, 'ops-01')
    const line = `${words} --profiles ops-* --json --skip-within 1h --max-wait 0s`
    expect(await write(house, line)).toMatchObject({ code: 0, rows: [{ status: 'applied' }] })
    expect(await write(house, line)).toMatchObject({ code: 0, rows: [{ status: 'skipped' }] })
    expect(house.sent).toHaveLength(1)
  },
)

test.each(['with an API key alone, then with a session', 'with a session, then with the API key alone'])(
  'the same %s is neither left out nor sent with --skip-within: whose it was is not known',
  async (order) => {
    const house = await wallets(1)
    const submit = 'motion submit --profiles ops-* --json --skip-within 1h --steps 5000 --proof'
    const key = order.startsWith('with an API')
    if (key) await signOut(house, 'ops-01')
    expect((await write(house, `${submit} one`)).code).toBe(0)
    await (key ? house.add('ops-01', 1) : signOut(house, 'ops-01'))
    const { code, rows } = await write(house, `${submit} two`)
    expect({ code, rows, sent: house.sent.length }).toMatchObject({
      code: 10,
      sent: 1,
      rows: [
        {
          profile: 'ops-01',
          status: 'not_sent',
          error: {
            code: 'CLI_EARLIER_UNKNOWN',
            message: expect.stringMatching(
              /^The same was applied at \S+ for \S+ \(record \w+\)\. Whether that is the wallet of \S+ is not known\. Nothing was sent\.$/,
            ),
            hint: 'To send it for this wallet alone: --profile ops-01, in place of --profiles and --skip-within.',
          },
        },
      ],
    })
    const alone = submit.replace('--profiles ops-*', '--profile ops-01').replace('--skip-within 1h ', '')
    expect((await write(house, `${alone} two`)).code).toBe(0)
  },
)

test('--skip-within knows the rows of bulk runs, as the service and as a person said of them', async () => {
  const house = await wallets(2)
  const rows = join(house.home, 'rows.ndjson')
  writeFileSync(rows, '{"steps":5000,"distance":4,"duration":60,"proof":"0x0102030405","device_id":"d"}\n')
  for (const [profile, manner] of [
    ['ops-01', 'applied'],
    ['ops-02', 'lost'],
  ] as const) {
    house.set(Number(profile.slice(-1)), manner)
    await write(house, `motion submit --from ${rows} --run ${profile} -p ${profile} --max-wait 1s`)
  }
  house.set(2, 'applied')
  const same =
    'motion submit --profiles ops-* --json --skip-within 1h --steps 5000 --distance 4 --duration 60 --proof 0x9 --device-id d'
  const first = await write(house, same)
  expect(first.rows.map(({ status }) => status)).toEqual(['skipped', 'not_sent'])
  const [open] = JSON.parse((await write(house, 'journal ls --state unknown --json')).stdout) as {
    id: string
  }[]
  expect((await write(house, `journal resolve ${open!.id} --as applied`)).code).toBe(0)
  expect((await write(house, same)).rows.map(({ status }) => status)).toEqual(['skipped', 'skipped'])
  expect(house.sent).toHaveLength(2)
})

test('--skip-within knows a row that a bulk run applied while an earlier wallet was sent for', async () => {
  const house = await wallets(2)
  const rows = join(house.home, 'rows.ndjson')
  writeFileSync(rows, '{"steps":5000,"distance":4,"duration":60,"proof":"0x0102030405","device_id":"d"}\n')
  let answer = () => {}
  house.set(1, new Promise((resolve) => (answer = resolve)))
  const both = write(
    house,
    'motion submit --profiles ops-* --json --skip-within 1h --steps 5000 --distance 4 --duration 60 --proof 0x9 --device-id d',
  )
  await expect.poll(() => house.sent.length, { timeout: 20_000, interval: 1 }).toBe(1)
  expect((await write(house, `motion submit --from ${rows} --run b -p ops-02`)).code).toBe(0)
  answer()
  expect((await both).rows.map(({ status }) => status)).toEqual(['applied', 'skipped'])
  expect(house.sent.map(({ wallet }) => wallet)).toEqual([1, 2])
})

test('a profile with an API key alone is not sent for beside one with a session of its wallet', async () => {
  const house = await wallets(1)
  await house.add('ops-02', 1)
  await signOut(house, 'ops-02')
  const { code, rows } = await write(house, `${claim} --yes`)
  expect({ code, sent: house.sent.map(({ wallet }) => wallet), row: rows[1] }).toMatchObject({
    code: 10,
    sent: [1],
    row: {
      profile: 'ops-02',
      status: 'not_sent',
      error: {
        code: 'CLI_EARLIER_UNKNOWN',
        message: 'Whether ops-02 has the same wallet as ops-01 is not known. Nothing was sent for it.',
        hint: 'Sign in: movecli login --profile ops-02',
      },
    },
  })
})

test('a motion is submitted for each wallet, and --skip-within knows it whatever its proof', async () => {
  const house = await wallets(2)
  const submit = 'motion submit --profiles ops-* --json --skip-within 1h --steps 5000 --proof'
  expect((await write(house, `${submit} one`)).code).toBe(0)
  const { code, rows } = await write(house, `${submit} two`)
  expect({ code, rows: rows.map(({ status }) => status) }).toEqual({ code: 0, rows: ['skipped', 'skipped'] })
  expect(house.sent).toHaveLength(2)
})

test('each wallet has the device of its profile and a proof made for it, and a prover that fails costs its wallet', async () => {
  const house = await wallets(3)
  for (const wallet of [1, 2, 3])
    await movecli(`config set deviceId d-${wallet} -p ${nameOf(wallet)}`, { home: house.home })
  const prover = join(house.home, 'prove')
  const script =
    '#!/bin/sh\nread line\ncase "$line" in *d-2*) exit 3;; *d-1*) echo one;; *) echo other;; esac\n'
  writeFileSync(prover, script, { mode: 0o700 })
  const { code, rows } = await write(
    house,
    `motion submit --profiles ops-* --json --steps 5000 --prover ${prover}`,
  )
  expect({ code, rows: rows.map(({ status, error }) => [status, error?.code]) }).toEqual({
    code: 10,
    rows: [
      ['applied', undefined],
      ['not_sent', 'CLI_PROVER'],
      ['applied', undefined],
    ],
  })
  expect(house.sent.map(({ wallet, body }) => [wallet, body])).toEqual([
    [1, { steps: 5000, proof: 'one', device_id: 'd-1' }],
    [3, { steps: 5000, proof: 'other', device_id: 'd-3' }],
  ])
})

test('--dry-run shows the wallet that could not be sent for, and ends with 10', async () => {
  const house = await wallets(2, { expired: [1] })
  const { code, stdout, stderr } = await write(house, `${claim} --dry-run`)
  expect({ code, rows: JSON.parse(stdout) as unknown }).toMatchObject({
    code: 10,
    rows: [
      { profile: 'ops-01', status: 'not_sent', error: { code: 'CLI_TOKEN_EXPIRED' } },
      { profile: 'ops-02', dry_run: true },
    ],
  })
  expect(JSON.parse(stderr)).toMatchObject({
    error: { message: '1 of 2 profiles failed.', hint: 'See their rows, or one alone: --profile ops-01' },
  })
  expect(house.sent).toEqual([])
})

test('the confirmation says for which wallets nothing is sent, and why', async () => {
  const house = await wallets(3)
  await house.add('ops-same', 3)
  expect((await write(house, 'token claim -p ops-01 --yes')).code).toBe(0)
  const words = 'token claim --profiles ops-* --skip-within 20h'
  const { code, stderr } = await write(house, words, { tty: true, stdin: 'n\n', env: { ACCESSIBLE: '1' } })
  expect({ code, sent: house.sent.length }).toEqual({ code: 11, sent: 1 })
  expect(stderr).toContain('About to send, for 2 wallets, one after the other:')
  expect(stderr).toMatch(/Nothing is sent for:\n {2}ops-01: applied at \S+ \(record \w+\)\n/)
  expect(stderr).toContain('  ops-same: the same wallet as ops-03')
})

test('a body from standard input is read once and sent for each', async () => {
  const house = await wallets(2)
  const { code } = await write(house, 'user settings --profiles ops-* --input - --json', {
    stdin: '{"units":"km"}',
  })
  expect({ code, sent: house.sent.map(({ body }) => body) }).toEqual({
    code: 0,
    sent: [{ units: 'km' }, { units: 'km' }],
  })
})

test('--dry-run shows the request of each wallet, and sends and records nothing', async () => {
  const house = await wallets(2)
  const { code, stdout } = await write(house, `${claim} --dry-run`)
  const rows = JSON.parse(stdout) as Record<string, unknown>[]
  expect({ code, sent: house.sent, rows: rows.length }).toEqual({ code: 0, sent: [], rows: 2 })
  expect(rows[1]).toMatchObject({ profile: 'ops-02', address: addressOf(2), dry_run: true, method: 'POST' })
  expect((await write(house, 'journal ls --json')).rows).toEqual([])
})

test('--dry-run shows one request for two profiles of one wallet, as one would be sent', async () => {
  const house = await wallets(1)
  await house.add('ops-same', 1)
  const { code, stdout } = await write(house, `${claim} --dry-run`)
  expect({ code, rows: JSON.parse(stdout) as unknown }).toMatchObject({
    code: 0,
    rows: [
      { profile: 'ops-01', dry_run: true },
      { profile: 'ops-same', status: 'skipped', reason: 'the same wallet as ops-01' },
    ],
  })
})

test('each wallet has its own record in the journal', async () => {
  const house = await wallets(2)
  await write(house, `${claim} --yes`)
  const records = JSON.parse((await write(house, 'journal ls --json')).stdout) as Record<string, unknown>[]
  expect(records.map(({ profile, address, state }) => [profile, address, state]).toReversed()).toEqual([
    ['ops-01', addressOf(1), 'applied'],
    ['ops-02', addressOf(2), 'applied'],
  ])
})

test.each([
  ['token claim --skip-within 20h', '--skip-within needs --profiles'],
  ['token claim --profiles ops-* --skip-within soon', '--skip-within must be a duration'],
  ['token claim --profiles ops-* --reconcile', '--reconcile works with one profile only'],
  ['token claim --profiles ops-* --force', '--force works with one profile only'],
  ['token claim --profiles none-*', 'No profile matches'],
  ['motion submit --from rows.csv --profiles ops-*', '--profiles cannot be used with --from'],
])('%s is wrong usage, and nothing is sent', async (words, message) => {
  const house = await wallets(1)
  const { code, stderr } = await write(house, words)
  expect({ code, sent: house.sent }).toEqual({ code: 2, sent: [] })
  expect(stderr).toContain(message)
})

test('a full disk stops it between two wallets: the one in flight has its outcome, and those that are left are counted', async () => {
  const house = await wallets(5)
  for (let wallet = 1; wallet <= 5; wallet++) house.set(wallet, 'slow')
  const words = 'token claim --profiles ops-* --yes'.split(' ')
  const through = ['env', '-i', `PATH=${process.env['PATH']}`, `HOME=${house.home}`]
  const full = [...through, 'bash', '-c', 'exec "$0" "$@" > /dev/full']
  const { code, stderr } = await start(await movecliScript(), words, full).ended
  const sent = house.sent.length
  expect([code, sent > 0 && sent < 5], stderr).toEqual([1, true])
  const [done, left] = [sent === 1 ? 'wallet' : 'wallets', 5 - sent === 1 ? 'was' : 'were']
  expect(stderr).toContain(
    `ENOSPC. Nobody reads the output any more. The write was applied for ${sent} ${done}, and ${5 - sent} ${left} not reached.`,
  )
  expect(stderr).not.toContain('carried out')
  const listed = await movecli('journal ls --json', { home: house.home })
  const states = (JSON.parse(listed.stdout) as { state: string }[]).map(({ state }) => state)
  expect(states).toEqual(Array.from({ length: sent }, () => 'applied'))
  const { rows } = await write(house, `${claim} --yes --skip-within 20h`)
  expect(rows.filter(({ status }) => status === 'skipped')).toHaveLength(sent)
  expect([...times(house).values()]).toEqual([1, 1, 1, 1, 1])
})
