/** kyc status --wait: polls until the status is the one that is named, and ends with 12 when the time is up. */
import { expect, test } from 'vitest'
import { failure, good } from '../../witness/service.ts'
import { freshFolder, movecli } from '../../support/movecli.ts'
import { testnet } from '../../support/testnet.ts'
import { errorOf } from '../../support/world.ts'

const { witness, env, requested } = await testnet()
const kyc = (status: string) => good(`{"kyc_status":"${status}"}`)

/** Runs it with sleeps that take no time, and says how long each was to be. */
async function waiting(line: string, signal?: AbortSignal, asleep?: () => void) {
  requested()
  const naps: number[] = []
  const sleep = async (ms: number) => {
    naps.push(ms)
    asleep?.()
  }
  const ran = await movecli(line, { env, sleep, ...(signal && { signal }) })
  return { ...ran, naps, polls: requested().length, slept: naps.reduce((sum, ms) => sum + ms, 0) }
}

test('it asks again until the status is there, and prints it', async () => {
  for (const status of ['pending', 'pending', 'Verified']) witness.answer(kyc(status))
  const { code, stdout, stderr, polls, naps } = await waiting('kyc status --wait verified --json')
  expect({ code, stderr, polls, naps }).toEqual({ code: 0, stderr: '', polls: 3, naps: [2000, 3000] })
  expect(JSON.parse(stdout)).toMatchObject({ kyc_status: 'Verified', source: 'profile' })
})

test('the pauses grow by half, to half a minute and no longer', async () => {
  witness.answer({ ...kyc('pending'), times: 200 })
  const { code, naps } = await waiting('kyc status --wait verified --json')
  witness.forget()
  const begin = [2000, 3000, 4500, 6750, 10_125, 15_187.5, 22_781.25, 30_000, 30_000]
  expect({ code, begin: naps.slice(0, 9), most: Math.max(...naps) }).toEqual({
    code: 12,
    begin,
    most: 30_000,
  })
})

test('the longest wait of the settings counts where no flag names one', async () => {
  const home = freshFolder()
  await movecli('config set maxWait 90', { home })
  for (const [flag, seconds] of [
    ['', 90],
    ['--max-wait 20', 20],
  ] as const) {
    witness.answer({ ...kyc('pending'), times: 200 })
    let slept = 0
    const sleep = async (ms: number) => void (slept += ms)
    const { code } = await movecli(`kyc status --wait verified ${flag}`, { env, home, sleep })
    witness.forget()
    expect({ code, slept: Math.round(slept / 1000) <= seconds && slept > (seconds - 10) * 1000 }).toEqual({
      code: 12,
      slept: true,
    })
  }
})

test('what is waited for is one whole word, whatever its letters, and no part of another', async () => {
  for (const status of ['unverified', 'verified_pending', ' VERIFIED ']) witness.answer(kyc(status))
  const { code, polls } = await waiting('kyc status --wait verified')
  expect({ code, polls }).toEqual({ code: 0, polls: 3 })
})

test('what is there already is not waited for', async () => {
  witness.answer(kyc('verified'))
  expect(await waiting('kyc --wait verified')).toMatchObject({ code: 0, polls: 1, naps: [] })
})

test.each([
  ['--max-wait 1m', 60],
  ['--max-wait 90', 90],
  ['', 600],
])('%s: when the time is up it is exit 12, with nothing on stdout', async (flag, seconds) => {
  witness.answer({ ...kyc('pending'), times: 200 })
  const ran = await waiting(`kyc status --wait verified --json ${flag}`)
  witness.forget()
  expect({ ranCode: ran.code, stdout: ran.stdout, ranErrorCode: errorOf(ran)['code'] }).toEqual({
    ranCode: 12,
    stdout: '',
    ranErrorCode: 'CLI_WAIT_OVER',
  })
  expect(Math.round(ran.slept / 1000)).toBeLessThanOrEqual(seconds)
  expect(Math.round(ran.slept / 1000)).toBeGreaterThan(seconds - 10)
  expect(ran.polls).toBe(ran.naps.length + 1)
})

