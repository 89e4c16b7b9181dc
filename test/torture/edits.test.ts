/** Whatever is edited between runs, no content that was applied or is unresolved is sent again without a flag that says so. */
import { expect, test } from 'vitest'
import { file, service, submit, type Answer } from '../bulk/support.ts'
import { freshFolder } from '../support/movecli.ts'
import { seeded } from '../support/random.ts'
import { edited, lineOf, type Written } from './edits.ts'
import { clock } from '../support/clock.ts'

const edits = Number(process.env['TORTURE_EDITS'] ?? 120)
/** One journal sees so many edits: then a new one is begun, for most rows of an old one are settled. */
const perHome = 40
const seed = Number(process.env['TORTURE_SEED'] ?? 20_260_131)

/** What the service did with a content: only what it refused or never took may come again. */
type Fate = 'applied' | 'unknown' | 'rejected' | 'not taken'
const answers: [Answer, Fate][] = [
  ['applied', 'applied'],
  ['applied', 'applied'],
  ['applied', 'applied'],
  ['MOTION_002', 'rejected'],
  ['lost', 'unknown'],
  ['CHAIN_001', 'unknown'],
  ['AUTH_002', 'not taken'],
]
const flags = [
  '',
  '',
  '',
  '--skip-applied',
  '--skip-applied',
  '--retry-failed',
  '--skip-invalid --skip-applied',
]

test(`${edits} edits: what was applied or is unresolved is sent once`, { timeout: 3_600_000 }, async () => {
  const roll = seeded(seed)
  const pick = <T>(from: readonly T[]): T => from[Math.floor(roll() * from.length)]!
  const ends = new Map<number, number>()
  let sentInAll = 0
  for (let made = 0; made < edits; made += perHome) {
    const [home, time] = [freshFolder(), clock()]
    const fates = new Map<number, Fate>()
    let [last, command] = [0, '']
    const again: unknown[] = []
    const it = service(({ steps }) => {
      const n = Number(steps) - 1000
      const before = fates.get(n)
      if (before === 'applied' || before === 'unknown') again.push({ n, before, command })
      const [answer, fate] = pick(answers)
      fates.set(n, fate)
      return answer
    })
    const fresh = () => ++last
    let rows: Written[] = Array.from({ length: 6 }, () => ({ n: fresh(), spelling: 1 }))
    for (let edit = 0; edit < Math.min(perHome, edits - made); edit++) {
      command = `--run ${pick(['a', 'a', 'a', 'b'])} ${pick(flags)} --shard ${pick(['1/1', '1/2', '2/2'])}`
      if (roll() < 0.6) command = command.replace(/--shard.*/, '')
      const path = file('rows.ndjson', rows.map((row) => `${lineOf(row)}\n`).join(''))
      const words = `--from ${path} --concurrency 2 --max-wait 2s ${command}`
      const { code } = await submit(words, { home, service: it, ...time })
      ends.set(code, (ends.get(code) ?? 0) + 1)
      rows = edited(rows, roll, fresh)
      time.pass(60_000 + roll() * 3_600_000)
    }
    sentInAll += it.sent.length
    expect(again, `seed ${seed}`).toEqual([])
  }
  // It went on after every kind of edit: rows were sent, runs were stopped, and none ended in any other way.
  expect(sentInAll).toBeGreaterThan(edits / 4)
  expect([...ends.keys()].every((code) => [0, 2, 4, 8, 10].includes(code))).toBe(true)
  expect(ends.get(2)).toBeGreaterThan(edits / 10)
})
