/** Which day it is: the calendar of a time zone, also in the nights when its clocks change. */
import { expect, test } from 'vitest'
import { dateOfDay, dayIn } from '../../../src/commands/motion/day.ts'
import { freshFolder, movecli } from '../../support/movecli.ts'
import { startCommand } from '../../support/pages.ts'
import { testnet } from '../../support/testnet.ts'

const { env, requested, witness } = await testnet()

/** The day before, by counting in the calendar of the days themselves. */
function before(day: string): string {
  const [year = 0, month = 0, date = 0] = day.split('-').map(Number)
  return new Date(Date.UTC(year, month - 1, date - 1)).toISOString().slice(0, 10)
}

/** Zones and the year's nights when their clocks change, at full and half hours, at midnight and on other days. */
const nights: [zone: string, date: string][] = [
  ['Europe/Berlin', '2026-03-29'],
  ['Europe/Berlin', '2026-10-25'],
  ['America/New_York', '2026-03-08'],
  ['America/New_York', '2026-11-01'],
  ['Australia/Lord_Howe', '2026-04-05'],
  ['Australia/Lord_Howe', '2026-10-04'],
  ['America/Santiago', '2026-09-06'],
  ['Asia/Beirut', '2026-03-29'],
  ['Africa/Cairo', '2026-04-24'],
  ['Asia/Kathmandu', '2026-03-29'],
  ['Pacific/Kiritimati', '2026-01-01'],
  ['Pacific/Pago_Pago', '2026-01-01'],
  ['UTC', '2026-03-29'],
]

test.each(nights)('in %s around %s yesterday is the day before today, at every minute', (zone, date) => {
  const start = Date.parse(`${date}T00:00:00Z`) - 36 * 3_600_000
  let days = 0
  let last = ''
  for (let minute = 0; minute < 72 * 60; minute += 10) {
    const now = new Date(start + minute * 60_000)
    const today = dateOfDay({ daysAgo: 0 }, now, zone)
    expect({ now: now.toISOString(), yesterday: dateOfDay({ daysAgo: 1 }, now, zone) }).toEqual({
      now: now.toISOString(),
      yesterday: before(today),
    })
    if (last !== '' && today !== last) expect(before(today)).toBe(last)
    if (today !== last) days += 1
    last = today
  }
  expect(days).toBeGreaterThanOrEqual(3)
})

/** An hour after midnight of the day after a change: 24 hours earlier is another day than yesterday. */
test.each([
  ['Europe/Berlin', '2026-10-25T22:30:00Z', '2026-10-25', '2026-10-24'],
  ['Europe/Berlin', '2026-03-29T22:30:00Z', '2026-03-30', '2026-03-29'],
  ['America/New_York', '2026-11-02T04:30:00Z', '2026-11-01', '2026-10-31'],
  ['America/New_York', '2026-03-09T04:30:00Z', '2026-03-09', '2026-03-08'],
])('in %s at %s today is %s and yesterday %s', (zone, now, today, yesterday) => {
  const at = new Date(now)
  expect([dayIn(at, zone), dateOfDay({ daysAgo: 1 }, at, zone)]).toEqual([today, yesterday])
})

const asked = async (words: string, now: string, more: Record<string, string>) => {
  await movecli(`motion daily ${words}`, { env: { ...env, ...more }, now: () => new Date(now) })
  return requested().map(({ target }) => target.replace('/v1/motion/daily', ''))
}

test('the day that is sent is that of the time zone in the settings', async () => {
  const now = '2026-01-31T15:30:00Z'
  const homes = await Promise.all(
    ['Asia/Tokyo', 'Pacific/Pago_Pago', 'UTC'].map(async (zone) => {
      const home = freshFolder()
      expect((await movecli(`config set timezone ${zone}`, { home })).code).toBe(0)
      return home
    }),
  )
  const sent: string[][] = []
  for (const home of homes) {
    for (const word of ['today', 'yesterday'])
      await movecli(`motion daily --date ${word}`, { home, env, now: () => new Date(now) })
    sent.push(requested().map(({ target }) => target.slice(-10)))
  }
  expect(sent).toEqual([
    ['2026-02-01', '2026-01-31'],
    ['2026-01-31', '2026-01-30'],
    ['2026-01-31', '2026-01-30'],
  ])
})

