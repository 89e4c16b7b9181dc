/** The list of names (src/runtime/flag-names.ts) against the lines of the commands. */
import { readFileSync } from 'node:fs'
import { expect, test } from 'vitest'
import { allNouns } from '../../src/commands/nouns.ts'
import { operationNames, operationOf } from '../../src/contract/operations.ts'
import { entriesOf } from '../../src/reference/command-tree.ts'

test('the names of flags are those that a line declares and no input of the contract has', async () => {
  const source = readFileSync(new URL('../../src/runtime/flag-names.ts', import.meta.url), 'utf8')
  const listed = [...source.matchAll(/^  \| '([a-z-]+)'$/gm)].map(([, name]) => name)
  const inputs = operationNames.flatMap((name) => Object.keys(operationOf(name).input))
  const [, ...entries] = entriesOf(await allNouns())
  const declared = new Set(entries.flatMap(({ flags }) => flags.map(({ name }) => name)))
  for (const input of inputs) declared.delete(input.replaceAll('_', '-'))
  expect(listed).toEqual([...declared].toSorted())
})
