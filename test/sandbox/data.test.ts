/** What the data do: pages, filters, motion that earns, claims, NFTs, KYC, settings, digits. */
import { expect, test } from 'vitest'
import { createSandbox } from '../../src/sandbox/sandbox.ts'
import { canonical, parseDecimal, exact, minus, multiply, decimalText } from '../../src/contract/decimal.ts'
import { sandboxAddress } from '../../src/sandbox/constants.ts'
import { makeProof } from '../../src/sandbox/proof.ts'
import { apply, emptyWorld } from '../../src/sandbox/state.ts'
import type { Event } from '../../src/sandbox/store/events.ts'
import { ask, motion, outcome, signed, stranger } from './support.ts'
import { clock, noon } from '../support/clock.ts'

const make = (options = {}) => createSandbox({ now: clock().now, ...options })
type Sandbox = ReturnType<typeof make>
type Page = {
  items: Record<string, unknown>[]
  page: unknown
  limit: unknown
  total: unknown
  pages: unknown
}
const pageOf = async (sandbox: Sandbox, line: string) => (await ask(sandbox, line)).data as Page
const fields = async (sandbox: Sandbox, line: string, body?: unknown) => {
  const { data } = await ask(sandbox, line, { body })
  return JSON.parse(JSON.stringify(data, (_, value) => (value?.isLosslessNumber ? value.value : value)))
}

test('23 NFTs are 20 and 3, each once', async () => {
  const sandbox = make()
  const one = await pageOf(sandbox, 'GET /nft/collection')
  const two = await pageOf(sandbox, 'GET /nft/collection?page=2')
  expect([one.items.length, two.items.length, String(one.total), String(one.pages)]).toEqual([
    20,
    3,
    '23',
    '2',
  ])
  expect(new Set([...one.items, ...two.items].map(({ id }) => id)).size).toBe(23)
  expect((await pageOf(sandbox, 'GET /nft/collection?page=3')).items).toEqual([])
})

test('53 NFTs in pages of 10 are six pages, the last of 3', async () => {
  const sandbox = make()
  for (let made = 0; made < 30; made += 1) await ask(sandbox, 'POST /nft/mint', { body: {} })
  const sizes = []
  for (let page = 1; page <= 7; page += 1)
    sizes.push((await pageOf(sandbox, `GET /nft/collection?limit=10&page=${page}`)).items.length)
  expect(sizes).toEqual([10, 10, 10, 10, 10, 3, 0])
})

test('a limit over 100 is 100, and says so', async () => {
  expect(String((await pageOf(make(), 'GET /nft/collection?limit=5000')).limit)).toBe('100')
})

test('the three types are the whole collection, also by address', async () => {
  const sandbox = make()
  const sizes = []
  for (const type of ['shoes', 'apparel', 'accessories']) {
    const { items } = await pageOf(sandbox, `GET /nft/collection/0x${'ab'.repeat(20)}?type=${type}`)
    expect(items.every((nft) => nft['type'] === type)).toBe(true)
    sizes.push(items.length)
  }
  expect(sizes).toEqual([8, 8, 7])
})

test('history is 90 days, newest first, each the record of its day', async () => {
  const sandbox = make()
  const { items, total } = await pageOf(sandbox, 'GET /motion/history?limit=100')
  expect({ items: items.length, total: String(total) }).toEqual({ items: 90, total: '90' })
  expect([items[0]?.['date'], items[89]?.['date']]).toEqual(['2026-03-04', '2025-12-05'])
  expect(items[7]).toEqual((await ask(sandbox, 'GET /motion/daily?date=2026-02-25')).data)
})

const more = (now: string, before: string) => canonical(minus(exact(now), exact(before)))

