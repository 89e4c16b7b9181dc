/** Several processes that claim for one address at once: they take turns, and an unresolved one holds up the rest. */
import { setTimeout as pause } from 'node:timers/promises'
import { beforeAll, expect, test } from 'vitest'
import { freshFolder, movecli } from '../../support/movecli.ts'
import { movecliProcess } from '../../support/process.ts'
import { testnet } from '../../support/testnet.ts'
import { errorOf } from '../../support/world.ts'

const { witness: service, env, run } = await testnet()
beforeAll(async () => {
  await (
    await movecliProcess(['--version'], { home: freshFolder() })
  ).ended
})

const claim = { method: 'POST', path: '/token/claim' }
const sent = () => service.requests.splice(0).filter(({ method }) => method === 'POST')
const crowd = async (count: number, home: string, words: string[] = []) =>
  Promise.all(
    Array.from({ length: count }, async () => {
      const child = await movecliProcess(['token', 'claim', '--yes', '--json', ...words], {
        home,
        env,
      })
      return child.ended
    }),
  )
const states = async (home: string) =>
  (JSON.parse((await movecli('journal ls --json', { home })).stdout) as { state: string }[]).map(
    ({ state }) => state,
  )

test.each([2, 8])('%i at once send one after the other, each once', async (count) => {
  const home = freshFolder()
  sent()
  service.answer({ ...claim, delayMs: 40, times: count })
  const ended = await crowd(count, home)
  expect(ended.map(({ code }) => code)).toEqual(Array.from({ length: count }, () => 0))
  expect(sent().map(({ beside }) => beside)).toEqual(Array.from({ length: count }, () => 0))
  expect(await states(home)).toEqual(ended.map(() => 'applied'))
})

test.each([2, 8])(
  'of %i at once the first ends unresolved: one was sent, the rest are refused with 9',
  async (count) => {
    const home = freshFolder()
    sent()
    service.answer({ ...claim, delayMs: 300, destroy: 'before-answer' })
    const ended = await crowd(count, home)
    expect(ended.map(({ code }) => code)).toEqual(Array.from({ length: count }, () => 9))
    expect(sent()).toHaveLength(1)
    expect(await states(home)).toEqual(['unknown'])
  },
)

/** A claim that the service has, its answer held back until it is released. */
async function underWay(home: string) {
  sent()
  let release: () => void = () => {}
  service.answer({ ...claim, until: new Promise<void>((resolve) => (release = resolve)) })
  const first = await movecliProcess(['token', 'claim', '--yes'], { home, env })
  while (!service.requests.some(({ method, complete }) => method === 'POST' && complete)) await pause(5)
  return { ...first, release }
}

/** Once the second claim has read its balance, after which it waits its turn. */
async function secondIsThere() {
  while (service.requests.filter(({ method }) => method === 'GET').length < 2) await pause(5)
}

test('the second waits no longer than --max-wait: exit 8, nothing sent', async () => {
  const home = freshFolder()
  const first = await underWay(home)
  const ran = await run('token claim --yes --json --max-wait 0.2', { home })
  expect({ code: ran.code, error: errorOf(ran) }).toMatchObject({
    code: 8,
    error: { code: 'CLI_BUSY', outcome: 'not_sent', retryable: true },
  })
  expect(sent()).toHaveLength(1)
  first.child.kill('SIGKILL')
  await first.ended
})

test('a stop while it waits its turn ends with 130, nothing sent', async () => {
  const home = freshFolder()
  const first = await underWay(home)
  const stopping = new AbortController()
  const second = run('token claim --yes --json', { home, signal: stopping.signal })
  await secondIsThere()
  stopping.abort('SIGINT')
  const ran = await second
  expect({ code: ran.code, error: errorOf(ran), exitCode: first.child.exitCode }).toMatchObject({
    code: 130,
    error: { outcome: 'not_sent' },
    exitCode: null,
  })
  expect(sent()).toHaveLength(1)
  first.release()
  await first.ended
})

test('a holder that was killed holds nobody up longer than its claim is unresolved', async () => {
  const home = freshFolder()
  const first = await underWay(home)
  const second = run('token claim --yes --json', { home })
  await secondIsThere()
  first.child.kill('SIGKILL')
  expect({ code: (await second).code, sent: sent().length }).toEqual({ code: 9, sent: 1 })
})

test('at a terminal the second asks again once the first was applied, and a no sends nothing', async () => {
  const home = freshFolder()
  const first = await underWay(home)
  const answers = (async function* () {
    yield Buffer.from('y\n')
    await secondIsThere()
    first.release()
    await first.ended
    await pause(100)
    yield Buffer.from('n\n')
  })()
  const { Readable } = await import('node:stream')
  const ran = await run('token claim', {
    home,
    tty: true,
    stdin: Readable.from(answers),
    env: { ACCESSIBLE: '1' },
  })
  expect({ code: ran.code, sent: sent().length }).toEqual({ code: 11, sent: 1 })
  expect(ran.stderr).toContain('While this one waited, another token claim was applied')
})

test('a mint waits for no claim', async () => {
  const home = freshFolder()
  const first = await underWay(home)
  const other = await run('nft mint -f type=shoes --yes', { home })
  expect({ code: other.code, exitCode: first.child.exitCode }).toEqual({ code: 0, exitCode: null })
  first.release()
  await first.ended
})

test('two equal motions take turns too: after an unresolved one the second is refused', async () => {
  const home = freshFolder()
  sent()
  service.answer({ method: 'POST', path: '/motion/submit', delayMs: 400, destroy: 'before-answer' })
  const words = ['motion', 'submit', '--steps', '5', '--proof', 'p-123456']
  const ended = await Promise.all([1, 2].map(async () => (await movecliProcess(words, { home, env })).ended))
  expect({ ended: ended.map(({ code }) => code), sent: sent().length }).toEqual({ ended: [9, 9], sent: 1 })
})