test('a service that is away for a while is asked again, and one that refuses is not', async () => {
  witness.answer(kyc('pending'))
  witness.answer({ ...failure('CHAIN_001'), times: 4 })
  witness.answer(kyc('verified'))
  expect(await waiting('kyc status --wait verified')).toMatchObject({ code: 0 })
  witness.answer(kyc('pending'))
  witness.answer(failure('AUTH_002'))
  expect(await waiting('kyc status --wait verified')).toMatchObject({ code: 4 })
})

test.each([
  [
    200,
    /^KYC was pending when the service last gave it, not verified; in the 1 min of waiting, the last \d+ requests failed\.$/,
  ],
  [1, /^KYC is still pending after 1 min, not verified\.$/],
])(
  'where the time is up after %i failures, it says what was seen last and whether the service answered since',
  async (times, words) => {
    witness.answer(kyc('pending'))
    witness.answer({ ...failure('CHAIN_001'), times })
    witness.answer({ ...kyc('pending'), times: 200 })
    const ran = await waiting('kyc status --wait verified --json --max-wait 1m --retries 0')
    witness.forget()
    expect({ ranCode: ran.code, stdout: ran.stdout, ranErrorCode: errorOf(ran)['code'] }).toEqual({
      ranCode: 12,
      stdout: '',
      ranErrorCode: 'CLI_WAIT_OVER',
    })
    expect(errorOf(ran)['message']).toMatch(words)
  },
)

test.each([
  [[], /^The service gave no KYC status in the 3 s of waiting\.$/],
  [
    ['pending'],
    /^KYC was pending when the service last gave it, not verified; in the 3 s of waiting, the last 2 requests failed\.$/,
  ],
])('a service that falls silent after %j: the wait ends when its time is up', async (before, words) => {
  for (const status of before) witness.answer(kyc(status))
  witness.answer({ hang: true, times: 9 })
  const began = performance.now()
  const ran = await waiting('kyc status --wait verified --json --max-wait 3 --timeout 20')
  witness.forget()
  expect({ code: ran.code, inTime: Math.floor(performance.now() - began) < 10_000 }).toEqual({
    code: 12,
    inTime: true,
  })
  expect(errorOf(ran)['message']).toMatch(words)
})

test('the time that a slow service takes to answer counts too', async () => {
  witness.answer({ ...kyc('pending'), delayMs: 300, times: 200 })
  const ran = await waiting('kyc status --wait verified --json --max-wait 0.2')
  witness.forget()
  expect({ code: ran.code, polls: ran.polls, naps: ran.naps }).toEqual({ code: 12, polls: 1, naps: [] })
})

test('a profile without a status is not waited for', async () => {
  witness.answer(good('{"name":"W"}'))
  const ran = await waiting('kyc status --wait verified --json')
  expect({ code: ran.code, polls: ran.polls, retryable: errorOf(ran)['retryable'] }).toEqual({
    code: 8,
    polls: 1,
    retryable: false,
  })
})

test('Ctrl-C ends it with 130', async () => {
  const stop = new AbortController()
  witness.answer({ ...kyc('pending'), times: 2 })
  const ran = await waiting('kyc status --wait verified', stop.signal, () => stop.abort('SIGINT'))
  witness.forget()
  expect({ code: ran.code, polls: ran.polls }).toEqual({ code: 130, polls: 1 })
})

test.each([['kyc status --wait verified --all-profiles'], ['kyc status --wait='], ['kyc status --wait']])(
  '%s is exit 2',
  async (line) => {
    expect((await movecli(line, { env })).code).toBe(2)
  },
)

test('in the sandbox a submission is waited for until it is verified', async () => {
  const home = freshFolder()
  let now = Date.parse('2026-01-31T12:00:00Z')
  const setting = { home, now: () => new Date(now), sleep: async (ms: number) => void (now += ms) }
  await movecli('kyc submit -f name=Ada --yes -n sandbox', setting)
  const { code, stdout } = await movecli(
    'kyc status --wait verified -n sandbox --json --max-wait 1h',
    setting,
  )
  expect({ code, stdout: JSON.parse(stdout) }).toMatchObject({ code: 0, stdout: { kyc_status: 'verified' } })
})
