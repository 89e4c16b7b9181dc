/** Rows of imported activities: one that another import names a minute earlier or later is not sent as another. */
import { expect, test } from 'vitest'
import { setUp, walk, year } from './activity-setting.ts'
import { file, service, submit } from './support.ts'

test.each(['0629', '0630', '0631'])(
  'an activity that was sent with other values as one of %s is named and not sent, until --resubmit says so',
  async (time) => {
    const it = setUp()
    await it.send([walk(time, 2000)])
    it.pass(year)
    const again = [walk('0630', 2100), walk('0900', 700)]
    const refused = await it.send(again)
    expect({ code: refused.code, said: refused.said }).toEqual({ code: 2, said: [] })
    expect(refused.stderr).toContain('1 row was sent before')
    expect(refused.stderr).toContain('1 with other values')
    const { code, said, stderr } = await it.send(again, '--skip-applied')
    expect({ code, said: said.map(({ id, status }) => [id, status]) }).toEqual({
      code: 10,
      said: [
        ['activity-20260501T0630Z', 'skipped'],
        ['activity-20260501T0900Z', 'applied'],
      ],
    })
    expect(said[0]!.message).toBe(
      `${
        time === '0630'
          ? 'The values of this row have changed since it was sent.'
          : `This activity was sent before as activity-20260501T${time}Z, with other values.`
      } --resubmit sends it again, with every other row of the input.`,
    )
    expect(stderr).toContain('1 skipped (other values before)')
    expect((await it.send(again.slice(0, 1), '--resubmit')).code).toBe(0)
    expect(it.service.sent.map(({ steps }) => steps)).toEqual([2000, 700, 2100])
  },
)

test.each(['', '--run another'])(
  'a walk whose minute a false start has taken is held back too, %s',
  async (run) => {
    const it = setUp()
    await it.send([walk('0631', 3300)])
    const both = [walk('0631', 30), walk('0632', 3310), walk('0700', 5)]
    const { code, said } = await it.send(both, `--skip-applied ${run}`)
    expect({ code, said: said.map(({ status }) => status) }).toEqual({
      code: 10,
      said: ['skipped', 'skipped', 'applied'],
    })
    expect(said[1]!.message).toContain('This activity was sent before as activity-20260501T0631Z')
    expect((await it.send(both, `--skip-applied ${run}`)).code).toBe(10)
    expect(it.service.sent.map(({ steps }) => steps)).toEqual([3300, 5])
  },
)

/** Another one that starts in the same minute. */
const other = (time: string, steps: number, nth = 2) =>
  walk(time, steps, { id: `activity-20260501T${time}Z-${nth}` })

test.each([
  ['a false start in the same minute takes its id', '0630', [walk('0630', 30), other('0630', 3310)]],
  ['it came from a device a minute ahead', '0631', [walk('0630', 30), other('0630', 3310)]],
  ['the other one is gone', '0630', [other('0630', 3310)]],
])('a walk that was sent is held back where %s', async (_, time, rows) => {
  const it = setUp()
  await it.send([walk(time, 3300)])
  const input = [...rows, walk('0900', 5)]
  for (const words of ['', '--run another']) {
    const { code, said } = await it.send(input, `--skip-applied ${words}`)
    expect({ code, held: said.filter(({ status }) => status === 'skipped').length }).toMatchObject({
      code: 10,
      held: rows.length + (words ? 1 : 0),
    })
    expect(said[rows.length - 1]!.message).toContain(`was sent before as activity-20260501T${time}Z`)
  }
  expect(it.service.sent.map(({ steps }) => steps)).toEqual([3300, 5])
})

test('where the walk of a minute is as it was sent, another one that starts in it is sent, once', async () => {
  const it = setUp()
  await it.send([walk('0630', 4300)])
  const both = [walk('0630', 4300), other('0630', 5500)]
  for (const words of ['', '--run another', '--run third'])
    expect((await it.send(both, `--skip-applied ${words}`)).code).toBe(0)
  expect(it.service.sent.map(({ steps }) => steps)).toEqual([4300, 5500])
  const grown = [walk('0630', 4300), other('0630', 5600)]
  expect((await it.send(grown, '--skip-applied')).code).toBe(10)
  expect(it.service.sent.length).toBe(2)
})

test('the second of a minute is held back where its values have changed, and where another one has taken its place', async () => {
  const it = setUp()
  await it.send([walk('0630', 4300), other('0630', 6528)])
  for (const changed of [
    [walk('0630', 4300), other('0630', 6535)],
    [walk('0630', 4300), other('0630', 7000), other('0630', 6535, 3)],
    [other('0630', 6535, 3)],
  ])
    expect((await it.send(changed, '--skip-applied')).code).toBe(10)
  expect((await it.send([walk('0630', 4300), other('0630', 6528, 3)], '--skip-applied')).code).toBe(0)
  expect(it.service.sent.map(({ steps }) => steps)).toEqual([4300, 6528])
})

