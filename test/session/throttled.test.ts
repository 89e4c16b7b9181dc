/** Pages of a list within the hourly limit: what is given back, what is said, and what goes on where nothing can be counted. */
import { mkdirSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import type { Transport } from '../../src/contract/wire.ts'
import { freshFolder, movecli, type Setting } from '../support/movecli.ts'
import { clock } from '../support/clock.ts'
import { errorOf, reply } from '../support/world.ts'

const env = {
  MOVECLI_NETWORK: 'testnet',
  MOVECLI_BASE_URL: 'https://service.example/v1',
  MOVECLI_API_KEY: 'key-of-the-test',
  MOVECLI_TOKEN: 'token-of-the-test',
}

/** A list of three full pages and an empty one. */
function world(more: Setting = {}) {
  const home = freshFolder()
  const time = clock()
  let asked = 0
  const transport: Transport = async ({ url }) => {
    asked += 1
    const page = Number(new URL(url).searchParams.get('page'))
    const items = page > 3 ? [] : Array.from({ length: 20 }, (_, n) => ({ id: page * 20 + n }))
    return reply(200, { success: true, data: { items } })
  }
  const run = async (line: string, own: Setting = {}) =>
    movecli(line, { home, env, transport, ...time, ...more, ...own })
  return { home, time, run, asked: () => asked }
}
const rowsIn = (stdout: string) => (JSON.parse(stdout) as unknown[]).length

test('what a list did not use of the hour is given back', async () => {
  const { run, asked } = world()
  expect(rowsIn((await run('nft ls --all --json')).stdout)).toBe(60)
  const { stdout } = await run('limits --json')
  expect([asked(), JSON.parse(stdout)]).toMatchObject([4, { limit: 5000, used: 4, left: 4996 }])
})

test('a list whose counts cannot be kept is read all the same', async () => {
  const { home, run } = world()
  const state = join(home, '.local/state/movecli')
  mkdirSync(state, { recursive: true, mode: 0o700 })
  writeFileSync(join(state, 'limits'), 'in the way')
  const { code, stdout } = await run('nft ls --all --json --rate-limit 2')
  expect([code, rowsIn(stdout)]).toEqual([0, 60])
})

test('a wait that is too long says how long, and ends with 7', async () => {
  const { run, time, asked } = world()
  const ran = await run('nft ls --all --json --rate-limit 2 --max-wait 59m')
  expect([ran.code, asked(), time.naps]).toEqual([7, 1, []])
  const { message, code, hint, retryable } = errorOf(ran)
  const [, seconds] =
    /^The hourly limit allows the next request in (\d+) s, which is longer than/.exec(String(message)) ?? []
  expect(Number(seconds)).toBeGreaterThan(3600)
  expect(Number(seconds)).toBeLessThan(3640)
  expect([code, retryable]).toEqual(['CLI_RATE_LIMITED', true])
  expect(hint).toContain('movecli limits')
})

test('a wait is said once in whole seconds, and not at all for machines', async () => {
  const { run } = world()
  const line = 'nft ls --all --rate-limit 2 --max-wait 9h'
  const { stderr } = await run(`${line} --format csv`)
  expect(stderr.match(/^Waiting 3\d\d\d s for the hourly limit\.$/gm)).toHaveLength(3)
  expect((await world().run(`${line} --json`)).stderr).toBe('')
})

test('a stop ends a wait, and nothing more is asked for', async () => {
  const stop = new AbortController()
  const { run, asked } = world({ signal: stop.signal, sleep: async () => stop.abort('SIGINT') })
  const { code } = await run('nft ls --all --json --rate-limit 2 --max-wait 9h')
  expect([code, asked()]).toEqual([130, 1])
})

test('one page and single commands are counted, and never held back', async () => {
  const { run, time } = world()
  for (let each = 0; each < 3; each++) expect((await run('nft ls --json --rate-limit 1')).code).toBe(0)
  expect(JSON.parse((await run('limits --json --rate-limit 1')).stdout)).toMatchObject({
    limit: 1,
    used: 3,
    left: 0,
    left_for_bulk: 0,
  })
  expect(time.naps).toEqual([])
})
