/** Which names are those of journeys, told from the rows of an import that has an activity of each name. */
import { expect, test } from 'vitest'
import { journeys, onFoot } from './journey-names.ts'
import { importing } from './support.ts'

/** Those of the names whose activity has a row. */
async function paid(names: string[]): Promise<string[]> {
  const time = (at: number, minute: number) => new Date(Date.UTC(2026, 0, 1, at, minute)).toISOString()
  const lines = names.map((name, at) => `${time(at, 0)},${time(at, 50)},5,5000,"${name}"\n`)
  const file = `start,end,distance (km),steps,type\n${lines.join('')}`
  const { rows } = await importing({ 'a.csv': file }, '--tz UTC --per activity')
  const ids = new Set(rows.map(({ id }) => id))
  return names.filter((_, at) => ids.has(`activity-${time(at, 0).slice(0, 16).replaceAll(/[-:]/g, '')}Z`))
}

test.each(Object.entries(onFoot))('walks, runs and hikes in %s are paid', async (_, names) => {
  expect(await paid(names)).toEqual(names)
})

test.each(Object.entries(journeys))('journeys in %s are not paid', async (_, names) => {
  expect(await paid(names)).toEqual([])
})
