import { appendFileSync, existsSync, mkdirSync, readdirSync, statSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { createBudget } from '../../src/client/budget.ts'
import { countOne, countsFolder, fileCounts, readCounts } from '../../src/client/budget-file.ts'
import { bundle, start } from '../support/bundle.ts'
import { freshFolder, movecli } from '../support/movecli.ts'
import { service } from '../bulk/support.ts'

const noon = new Date('2026-01-31T12:00:30Z')
const at = (date: Date) => ({ wall: date.getTime(), ticks: date.getTime() })
const place = () => countsFolder(freshFolder(), 'https://service.example', 'key-1')

test('single requests are counted one by one, and leave the count after their hour', async () => {
  const folder = place()
  for (let n = 0; n < 5; n++) await countOne(folder, at(noon))
  const later = new Date(noon.getTime() + 3_600_000 + 60_000)
  expect((await readCounts(folder, at(noon))).used(noon.getTime())).toBe(5)
  expect((await readCounts(folder, at(later))).used(later.getTime())).toBe(0)
})

test('the folder names neither the key nor the service', () => {
  expect(countsFolder('/state', 'https://service.example', 'key-1')).toMatch(
    /^\/state\/limits\/[0-9a-f]{16}$/,
  )
})

test('each origin and each key has a count of its own', async () => {
  const state = freshFolder()
  const folders = [
    ['https://service.example', 'key-1'],
    ['https://service.example', 'key-2'],
    ['https://service.example:8443', 'key-1'],
  ].map(([origin, key]) => countsFolder(state, origin!, key!))
  await countOne(folders[0]!, at(noon))
  const used = await Promise.all(
    folders.map(async (each) => (await readCounts(each, at(noon))).used(noon.getTime())),
  )
  expect(used).toEqual([1, 0, 0])
})

test('a line that is cut off or no count is left out, and files that are over are removed', async () => {
  const folder = place()
  await countOne(folder, at(noon))
  const file = join(folder, readdirSync(folder)[0]!)
  writeFileSync(join(folder, '1.log'), '3600000 5\n')
  // One of two processes may write what it counted earlier behind the other's.
  writeFileSync(join(folder, '2.log'), `${noon.getTime() - 1000} 3\n3600000 5\n`)
  appendFileSync(file, 'nonsense\n17698')
  const budget = createBudget(
    { limit: 100 },
    fileCounts(folder, () => at(noon)),
  )
  await budget.refill(noon.getTime())
  expect((await readCounts(folder, at(noon))).used(noon.getTime())).toBe(5)
  expect(['1.log', '2.log'].map((name) => existsSync(join(folder, name)))).toEqual([false, true])
})

test('a state folder that cannot be written holds no single request back', async () => {
  const state = freshFolder()
  writeFileSync(join(state, 'limits'), 'in the way')
  await countOne(countsFolder(state, 'https://service.example', 'key-1'), at(noon))
  mkdirSync(join(state, 'other'))
  expect(readdirSync(state)).toEqual(['limits', 'other'])
})

test('four processes at once take together what the limit allows, and no more', async () => {
  const folder = place()
  const script = await bundle(`
    import { createBudget } from 'src/client/budget.ts'
    import { fileCounts } from 'src/client/budget-file.ts'
    void (async () => {
      // A clock of its own that crosses the edge of a bucket now and then, so that leave is given back on the way.
      let [now, taken] = [${noon.getTime()}, 0]
      const budget = createBudget({ limit: 500 }, fileCounts(${JSON.stringify(folder)}, () => ({ wall: now, ticks: now })))
      for (;; now += 40) {
        if (budget.tryAcquire(now)) taken += 1
        else if ((await budget.refill(now)) > 0) break
      }
      console.log(taken)
    })()`)
  const ended = await Promise.all([1, 2, 3, 4].map(async () => start(script).ended))
  const sum = ended.reduce((all, { stdout }) => all + Number(stdout), 0)
  expect(sum).toBe(490)
})

const env = {
  MOVECLI_NETWORK: 'testnet',
  MOVECLI_BASE_URL: 'https://service.example/v1',
  MOVECLI_API_KEY: 'key-of-the-test',
  MOVECLI_TOKEN: 'token-of-the-test',
}

test('every command counts what it sends, and movecli limits shows what is left', async () => {
  const home = freshFolder()
  const { transport } = service()
  const now = () => noon
  for (let n = 0; n < 3; n++) await movecli('token price', { home, env, transport, now })
  const { stdout } = await movecli('limits --json', { home, env, transport, now })
  const bare = await movecli('limits --json', { home, env: { ...env, MOVECLI_TOKEN: '' }, now })
  expect(JSON.parse(stdout)).toMatchObject({ limit: 5000, used: 3, left: 4997, left_for_bulk: 4897 })
  expect(JSON.parse(bare.stdout)).toMatchObject({ limit: 1000, used: 3, left: 997, left_for_bulk: 977 })
})

test('on loopback there is no limit of ours unless --rate-limit sets one', async () => {
  const local = { ...env, MOVECLI_BASE_URL: 'http://127.0.0.1:9/v1' }
  const home = freshFolder()
  const { transport } = service()
  await movecli('token price', { home, env: local, transport })
  const state = join(home, '.local/state/movecli')
  expect(existsSync(state)).toBe(false)
  const none = await movecli('limits --json', { home, env: local })
  const own = await movecli('limits --json --rate-limit 50', { home, env: local })
  expect([none, own].map(({ stdout }) => (JSON.parse(stdout) as { limit: number }).limit)).toEqual([null, 50])
})

test('the count files are for their owner alone', async () => {
  const folder = place()
  await countOne(folder, at(noon))
  const [name] = readdirSync(folder)
  expect(statSync(join(folder, name!)).mode & 0o777).toBe(0o600)
})

const hour = 3_600_000
/** Of requests made while the clock was so much ahead, how many count `later` on, when it is right. */
const counted = async (ahead: number, later: number) => {
  const folder = place()
  const start = noon.getTime()
  for (let n = 0; n < 3; n++) await countOne(folder, { wall: start + ahead, ticks: 5 * hour })
  const now = { wall: start + later, ticks: 5 * hour + later }
  await fileCounts(folder, () => now).exchange(0, () => [])
  return (await readCounts(folder, now)).used(now.ticks)
}

test.each([0, -hour, hour, -3 * hour, 5 * hour, 40 * 24 * hour, -40 * 24 * hour])(
  'requests count for one hour and no longer, though the clock is set back by %i ms after they were made',
  async (ahead) => {
    expect([
      await counted(ahead, 1000),
      await counted(ahead, hour),
      await counted(ahead, hour + 40_000),
    ]).toEqual([3, 3, 0])
  },
)

test('without ticks that can be compared the clock tells, and what is ahead of it counts from now', async () => {
  const folder = place()
  mkdirSync(folder, { recursive: true })
  const start = noon.getTime()
  const lines = [start - hour / 2, start + hour / 2, start - 2 * hour, start + 40 * 24 * hour]
  for (const wall of lines)
    appendFileSync(join(folder, `${Math.floor(wall / hour)}.log`), `${wall} 1 77 another\n${wall} 1\n`)
  expect((await readCounts(folder, at(noon))).used(start)).toBe(4)
})

test('what was counted at the end of the hour before last counts on for the time that a request may be late', async () => {
  const folder = place()
  const end = Math.ceil(noon.getTime() / hour) * hour
  await countOne(folder, at(new Date(end - 1)))
  const left = async (now: Date) => {
    // A run tidies up what is over, and not a moment sooner.
    await fileCounts(folder, () => at(now)).exchange(0, () => [])
    return [(await readCounts(folder, at(now))).used(now.getTime()), readdirSync(folder).length]
  }
  expect(await left(new Date(end + hour + 20_000))).toEqual([1, 2])
  expect(await left(new Date(end + hour + 40_000))).toEqual([0, 1])
})

test('a shard takes its part of the limit, and all of them no more than the limit together', async () => {
  const folder = place()
  const now = noon.getTime()
  const taken = async (limit: number, part: number, tag: string) => {
    const budget = createBudget(
      { limit, own: { tag, limit: part } },
      fileCounts(folder, () => at(noon)),
    )
    for (let count = 0; ;)
      if (budget.tryAcquire(now)) count += 1
      else if ((await budget.refill(now)) > 0) return count
  }
  expect([await taken(400, 100, '1/4'), await taken(400, 100, '1/4'), await taken(400, 100, '2/4')]).toEqual([
    98, 0, 98,
  ])
  expect([await taken(400, 300, '3/4'), await taken(400, 100, '4/4')]).toEqual([196, 0])
})