test('submitted motion changes its day, its earnings and what can be claimed', async () => {
  const sandbox = make()
  const [day, tokens] = [
    await fields(sandbox, 'GET /motion/daily'),
    await fields(sandbox, 'GET /token/balance'),
  ]
  const { earnings } = await fields(sandbox, 'POST /motion/submit', motion())
  const [then, held] = [
    await fields(sandbox, 'GET /motion/daily'),
    await fields(sandbox, 'GET /token/balance'),
  ]
  expect(more(then.steps, day.steps)).toBe('5000')
  expect(more(then.distance, day.distance)).toBe('3.2')
  expect(more(then.duration, day.duration)).toBe('1860')
  expect(more(then.earnings.mft, day.earnings.mft)).toBe(canonical(exact(earnings.mft)))
  expect(more(held.claimable, tokens.claimable)).toBe(canonical(exact(earnings.mft)))
  expect(held.balance).toBe(tokens.balance)
})

test('a claim moves all that is claimable, and then there is nothing', async () => {
  const sandbox = make()
  const before = await fields(sandbox, 'GET /token/balance')
  const claimed = await fields(sandbox, 'POST /token/claim', {})
  expect(claimed.amount).toBe(before.claimable)
  const after = await fields(sandbox, 'GET /token/balance')
  expect(canonical(minus(exact(after.balance), exact(before.balance)))).toBe(
    canonical(exact(before.claimable)),
  )
  expect(canonical(exact(after.claimable))).toBe('0')
  expect(canonical(exact((await fields(sandbox, 'POST /token/claim', {})).amount))).toBe('0')
})

test('a part can be claimed, but not more than there is', async () => {
  const sandbox = make()
  expect((await fields(sandbox, 'POST /token/claim', { amount: 1.5 })).claimed).toBe('1.5')
  expect(await outcome(sandbox, 'POST /token/claim', { body: { amount: 99999 } })).toBe('400 BAD_REQUEST')
  expect(await outcome(sandbox, 'POST /token/claim', { body: { amount: '1' } })).toBe('400 BAD_REQUEST')
})

test('two claims at once move it once', async () => {
  const sandbox = make()
  const before = await fields(sandbox, 'GET /token/balance')
  await Promise.all([
    ask(sandbox, 'POST /token/claim', { body: {} }),
    ask(sandbox, 'POST /token/claim', { body: {} }),
  ])
  const after = await fields(sandbox, 'GET /token/balance')
  expect(canonical(exact(after.claimed))).toBe(canonical(exact(before.claimable)))
})

test.each([
  ['less than nothing', '-1'],
  ['a hair more than there is', 'more'],
])('%s cannot be claimed, and nothing of it is', async (_, text) => {
  const sandbox = make()
  const before = await fields(sandbox, 'GET /token/balance')
  const amount = text === 'more' ? `${before.claimable}1` : text
  expect(await outcome(sandbox, 'POST /token/claim', { body: `{"amount":${amount}}` })).toBe(
    '400 BAD_REQUEST',
  )
  expect(await fields(sandbox, 'GET /token/balance')).toEqual(before)
})

test('claims of parts add up, to the last digit of what there is', async () => {
  const sandbox = make()
  const { claimable, balance } = await fields(sandbox, 'GET /token/balance')
  const first = await fields(sandbox, 'POST /token/claim', { amount: 1.25 })
  expect(first).toMatchObject({ amount: '1.25', claimed: '1.25', status: 'completed' })
  expect(canonical(exact(first.claimable))).toBe(more(claimable, '1.25'))
  const { data } = await ask(sandbox, 'POST /token/claim', { body: `{"amount":${first.claimable}}` })
  const last = JSON.parse(JSON.stringify(data, (_, value) => (value?.isLosslessNumber ? value.value : value)))
  expect(canonical(exact(last.claimable))).toBe('0')
  expect(canonical(exact(last.claimed))).toBe(canonical(exact(claimable)))
  expect(more(last.balance, balance)).toBe(canonical(exact(claimable)))
})

