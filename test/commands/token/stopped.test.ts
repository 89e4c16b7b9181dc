/**
 * Ctrl-C, a polite kill and a plain one at every point of a claim: the truth is on disk,
 * in real processes against a real server.
 */
import { setTimeout as pause } from 'node:timers/promises'
import { beforeAll, expect, test } from 'vitest'
import { freshFolder, movecli } from '../../support/movecli.ts'
import { movecliProcess, type Process } from '../../support/process.ts'
import { testnet } from '../../support/testnet.ts'
import type { Rule } from '../../witness/service.ts'

const { witness: service, env, run } = await testnet()
beforeAll(async () => {
  await (
    await movecliProcess(['--version'], { home: freshFolder() })
  ).ended
})

/** For what a process does by itself, on a machine that is busy. */
const patient = { timeout: 60_000 }
const claimRule = { method: 'POST', path: '/token/claim' }
/** The claim meets the limit, for longer than a test waits. */
const limited = {
  ...claimRule,
  status: 429,
  headers: { 'Retry-After': '30' },
  body: '{"success":false,"error":{"code":"RATE_001","message":"slow","details":""}}',
}

/** Starts a claim and waits until the service has its `count`-th request, so that the signal comes at a known point. */
async function claiming(rule: Rule, count = 2, words: string[] = []) {
  const home = freshFolder()
  service.requests.splice(0)
  service.answer(rule)
  const child = await movecliProcess(['token', 'claim', '--yes', ...words], { home, env })
  while (service.requests.filter(({ complete }) => complete).length < count) await pause(5)
  const states = async () => {
    const { stdout } = await movecli('journal ls --json', { home })
    return (JSON.parse(stdout) as { id: string; state: string }[]).map(({ id, state }) => ({ id, state }))
  }
  const next = async () => (await run('token claim --yes', { home })).code
  return { child, states, next }
}
const signal = async ({ child, ended }: Process, name: NodeJS.Signals) => {
  child.kill(name)
  return ended
}

test.each([
  ['SIGINT', 130],
  ['SIGTERM', 143],
] as const)('%s before the claim is sent ends with %i and leaves no record', async (name, exit) => {
  const { child, states, next } = await claiming({ method: 'GET', path: '/token/balance', hang: true }, 1)
  const { code, stderr, stdout } = await signal(child, name)
  expect({ code, stdout, states: await states(), requests: service.requests.length }).toEqual({
    code: exit,
    stdout: '',
    states: [],
    requests: 1,
  })
  expect(stderr).not.toContain('unknown')
  expect(await next()).toBe(0)
})

test.each(['SIGINT', 'SIGTERM'] as const)('%s waits for the answer that is on its way', async (name) => {
  let release: () => void = () => {}
  const until = new Promise<void>((resolve) => (release = resolve))
  const { child, states, next } = await claiming({ ...claimRule, until })
  child.child.kill(name)
  await child.notes('Stopping: ')
  release()
  const { code, stdout } = await child.ended
  expect({ code, printed: stdout.includes('claimed') }).toEqual({ code: 0, printed: true })
  expect(await states()).toMatchObject([{ state: 'applied' }])
  expect(await next()).toBe(0)
})

test.each([
  ['SIGINT', 130],
  ['SIGTERM', 143],
] as const)(
  '%s while no answer comes wins over 9, and the last line names the unresolved write',
  async (name, exit) => {
    const { child, states, next } = await claiming({ ...claimRule, hang: true }, 2, ['--timeout', '1s'])
    const { code, stderr, stdout } = await signal(child, name)
    const [record] = await states()
    expect({ code, stdout, state: record?.state }).toEqual({ code: exit, stdout: '', state: 'unknown' })
    const last = stderr.trim().split('\n').at(-1)
    expect(last).toContain(`POST /token/claim (record ${record?.id})`)
    expect(await next()).toBe(9)
  },
)

test('as JSON the stop is one line whose outcome is unknown', async () => {
  const { child } = await claiming({ ...claimRule, hang: true }, 2, ['--timeout', '1s', '--json'])
  const { stderr } = await signal(child, 'SIGINT')
  expect(stderr.trim().split('\n')).toHaveLength(1)
  expect(JSON.parse(stderr)).toMatchObject({
    error: { exit_code: 130, outcome: 'unknown', retryable: false },
  })
})

test('SIGINT while a limit is waited out ends with 130, and the claim counts as rejected', async () => {
  const { child, states, next } = await claiming(limited)
  await expect.poll(async () => (await states())[0]?.state, patient).toBe('planned')
  const { code } = await signal(child, 'SIGINT')
  expect({ code, state: (await states())[0]?.state }).toEqual({ code: 130, state: 'rejected' })
  expect(await next()).toBe(0)
})

test('kill -9 before the claim is sent leaves nothing unresolved', async () => {
  const { child, states, next } = await claiming({ method: 'GET', path: '/token/balance', hang: true }, 1)
  await signal(child, 'SIGKILL')
  expect(await states()).toEqual([])
  expect(await next()).toBe(0)
})

test('kill -9 while the answer is awaited leaves it unresolved, and the next claim is refused', async () => {
  const { child, states, next } = await claiming({ ...claimRule, hang: true })
  await signal(child, 'SIGKILL')
  expect(await states()).toMatchObject([{ state: 'unknown' }])
  service.requests.splice(0)
  expect(await next()).toBe(9)
  expect(service.requests.filter(({ method }) => method === 'POST')).toEqual([])
})

test('kill -9 while a limit is waited out leaves it not sent, and the next claim goes', async () => {
  const { child, states, next } = await claiming(limited)
  await expect.poll(async () => (await states())[0]?.state, patient).toBe('planned')
  await signal(child, 'SIGKILL')
  expect(await states()).toMatchObject([{ state: 'not_sent' }])
  expect(await next()).toBe(0)
})

test('kill -9 while the answer to a second attempt is awaited leaves it unresolved', async () => {
  service.answer({
    ...claimRule,
    status: 429,
    headers: { 'Retry-After': '0' },
    body: '{"success":false,"error":{"code":"RATE_001","message":"slow","details":""}}',
  })
  const { child, states, next } = await claiming({ ...claimRule, hang: true }, 3)
  await signal(child, 'SIGKILL')
  expect(await states()).toMatchObject([{ state: 'unknown' }])
  service.requests.splice(0)
  expect(await next()).toBe(9)
  expect(service.requests.filter(({ method }) => method === 'POST')).toEqual([])
})
