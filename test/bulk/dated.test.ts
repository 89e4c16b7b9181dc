/** Rows that name their date: what is imported again is not sent again, and a day that has grown is left to a person. */
import { expect, test } from 'vitest'
import { freshFolder } from '../support/movecli.ts'
import { file, service, submit } from './support.ts'
import { clock } from '../support/clock.ts'

const day = (date: string, steps: number, more: object = {}) => ({
  id: `day-${date}`,
  date,
  steps,
  source: 'Watch',
  ...more,
})
const year = 365 * 86_400_000

function setUp() {
  const setting = { home: freshFolder(), service: service(), ...clock() }
  return {
    ...setting,
    send: async (rows: readonly object[], words = '') =>
      submit(`--from ${file('rows.ndjson', rows)} --json ${words}`, setting),
  }
}

test('id, date and source are taken and not sent, in NDJSON and in CSV', async () => {
  const it = setUp()
  expect((await it.send([day('2026-01-01', 5000)])).code).toBe(0)
  const csv = file('rows.csv', 'id,date,steps,distance,source\nday-2026-01-02,2026-01-02,6000,,"a, b"\n')
  expect((await submit(`--from ${csv}`, it)).code).toBe(0)
  expect(it.service.sent).toEqual([{ steps: 5000 }, { steps: 6000 }])
})

test('the same rows again send nothing, and a new day among them is sent alone with --skip-applied', async () => {
  const it = setUp()
  const days = [day('2026-01-01', 5000), day('2026-01-02', 6000)]
  await it.send(days)
  expect((await it.send(days)).code).toBe(0)
  const more = [...days, day('2026-01-03', 7000)]
  const refused = await it.send(more)
  expect(refused).toMatchObject({ code: 2 })
  expect(refused.stderr).toContain('2 rows were sent before')
  expect((await it.send(more, '--skip-applied')).code).toBe(0)
  expect(it.service.sent).toEqual([{ steps: 5000 }, { steps: 6000 }, { steps: 7000 }])
})

test('a day that was applied longer ago than contents are looked back for is not sent again', async () => {
  const it = setUp()
  await it.send([day('2026-01-01', 5000)])
  it.pass(year)
  const { code } = await it.send([day('2026-01-01', 5000), day('2026-01-02', 6000)], '--skip-applied')
  expect(code).toBe(0)
  expect(it.service.sent).toEqual([{ steps: 5000 }, { steps: 6000 }])
})

test('a day that has grown is named and not sent, until --resubmit says so', async () => {
  const it = setUp()
  await it.send([day('2026-01-01', 5000)])
  it.pass(year)
  const grown = [day('2026-01-01', 5900), day('2026-01-02', 6000)]
  const refused = await it.send(grown)
  expect(refused).toMatchObject({ code: 2, stdout: '' })
  expect(refused.stderr).toContain('1 with other values')
  const { error } = JSON.parse(refused.stderr) as { error: { details: string } }
  expect(error.details).toMatch(/^run \w+: 1 row with other values, on 2026-03-04$/)
  const skipped = await it.send(grown, '--skip-applied')
  expect(skipped.code).toBe(10)
  expect(JSON.parse(skipped.stdout)).toMatchObject([
    { id: 'day-2026-01-01', status: 'skipped', message: expect.stringContaining('--resubmit') as string },
    { id: 'day-2026-01-02', status: 'applied' },
  ])
  expect(skipped.stderr).toContain('1 skipped (other values before)')
  expect((await it.send([grown[0]!], '--resubmit')).code).toBe(0)
  expect(it.service.sent).toEqual([{ steps: 5000 }, { steps: 6000 }, { steps: 5900 }])
})

test('a terminal shows the day that was sent with other values, and not the one that was sent as it is', async () => {
  const it = setUp()
  await it.send([day('2026-01-01', 5000), day('2026-01-02', 6000)])
  const path = file('rows.ndjson', [day('2026-01-01', 5900), day('2026-01-02', 6000)])
  const { code, stdout } = await submit(`--from ${path} --skip-applied`, {
    ...it,
    tty: true,
    columns: 200,
    env: { NO_COLOR: '1' },
  })
  expect({ code, lines: stdout.trimEnd().split('\n').length }).toEqual({ code: 10, lines: 2 })
  expect(stdout).toMatch(/^ +1 +day-2026-01-01 +skipped /m)
})

