/** Lists of our own: the header of CSV and TSV names every field, in the order of JSON, with rows and without. */
import { expect, test } from 'vitest'
import { freshFolder, movecli } from '../support/movecli.ts'

const home = freshFolder()
await movecli('config set timeout 30 --profile ops -n sandbox', { home })
await movecli('token claim -n sandbox --yes', { home })

test.each(['profile ls', 'journal ls', 'journal export'])('%s', async (line) => {
  const header = async (at: string) => (await movecli(line, { home: at })).stdout.split('\n')[0]
  const [record = {}] = JSON.parse((await movecli(`${line} --json`, { home })).stdout) as object[]
  expect(Object.keys(record).length).toBeGreaterThan(2)
  expect((await header(home))?.split('\t')).toEqual(Object.keys(record))
  expect(await header(freshFolder())).toBe(await header(home))
})