test('what the second of a minute was sent as holds the walk that has the minute alone', async () => {
  const it = setUp()
  await it.send([walk('0630', 4300), other('0630', 5500)])
  expect((await it.send([walk('0630', 9800)], '--skip-applied')).code).toBe(10)
  expect(it.service.sent.length).toBe(2)
})

test('two activities a minute apart that are sent together stay two, in every later run', async () => {
  const it = setUp()
  const both = [walk('0631', 30), walk('0632', 3310)]
  expect((await it.send(both)).code).toBe(0)
  for (const words of ['', '--run another --skip-applied']) expect((await it.send(both, words)).code).toBe(0)
  expect(it.service.sent.map(({ steps }) => steps)).toEqual([30, 3310])
})

test('a row without a date is looked for by the id of its activity too', async () => {
  const it = setUp()
  await it.send([walk('0630', 2000)])
  const undated = { id: 'activity-20260501T0631Z', steps: 2100 }
  expect((await it.send([undated], '--skip-applied')).code).toBe(10)
  expect((await it.send([{ ...undated, id: 'activity-20260501T0630Z' }], '--skip-applied')).code).toBe(10)
  expect(it.service.sent).toEqual([{ steps: 2000 }])
})

test('two minutes away, or in any other form, an id is that of another activity', async () => {
  const it = setUp()
  await it.send([walk('0630', 2000)])
  const others = [
    walk('0628', 1),
    walk('0632', 2),
    walk('', 3, { id: 'activity-20260501T063100Z' }),
    walk('', 4, { id: 'walk-20260501T0631Z' }),
  ]
  expect((await it.send(others)).code).toBe(0)
  expect(it.service.sent.length).toBe(5)
})

test('an input that has both minutes has two activities', async () => {
  const it = setUp()
  await it.send([walk('0630', 2000)])
  expect((await it.send([walk('0630', 2000), walk('0631', 700)], '--skip-applied')).code).toBe(0)
  expect(it.service.sent).toEqual([{ steps: 2000 }, { steps: 700 }])
  const grown = [walk('0630', 2000), walk('0631', 750)]
  const { said } = await it.send(grown, '--skip-applied')
  expect(said).toMatchObject([
    { status: 'skipped' },
    { status: 'skipped', message: expect.stringContaining('The values of this row have changed') as string },
  ])
})

test('with the same values it counts as applied, however old, and the row beside it is another', async () => {
  const it = setUp()
  await it.send([walk('0630', 2000)])
  it.pass(year)
  const { code, said } = await it.send([walk('0629', 2000), walk('0631', 700)], '--skip-applied')
  expect({ code, said }).toMatchObject({ code: 0, said: [{ status: 'skipped' }, { status: 'applied' }] })
  expect(it.service.sent).toEqual([{ steps: 2000 }, { steps: 700 }])
})

test('two rows around a minute that was sent are both left to a person', async () => {
  const it = setUp()
  await it.send([walk('0630', 2000)])
  const { code, said } = await it.send([walk('0629', 300), walk('0631', 700)], '--skip-applied')
  expect({ code, statuses: said.map(({ status }) => status) }).toEqual({
    code: 10,
    statuses: ['skipped', 'skipped'],
  })
})

test('an unresolved activity holds the minutes beside it, and one that was rejected or never taken holds none', async () => {
  for (const [answer, code] of [
    ['lost', 10],
    ['MOTION_002', 0],
    ['AUTH_001', 0],
  ] as const) {
    const it = setUp()
    await it.send(
      [walk('0630', 2000)],
      '',
      service(() => answer),
    )
    expect((await it.send([walk('0631', 2100)], '--skip-applied')).code, answer).toBe(code)
    expect(it.service.sent.length, answer).toBe(code === 0 ? 1 : 0)
  }
})

test('in its own run, and in a shard beside it, a row is found a minute from its id too', async () => {
  for (const words of ['--run w', '--run w --shard 1/1']) {
    const it = setUp()
    await it.send([walk('0630', 2000)], words)
    const { code, said } = await it.send([walk('0631', 2100)], `${words} --skip-applied`)
    expect({ code, said }).toMatchObject({
      code: 10,
      said: [{ message: expect.stringContaining('as activity-20260501T0630Z') as string }],
    })
    expect(it.service.sent).toEqual([{ steps: 2000 }])
  }
  const it = setUp()
  const shards = ['--shard 1/2', '--shard 2/2']
  for (const shard of shards) await it.send([walk('0630', 2000)], `--run w ${shard}`)
  for (const shard of shards) await it.send([walk('0631', 2100)], `--run w ${shard} --skip-applied`)
  expect(it.service.sent).toEqual([{ steps: 2000 }])
})

test('what another wallet sent is of another activity', async () => {
  const it = setUp()
  const other = { MOVECLI_API_KEY: 'another-key', MOVECLI_TOKEN: 'another.session' }
  const path = file('rows.ndjson', [walk('0630', 2000)])
  expect((await submit(`--from ${path}`, { ...it, env: other })).code).toBe(0)
  expect((await it.send([walk('0631', 2100)])).code).toBe(0)
  expect(it.service.sent).toEqual([{ steps: 2000 }, { steps: 2100 }])
})