test('what one wallet does leaves another as it is', async () => {
  const sandbox = make()
  const { data } = await ask(sandbox, 'POST /auth/login', { body: await signed({}, stranger), token: null })
  const { token } = data as { token: string }
  const lines = [
    'GET /token/balance',
    'GET /motion/daily',
    'GET /user/profile',
    'GET /nft/collection?limit=100',
  ]
  const held = async () => Promise.all(lines.map(async (line) => (await ask(sandbox, line, { token })).data))
  const before = await held()
  await ask(sandbox, 'POST /motion/submit', { body: motion() })
  await ask(sandbox, 'POST /token/claim', { body: {} })
  await ask(sandbox, 'PUT /user/settings', { body: { units: 'metric' } })
  await ask(sandbox, 'POST /user/kyc', { body: { name: 'Ada' } })
  const { nft } = await fields(sandbox, 'POST /nft/mint', {})
  expect(await held()).toEqual(before)
  expect(await outcome(sandbox, 'PUT /nft/upgrade', { body: { id: nft.id }, token })).toBe('404 NFT_001')
})

const malformed = [
  { steps: 1.5 },
  { steps: '5000' },
  { steps: null },
  { distance: -1 },
  { duration: 'long' },
  { distance: true },
  { device_id: 7 },
  { proof: 7 },
  { proof: '' },
]
test.each(malformed)('MOTION_001: %j', async (change) => {
  expect(await outcome(make(), 'POST /motion/submit', { body: { ...motion(), ...change } })).toBe(
    '400 MOTION_001',
  )
})

const others = [
  { steps: 5001 },
  { distance: 3.21 },
  { duration: 1861 },
  { device_id: 'watch-8' },
  { proof: 'sandbox-proof-v1.x' },
]
test.each(others)('MOTION_002: a proof of other values than %j', async (change) => {
  expect(await outcome(make(), 'POST /motion/submit', { body: { ...motion(), ...change } })).toBe(
    '400 MOTION_002',
  )
})

test('a proof is of the values, however they are written', async () => {
  const proof = makeProof({ steps: '5000', distance: '1.1', duration: '60' })
  const body = `{"steps":5e3,"distance":1.10,"duration":60.0,"proof":"${proof}"}`
  expect(await outcome(make(), 'POST /motion/submit', { body })).toBe('200')
})

test('long fractions come back with every digit', async () => {
  const sandbox = make()
  const distance = '0.12345678901234567890123456789'
  const before = await fields(sandbox, 'GET /motion/daily')
  const proof = makeProof({ steps: 1, distance, duration: 1 })
  await ask(sandbox, 'POST /motion/submit', {
    body: `{"steps":1,"distance":${distance},"duration":1,"proof":"${proof}"}`,
  })
  const after = await fields(sandbox, 'GET /motion/daily')
  expect(decimalText(minus(exact(after.distance), exact(before.distance)))).toBe(distance)
  expect((await fields(sandbox, 'GET /token/balance')).balance).toMatch(/^\d+\.\d{18}$/)
})

test('a minted NFT joins the collection, an upgrade lifts it by one', async () => {
  const sandbox = make()
  const { nft, tx_hash } = await fields(sandbox, 'POST /nft/mint', { type: 'apparel', name: 'Mine' })
  expect(nft).toMatchObject({ type: 'apparel', name: 'Mine', level: '1' })
  expect(tx_hash).toMatch(/^0x[0-9a-f]{64}$/)
  expect((await fields(sandbox, 'PUT /nft/upgrade', { id: nft.id })).nft.level).toBe('2')
  const { items } = await fields(sandbox, 'GET /nft/collection?page=2')
  expect(items.at(-1)).toMatchObject({ id: nft.id, level: '2', minted_at: '2026-03-04T12:00:00.000Z' })
})

