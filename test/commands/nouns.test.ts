/** A line loads the nouns that it names, and knows the others by name. */
import { readdirSync } from 'node:fs'
import { expect, test } from 'vitest'
import { nounsNamed } from '../../src/commands/nouns.ts'
import { nouns } from '../support/nouns.ts'

test('every folder of a noun is in the tree', () => {
  const folders = readdirSync(new URL('../../src/commands', import.meta.url), { withFileTypes: true })
    .filter((each) => each.isDirectory() && each.name !== 'root')
    .map(({ name }) => name)
  expect(nouns.map(({ name }) => name).toSorted()).toEqual(folders.toSorted())
})

test.each(nouns.map((noun) => [noun.name, noun] as const))(
  '%s comes whole where it is named',
  async (name, noun) => {
    const some = await nounsNamed(['--json', name])
    expect(some.map((each) => each.name)).toEqual(nouns.map((each) => each.name))
    const own = some.find((each) => each.name === name)
    expect(JSON.stringify(own)).toBe(JSON.stringify(noun))
    expect(some.filter((each) => each !== own)).toSatisfy((others: object[]) =>
      others.every((each) => Object.keys(each).join() === 'name,summary,lines'),
    )
  },
)

test('no noun has a second name: none is looked for', () => {
  expect(nouns.filter((noun) => !('lines' in noun) && noun.aliases)).toEqual([])
})
