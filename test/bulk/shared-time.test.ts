/** Rows that say when they were: what was sent of a time is not sent again as another activity of that time. */
import { expect, test } from 'vitest'
import { setUp, walk, year } from './activity-setting.ts'
import { service } from './support.ts'

/** A walk of that day, from one time to another; its id has the minute in which it starts. */
const during = (from: string, to: string, steps: number, more: object = {}) =>
  walk(from.slice(0, 5).replace(':', ''), steps, {
    interval: `2026-05-01T${from}Z/2026-05-01T${to}Z`,
    ...more,
  })
const app = during('06:30:39', '08:00:39', 9000)

test.each([
  [
    'the watch has its second half',
    [during('06:30:39', '07:15:00', 4400), during('07:15:00', '08:00:35', 4600)],
  ],
  [
    'a false start comes before the walk of the watch',
    [during('06:30:49', '06:31:59', 90), during('06:33:10', '08:00:30', 8800)],
  ],
  ['another device began minutes earlier', [during('06:26:00', '08:00:20', 9300)]],
  ['another device began minutes later, and is imported alone', [during('06:34:00', '08:00:20', 8700)]],
  ['another device has a part of it, and is imported alone', [during('07:00:00', '07:20:00', 1900)]],
  ['it is a part of what another device has', [during('05:00:00', '09:30:00', 22_000)]],
  ['another device has a moment of it', [during('07:00:00', '07:00:00', 500)]],
])('an activity that was sent is not sent again where %s', async (_, rows) => {
  const it = setUp()
  await it.send([app])
  it.pass(year)
  expect((await it.send(rows)).code).toBe(2)
  const later = during('09:45:00', '10:00:00', 5)
  for (const words of ['', '--run another']) {
    const { code, said } = await it.send([...rows, later], `--skip-applied ${words}`)
    expect(code).toBe(10)
    expect(said.slice(0, rows.length).map(({ status }) => status)).toEqual(rows.map(() => 'skipped'))
  }
  expect(it.service.sent.map(({ steps }) => steps)).toEqual([9000, 5])
})

test('the message names the time that was sent', async () => {
  const it = setUp()
  await it.send([app])
  const { said } = await it.send([during('06:34:00', '08:00:20', 8700)], '--skip-applied')
  expect(said[0]!.message).toBe(
    'Motion of this time was sent before, with other values (2026-05-01T06:30:39Z/2026-05-01T08:00:39Z). --resubmit sends it again, with every other row of the input.',
  )
})

test.each([
  ['behind it', during('08:00:39', '08:30:00', 3000)],
  ['before it', during('06:00:00', '06:30:39', 3000)],
  ['behind it, by a clock that is a minute slow', during('07:59:39', '08:30:00', 3000)],
  [
    'on another day',
    {
      ...app,
      id: 'activity-20260502T0630Z',
      interval: '2026-05-02T06:30:39Z/2026-05-02T08:00:39Z',
      steps: 9001,
    },
  ],
])('an activity %s is another one', async (_, row) => {
  const it = setUp()
  await it.send([app])
  expect((await it.send([row])).code).toBe(0)
  expect(it.service.sent.length).toBe(2)
})

test('where what was sent is as it was, another activity of its time is sent, once', async () => {
  const it = setUp()
  await it.send([app])
  const both = [app, during('07:15:00', '08:10:00', 1200)]
  for (const words of ['', '--run another', '--run third'])
    expect((await it.send(both, `--skip-applied ${words}`)).code).toBe(0)
  expect(it.service.sent.map(({ steps }) => steps)).toEqual([9000, 1200])
  // Without the first one, or with other values of it, nobody knows what the second one is a part of.
  const third = during('07:30:00', '07:50:00', 700)
  for (const first of [[], [{ ...app, steps: 8000 }]])
    expect((await it.send([...first, both[1]!, third], '--skip-applied')).code).toBe(10)
  expect(it.service.sent.length).toBe(2)
})

test('a row that was rejected does not hide another one of its time', async () => {
  for (const order of [
    [0, 1],
    [1, 0],
  ]) {
    const it = setUp()
    const both = [app, during('06:31:00', '08:00:00', 8900)]
    const refusing = service(({ steps }) => (steps === app.steps ? 'MOTION_002' : 'applied'))
    await it.send(
      order.map((at) => both[at]!),
      '--run one',
      refusing,
    )
    expect(refusing.sent.length).toBe(2)
    expect((await it.send([during('06:40:00', '07:50:00', 7000)], '--skip-applied')).code).toBe(10)
    expect(it.service.sent).toEqual([])
  }
})

test('what was sent has the same values under another id of its time: it was applied', async () => {
  const it = setUp()
  await it.send([app])
  it.pass(year)
  const { code, said } = await it.send([during('06:35:00', '08:00:39', 9000)], '--skip-applied')
  expect({ code, said }).toMatchObject({ code: 0, said: [{ status: 'skipped' }] })
  expect(it.service.sent.length).toBe(1)
})

test('a row that was taken at the second try holds its time too', async () => {
  const it = setUp()
  let tries = 0
  const busy = service(() => ((tries += 1) === 1 ? 'RATE_001' : 'applied'))
  await it.send([app], '', busy)
  expect(tries).toBe(2)
  expect((await it.send([during('06:34:00', '08:00:20', 8700)], '--skip-applied')).code).toBe(10)
})

test.each([
  ['lost', 10],
  ['MOTION_002', 0],
] as const)('after an outcome of %s the exit code of a row of its time is %i', async (answer, code) => {
  const it = setUp()
  await it.send(
    [app],
    '',
    service(() => answer),
  )
  expect((await it.send([during('06:34:00', '08:00:20', 8700)], '--skip-applied')).code).toBe(code)
})

test.each([
  ['walk 17', 'walk 18'],
  ['walk 17', undefined],
  [undefined, 'walk 18'],
  [undefined, undefined],
])('a row holds its time whatever its id: %s, and then %s', async (first, second) => {
  const it = setUp()
  await it.send([{ ...app, id: first, date: undefined }])
  it.pass(year)
  const { said } = await it.send([{ ...during('06:34:00', '08:00:20', 8700), id: second }], '--skip-applied')
  expect(said).toMatchObject([{ status: 'skipped', message: expect.stringContaining('06:30:39Z') as string }])
  expect(it.service.sent.length).toBe(1)
})

test('in the run itself and in shards beside it the time of a row is held too', async () => {
  const it = setUp()
  const shards = ['--shard 1/2', '--shard 2/2']
  for (const shard of shards) await it.send([app], `--run w ${shard}`)
  for (const shard of shards)
    await it.send([during('06:34:00', '08:00:20', 8700)], `--run w ${shard} --skip-applied`)
  expect(it.service.sent.map(({ steps }) => steps)).toEqual([9000])
})