test('an NFT is named by id, nft_id or token_id, and each upgrade lifts it', async () => {
  const sandbox = make()
  const { nft } = await fields(sandbox, 'POST /nft/mint', {})
  expect(nft).toMatchObject({ type: 'shoes', name: 'Newly minted', level: '1' })
  const levels = []
  for (const name of ['id', 'nft_id', 'token_id'])
    levels.push((await fields(sandbox, 'PUT /nft/upgrade', { [name]: nft.id })).nft.level)
  expect(levels).toEqual(['2', '3', '4'])
  const { items } = (await fields(sandbox, 'GET /nft/collection')) as {
    items: { id: string; level: string }[]
  }
  const [first] = items
  expect((await fields(sandbox, 'PUT /nft/upgrade', { id: first!.id })).nft.level).toBe(
    String(Number(first!.level) + 1),
  )
  const { items: now } = await fields(sandbox, 'GET /nft/collection?page=2')
  expect(now.at(-1)).toMatchObject({ id: nft.id, level: '4' })
})

test('what is minted joins its type, and the collection of its address', async () => {
  const sandbox = make()
  await ask(sandbox, 'POST /nft/mint', { body: { type: 'apparel' } })
  for (const [line, total] of [
    ['GET /nft/collection?type=apparel', 9],
    ['GET /nft/collection?type=shoes', 8],
    [`GET /nft/collection/${sandboxAddress}`, 24],
    [`GET /nft/collection/0x${'ab'.repeat(20)}`, 23],
  ] as const)
    expect([line, String((await pageOf(sandbox, line)).total)]).toEqual([line, String(total)])
})

test('a second submission of KYC changes nothing', async () => {
  const time = clock()
  const sandbox = createSandbox({ now: time.now, kycDelay: 2000 })
  const first = await fields(sandbox, 'POST /user/kyc', { name: 'Ada' })
  expect(first).toEqual({ kyc_status: 'pending', submitted_at: '2026-03-04T12:00:00.000Z' })
  time.pass(5000)
  const again = await fields(sandbox, 'POST /user/kyc', { name: 'Grace' })
  expect(again).toEqual({ kyc_status: 'verified', submitted_at: first.submitted_at })
})

test.each([
  ['2023-12-31', false],
  ['2024-01-01', true],
  ['2026-03-04', true],
  ['2026-03-05', false],
])('on %s somebody moved: %s', async (date, moved) => {
  const day = await fields(make(), `GET /motion/daily?date=${date}`)
  const { steps, distance, duration, calories, earnings } = day
  expect(day.date).toBe(date)
  for (const value of [steps, distance, duration, calories, earnings.mft, earnings.k_day])
    expect(Number(value) > 0).toBe(moved)
})

test.each(['2026-03-01', '2026-02-14', '2025-07-01'])(
  'earnings, k_day and calories of %s are those of the assumptions',
  async (date) => {
    const { steps, distance, calories, earnings } = await fields(make(), `GET /motion/daily?date=${date}`)
    const { nft, streak, social } = earnings.multipliers
    for (const factor of [nft, streak, social]) expect(factor).toMatch(/^1\.\d\d$/)
    const times = (...all: string[]) => canonical(all.map(exact).reduce(multiply))
    expect(canonical(exact(earnings.mft))).toBe(times(steps, '0.001', nft, streak, social))
    expect(canonical(exact(earnings.k_day))).toBe(times(distance, '2'))
    expect(canonical(exact(calories))).toBe(times(steps, '0.042'))
  },
)

test('motion counts for the day of its submission, two of a day add up, and history has them', async () => {
  const time = clock(Date.parse('2026-03-04T23:59:59Z'))
  const sandbox = createSandbox({ now: time.now })
  const stepsOn = async (date: string) => (await fields(sandbox, `GET /motion/daily?date=${date}`)).steps
  const before = await stepsOn('2026-03-04')
  for (const steps of [1000, 500])
    expect((await fields(sandbox, 'POST /motion/submit', motion({ steps }))).date).toBe('2026-03-04')
  time.pass(1000)
  const next = await stepsOn('2026-03-05')
  expect((await fields(sandbox, 'POST /motion/submit', motion({ steps: 70 }))).date).toBe('2026-03-05')
  expect(more(await stepsOn('2026-03-04'), before)).toBe('1500')
  expect(more(await stepsOn('2026-03-05'), next)).toBe('70')
  const { items } = await fields(sandbox, 'GET /motion/history?limit=2')
  expect(items.map(({ steps }: { steps: string }) => steps)).toEqual([
    await stepsOn('2026-03-05'),
    await stepsOn('2026-03-04'),
  ])
})

