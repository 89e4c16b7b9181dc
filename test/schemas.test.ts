/** The published schemas: complete, valid by the draft they name, and true of what commands print. */
import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { Ajv2020 } from 'ajv/dist/2020.js'
import { expect, test } from 'vitest'
import { nouns } from './support/nouns.ts'
import { entriesOf } from '../src/reference/command-tree.ts'
import { keyOf } from '../src/reference/schemas/inputs.ts'
import { dialect } from '../src/reference/schemas/json-schema.ts'
import { outputOf } from '../src/reference/schemas/outputs.ts'
import { movecli } from './support/movecli.ts'
import { holdToSchema } from './support/schemas.ts'

const root = join(import.meta.dirname, '..')
const entries = entriesOf(nouns).filter(({ runs }) => runs)
const published = JSON.parse(readFileSync(join(root, 'docs/schemas.json'), 'utf8')) as {
  $schema: string
  $defs: Record<string, object>
}

test('every command has a schema of what it prints', () => {
  expect(entries.filter((entry) => !outputOf(entry)).map(({ path }) => path.join(' '))).toEqual([])
})

test('docs/schemas.json has two definitions of each command that runs, and that of a failure', () => {
  const names = entries.flatMap(({ path }) => {
    const name = path.join('-') || 'movecli'
    return [`${name}-input`, `${name}-output`]
  })
  expect(Object.keys(published.$defs)).toEqual([...names, 'error'])
  expect(names).toContain('motion-daily-output')
})

test('docs/schemas.json is a valid schema of the draft that it names, and its definitions are found by pointer', () => {
  const ajv = new Ajv2020({ validateFormats: false, strictTypes: false })
  expect([published.$schema, ajv.validateSchema(published)]).toEqual([dialect, true])
  ajv.addSchema(published, 'schemas.json')
  const missing = Object.keys(published.$defs).filter((name) => !ajv.getSchema(`schemas.json#/$defs/${name}`))
  expect(missing).toEqual([])
  const failed = ajv.compile({ $ref: 'schemas.json#/$defs/error' })
  expect([failed({ success: true }), failed({ success: false })]).toEqual([false, false])
})

test('the input of a command names each argument and flag once', () => {
  for (const { args, flags, path } of entries) {
    const names = [...args, ...flags].map(({ name }) => keyOf(name))
    expect([path, new Set(names).size]).toEqual([path, names.length])
  }
})

test('commands --json has both schemas of each command; TSV, which has no cell for them, leaves them out', async () => {
  const { stdout } = await movecli('commands --json')
  const rows = JSON.parse(stdout) as { command: string; input: object; output: object }[]
  const submit = rows.find(({ command }) => command === 'motion submit')!
  expect(submit.input).toMatchObject({
    properties: { steps: { type: 'integer', minimum: 0 }, device_id: { type: 'string' } },
    additionalProperties: false,
  })
  expect(rows.every(({ output }) => Object.keys(output).length > 0)).toBe(true)
  const table = await movecli('commands')
  expect(table.code).toBe(0)
  expect(table.stdout.split('\n')[0]!.split('\t')).not.toContain('input.type')
  const chosen = await movecli('commands --format csv --fields command,input.type')
  expect(chosen.stdout.split('\n').slice(0, 3)).toEqual(['command,input.type', ',object', 'login,object'])
})

test('what the sandbox answers is as documented, not merely as it came', async () => {
  const day = JSON.parse((await movecli('motion daily -n sandbox --json')).stdout) as object
  const daily = outputOf(entries.find(({ path }) => path.join(' ') === 'motion daily')!)!
  const [documented] = daily['anyOf'] as object[]
  expect(new Ajv2020({ validateFormats: false }).validate(documented!, day)).toBe(true)
})

test('an output that departs from its schema is found, also one of a failure', async () => {
  const odd = { code: 0, stdout: '{"path":1}', stderr: '' }
  await expect(holdToSchema(['config', 'path', '--json'], odd)).rejects.toThrow(/not as its schema says/)
  const failed = { code: 2, stdout: '', stderr: '{"success":false,"error":{}}\n' }
  await expect(holdToSchema(['config', 'path', '--json'], failed)).rejects.toThrow(/not as its schema says/)
})