test.each(['Pacific/Kiritimati', 'Pacific/Pago_Pago'])('TZ=%s decides where no setting does', async (TZ) => {
  const dayThere = () => new Intl.DateTimeFormat('en-CA', { timeZone: TZ }).format(new Date())
  const first = dayThere()
  const { ended } = await startCommand('motion daily --date today --json', witness.url, { ...env, TZ })
  const { stderr } = await ended
  const [target = ''] = requested().map((request) => request.target)
  expect({ target: target.slice(-10), stderr }).toEqual({
    target: [first, dayThere()].find((day) => target.endsWith(day)),
    stderr: '',
  })
})

test('without --date nothing is sent, and a date is sent as it is', async () => {
  expect(await asked('', '2026-01-31T15:30:00Z', {})).toEqual([''])
  expect(await asked('--date 2024-02-29', '2026-01-31T15:30:00Z', {})).toEqual(['?date=2024-02-29'])
})

test.each(['today', 'yesterday'])(
  'TZ that names no zone is refused where --date %s is asked for',
  async (word) => {
    const more = { ...env, TZ: 'America/Nowhere' }
    const { ended } = await startCommand(`motion daily --date ${word}`, witness.url, more)
    const { code, stderr } = await ended
    expect({ code, requested: requested() }).toEqual({ code: 3, requested: [] })
    expect(stderr).toContain('TZ is "America/Nowhere", which is not a time zone')
    expect(stderr).toContain('movecli config set timezone Europe/Berlin')
  },
)

test.each(['UTC0', ':Europe/Berlin', 'EST5', 'GMT+3', ''])('TZ=%s is a zone', async (TZ) => {
  const { ended } = await startCommand('motion daily --date today', witness.url, { ...env, TZ })
  expect({ code: (await ended).code, requested: requested().length }).toEqual({ code: 0, requested: 1 })
})

test('a setting takes the place of a TZ that names no zone, and a date needs neither', async () => {
  const home = freshFolder()
  await movecli('config set timezone Asia/Tokyo', { home })
  const more = { home, env: { ...env, TZ: 'America/Nowhere' }, now: () => new Date('2026-01-31T15:30:00Z') }
  for (const words of ['--date today', '--date 2026-02-01']) await movecli(`motion daily ${words}`, more)
  expect(requested().map(({ target }) => target.slice(-10))).toEqual(['2026-02-01', '2026-02-01'])
})

/** Noon in UTC is the next day in Kiritimati. */
const noon = () => new Date('2026-01-31T12:00:00Z')

test.each([
  ['the day of UTC', [], '', '2026-01-31', undefined],
  ['another day than in UTC', [], '', '2026-02-01', 'it is 2026-01-31 here'],
  ['the day of the zone of the settings', ['Pacific/Kiritimati'], '', '2026-02-01', undefined],
  ['another day than in that zone', ['Pacific/Kiritimati'], '', '2026-01-31', 'it is 2026-02-01 here'],
  ['the day that was asked for', [], '--date yesterday', '2026-01-30', undefined],
  ['today, where yesterday was asked for', [], '--date yesterday', '2026-01-31', '2026-01-30 was asked for'],
])('an answer for %s is told as such', async (_, zones, flags, came, said) => {
  const home = freshFolder()
  for (const zone of zones) await movecli(`config set timezone ${zone}`, { home })
  witness.answer({ path: '/motion/daily*', body: `{"success":true,"data":{"date":"${came}"}}` })
  const { code, stderr } = await movecli(`motion daily ${flags}`, { home, env, now: noon })
  const note = `note: The service answered for ${came}, but ${said}.`
  expect({ code, told: stderr.includes('The service answered for') }).toEqual({
    code: 0,
    told: said !== undefined,
  })
  if (said !== undefined) expect(stderr).toContain(note)
  requested()
})

test('an answer without a date, and one as JSON, say nothing of the day', async () => {
  witness.answer({ path: '/motion/daily', body: '{"success":true,"data":{"steps":1}}' })
  expect((await movecli('motion daily', { env, now: noon })).stderr).not.toContain('answered for')
  witness.answer({ path: '/motion/daily', body: '{"success":true,"data":{"date":"2020-01-01"}}' })
  expect(await movecli('motion daily --json --fields date', { env, now: noon })).toMatchObject({ stderr: '' })
  requested()
})