test('a proof of what is left out is not one of nothing', async () => {
  const whole = { steps: 10, distance: 0, duration: 0 }
  expect(makeProof({ steps: 10 })).not.toBe(makeProof(whole))
  expect(makeProof(whole)).not.toBe(makeProof({ ...whole, device_id: 'watch-7' }))
  expect(() => makeProof({ steps: 'ten' })).toThrow(RangeError)
  const { device_id: _, ...without } = motion()
  const body = { ...without, proof: makeProof({ steps: 5000, distance: 3.2, duration: 1860 }) }
  expect(await outcome(make(), 'POST /motion/submit', { body })).toBe('200')
})

test('KYC goes from none to pending to verified, and login says so', async () => {
  const time = clock()
  const sandbox = createSandbox({ now: time.now, kycDelay: 2000 })
  const status = async () => (await fields(sandbox, 'GET /user/profile')).kyc_status
  const seen = [await status()]
  expect((await fields(sandbox, 'POST /user/kyc', { name: 'Ada' })).kyc_status).toBe('pending')
  time.pass(1999)
  seen.push(await status())
  time.pass(1)
  seen.push(await status())
  expect(seen).toEqual(['none', 'pending', 'verified'])
})

test('settings are kept, field by field, with their digits', async () => {
  const sandbox = make()
  await ask(sandbox, 'PUT /user/settings', { body: '{"goal":1.10,"units":"metric"}' })
  await ask(sandbox, 'PUT /user/settings', { body: '{"units":"imperial"}' })
  expect((await fields(sandbox, 'GET /user/profile')).settings).toEqual({ goal: '1.10', units: 'imperial' })
})

test('a price lasts an hour', async () => {
  const time = clock()
  const sandbox = createSandbox({ now: time.now })
  const first = await fields(sandbox, 'GET /token/price')
  time.pass(59 * 60_000)
  expect(await fields(sandbox, 'GET /token/price')).toEqual(first)
  time.pass(60_000)
  expect(await fields(sandbox, 'GET /token/price')).not.toEqual(first)
})

const fold = (all: Event[]) => all.reduce((world, event) => apply(world, event), emptyWorld())

test('the state is a fold: the same events make the same world', () => {
  const address = '0xab'
  const events: Event[] = [
    { at: noon, by: 'k', op: 'hit' },
    { at: noon, by: 'k', address, op: 'token.claim', amount: '1.50' },
    {
      at: noon,
      address,
      op: 'motion.submit',
      date: '2026-03-04',
      steps: '1',
      distance: '2',
      duration: '3',
      earned: '0.1',
    },
  ]
  const read = JSON.parse(JSON.stringify(events)) as Event[]
  expect(fold(read)).toEqual(fold(events))
  expect(events).toEqual(read)
  expect(fold(events).hits.get('k')).toBe(2)
  expect(fold([...events, { at: noon, op: 'reset' }])).toEqual(emptyWorld())
})

const numerals: [string, string | undefined][] = [
  ['1.10', '1.10'],
  ['-0.50', '-0.50'],
  ['1.5e3', '1500'],
  ['15e-1', '1.5'],
  ['0', '0'],
  ['.5', undefined],
  ['1e400', undefined],
  ['1'.repeat(41), undefined],
  ['0x1', undefined],
]
test.each(numerals)('the numeral %s is %s', (text, expected) => {
  const value = parseDecimal(text)
  expect(value && decimalText(value)).toBe(expected)
})