test('a day that was rejected, or never taken, may be sent with other values', async () => {
  const setting = { home: freshFolder(), ...clock() }
  const path = (steps: number) => file('rows.ndjson', [day('2026-01-01', steps)])
  await submit(`--from ${path(5000)}`, { ...setting, service: service(() => 'MOTION_002') })
  await submit(`--from ${path(5000)} --retry-failed`, { ...setting, service: service(() => 'AUTH_001') })
  const it = service()
  expect((await submit(`--from ${path(5500)}`, { ...setting, service: it })).code).toBe(0)
  expect(it.sent).toEqual([{ steps: 5500 }])
})

test('a day whose row is unresolved is not sent with other values either', async () => {
  const setting = { home: freshFolder(), ...clock() }
  const path = (steps: number) => file('rows.ndjson', [day('2026-01-01', steps)])
  await submit(`--from ${path(5000)}`, { ...setting, service: service(() => 'lost') })
  const it = service()
  const { code } = await submit(`--from ${path(5500)} --skip-applied`, { ...setting, service: it })
  expect({ code, sent: it.sent }).toEqual({ code: 10, sent: [] })
})

test('an unresolved day stays so, whatever a later attempt of it met', async () => {
  const setting = { home: freshFolder(), ...clock() }
  const path = (steps: number) => file('rows.ndjson', [day('2026-01-01', steps)])
  await submit(`--from ${path(5000)} --run a`, { ...setting, service: service(() => 'lost') })
  const untaken = service(() => 'AUTH_001')
  await submit(`--from ${path(5000)} --run a --retry-unknown`, { ...setting, service: untaken })
  const it = service()
  const { code } = await submit(`--from ${path(5500)} --run b`, { ...setting, service: it })
  expect({ sentCount: untaken.sent.length, code, itSent: it.sent }).toEqual({
    sentCount: 1,
    code: 2,
    itSent: [],
  })
})

test('an unresolved day that another run sent with other values is still unresolved to runs that send an equal row', async () => {
  const setting = { home: freshFolder(), ...clock() }
  const it = service()
  const send = async (list: readonly object[], words: string, to = it) =>
    (await submit(`--from ${file('rows.ndjson', list)} ${words}`, { ...setting, service: to })).code
  await send(
    [day('2026-01-01', 5000)],
    '--run a',
    service(() => 'lost'),
  )
  expect(await send([day('2026-01-01', 5900)], '--run b --resubmit')).toBe(0)
  const more = [day('2026-01-01', 5000), day('2026-01-02', 6000)]
  expect(await send(more, '--run a --retry-unknown --skip-applied')).toBe(10)
  expect(await send([{ steps: 5000 }], '--run c')).toBe(2)
  expect(it.sent).toEqual([{ steps: 5900 }, { steps: 6000 }])
})

test('ids without a date are those of their run alone', async () => {
  const it = setUp()
  await it.send([{ id: '1', steps: 5000 }])
  expect((await it.send([{ id: '1', steps: 6000 }])).code).toBe(0)
  expect(it.service.sent).toEqual([{ steps: 5000 }, { steps: 6000 }])
})

test.each(['date', 'source'])('a %s of two lines makes its row invalid', async (field) => {
  const it = setUp()
  const { code, stderr } = await it.send([day('2026-01-01', 5000, { [field]: 'a\nb' })])
  expect(code).toBe(2)
  expect(stderr).toContain(`${field} must be one line of text`)
})

test('a date that has grown is named in its own run with what sends it again, and not with another id', async () => {
  const it = setUp()
  await it.send([day('2026-01-01', 5000)], '--run w')
  const grown = [day('2026-01-01', 6000), day('2026-01-02', 7000)]
  const refused = await it.send(grown, '--run w')
  expect(refused.code).toBe(2)
  expect(refused.stderr).toContain(
    'with other values for its date; to send the date again, put this row alone into another --run with --resubmit',
  )
  expect(refused.stderr).not.toContain('own id')
  expect((await it.send(grown.slice(0, 1), '--run x --resubmit')).code).toBe(0)
  expect(it.service.sent).toEqual([{ steps: 5000 }, { steps: 6000 }])
})
