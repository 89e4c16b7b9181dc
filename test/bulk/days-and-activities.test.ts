/** Rows per day and rows per activity count the same motion: what was sent one way is not sent the other way. */
import { expect, test } from 'vitest'
import { setTimeout as pause } from 'node:timers/promises'
import { setUp, walk, year } from './activity-setting.ts'
import { service } from './support.ts'

const day = (date: string, steps: number) => ({ id: `day-${date}`, date, steps, source: 'Watch' })
const timed = (time: string, until: string, steps: number, more: object = {}) =>
  walk(time, steps, {
    interval: `2026-05-01T${time.slice(0, 2)}:${time.slice(2)}:09Z/2026-05-01T${until}:00Z`,
    ...more,
  })
const activities = [timed('0700', '07:40', 4000), timed('1800', '18:30', 3000)]
const whole = day('2026-05-01', 7500)
const next = day('2026-05-02', 800)

test.each([
  ['after the whole day', [whole], activities],
  ['after one of its activities', activities.slice(1), [whole]],
  ['after all of them', activities, [whole]],
])('%s the same motion is named and not sent, until --resubmit says so', async (_, first, second) => {
  const it = setUp()
  await it.send(first)
  it.pass(year)
  const refused = await it.send([...second, next])
  expect(refused.code).toBe(2)
  expect(refused.stderr).toContain(`${second.length} with other values`)
  for (const run of ['', '--run another']) {
    const { code, said } = await it.send([...second, next], `--skip-applied ${run}`)
    expect(code).toBe(10)
    expect(said.slice(0, -1).map(({ status }) => status)).toEqual(second.map(() => 'skipped'))
  }
  expect(it.service.sent).toHaveLength(first.length + 1)
  expect((await it.send(second, '--resubmit')).code).toBe(0)
  expect(it.service.sent).toHaveLength(first.length + 1 + second.length)
})

test('the messages name what was sent', async () => {
  const it = setUp()
  await it.send([whole])
  const [of] = (await it.send(activities, '--skip-applied')).said
  expect(of!.message).toContain('The whole day of this activity was sent before, as day-2026-05-01.')
  const other = setUp()
  await other.send(activities)
  const [said] = (await other.send([whole], '--skip-applied')).said
  expect(said!.message).toContain('Activities of this day were sent before.')
})

test('a day of one activity with its very values was applied before', async () => {
  const it = setUp()
  await it.send([activities[0]!])
  const { code, said } = await it.send([day('2026-05-01', 4000)], '--skip-applied')
  expect({ code, status: said[0]!.status }).toEqual({ code: 0, status: 'skipped' })
})

test.each([
  ['the next day', [whole], [timed('0700', '07:40', 4000, { date: '2026-05-02' })]],
  ['the day before', activities, [day('2026-04-30', 900)]],
  ['a day of another id', activities, [{ ...whole, id: 'monday' }]],
  ['an activity without a date', [whole], [{ ...activities[0]!, date: undefined }]],
])('%s is other motion', async (_, first, second) => {
  const it = setUp()
  await it.send(first)
  expect((await it.send(second)).code).toBe(0)
  expect(it.service.sent).toHaveLength(first.length + second.length)
})

test('a day that was rejected leaves its activities to be sent', async () => {
  const it = setUp()
  const refusing = service(() => 'MOTION_001')
  expect((await it.send([whole], '', refusing)).code).toBe(10)
  expect((await it.send(activities)).code).toBe(0)
})

test.each([
  ['the day first', [whole, ...activities, next], [2, 3]],
  ['the day last', [...activities, next, whole], [4]],
  ['the day between', [activities[0]!, whole, activities[1]!, next], [2]],
])('an input with a day and its activities is refused: %s', async (_, rows, wrong) => {
  const it = setUp()
  const refused = await it.send(rows)
  expect(refused.code).toBe(2)
  for (const line of wrong)
    expect(refused.stderr).toContain(
      `line ${line}: id counts the same motion as another row of 2026-05-01: rows per day and rows per activity do not go together`,
    )
  expect(it.service.sent).toEqual([])
  const { code, said } = await it.send(rows, '--skip-invalid')
  expect(code).toBe(10)
  const invalid = said.filter(({ status }) => status === 'invalid').map(({ id }) => id)
  expect(invalid).toEqual(wrong.map((line) => rows[line - 1]!.id))
  expect(it.service.sent).toHaveLength(rows.length - wrong.length)
})

test('shards answer together for each row of an input with a day and its activities', async () => {
  const it = setUp()
  const rows = [whole, ...activities, next]
  const said = []
  for (const shard of [1, 2, 3])
    said.push(...(await it.send(rows, `--skip-invalid --shard ${shard}/3`)).said.map(({ id }) => id))
  expect(said.toSorted()).toEqual(rows.map(({ id }) => id).toSorted())
  expect(it.service.sent).toHaveLength(2)
})

test('activities without an interval hold back their day too', async () => {
  const it = setUp()
  await it.send(activities.map(({ interval: _, ...row }: Record<string, unknown>) => row))
  expect((await it.send([whole])).code).toBe(2)
  expect((await it.send([whole, next], '--skip-applied')).code).toBe(10)
  expect(it.service.sent).toHaveLength(3)
})

test.each([
  ['activities', activities, whole],
  ['the whole day', [whole, next], activities[0]!],
])(
  'while a run may still be sending %s, the other motion of that date is not sent',
  async (_, first, other) => {
    const it = setUp()
    let answer = () => {}
    const slow = service(async () => {
      await new Promise<void>((resolve) => (answer = resolve))
      return 'applied'
    })
    const running = it.send(first, '--run first --concurrency 1', slow)
    while (slow.sent.length === 0) await pause(10)
    const held = await it.send([other], '--skip-applied')
    expect({ code: held.code, sent: it.service.sent }).toEqual({ code: 8, sent: [] })
    const free = await it.send([
      day('2026-05-09', 10),
      timed('0700', '07:40', 4321, {
        date: '2026-05-10',
        id: 'activity-20260510T0700Z',
        interval: undefined,
      }),
    ])
    expect(free.code).toBe(0)
    const ended = running.then(() => true)
    while (!(await Promise.race([ended, pause(10).then(() => false)]))) answer()
    expect((await it.send([other], '--skip-applied')).code).toBe(10)
  },
)
