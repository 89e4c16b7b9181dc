/** --jq on command lines: checked before anything is sent, over every kind of result. */
import { expect, test } from 'vitest'
import { movecli } from '../support/movecli.ts'
import { testnet } from '../support/testnet.ts'

const { env, requested } = await testnet()

test('an expression that is wrong is exit 2 with what jq says, nothing sent', async () => {
  const { code, stdout, stderr } = await movecli(['motion', 'daily', '--jq', '.['], { env })
  expect({ code, stdout }).toEqual({ code: 2, stdout: '' })
  expect(stderr).toBe(
    'error: jq: syntax error, unexpected end of file, line 1, column 2 (CLI_USAGE)\nfix: See the manual of jq, and the data with --json.\n',
  )
  expect(requested()).toEqual([])
})

test('digits pass through unchanged', async () => {
  const run = async (expression: string) =>
    (await movecli(['motion', 'daily', '--jq', expression], { env })).stdout
  expect(await run('.earnings.mft,.earnings.k_day,.earnings.multipliers.nft')).toBe(
    '1.10\n9007199254740993\n0.1234567890123456789\n',
  )
  expect(await run('.earnings')).toBe(
    '{"mft":1.10,"k_day":9007199254740993,"multipliers":{"nft":0.1234567890123456789,"streak":1.0,"social":1.25}}\n',
  )
  requested()
})

test('chosen fields are what jq sees', async () => {
  const { stdout } = await movecli('motion daily --fields steps --jq .', { env })
  expect(stdout).toBe('{"steps":8421}\n')
})

test('it does not go with a format that is not JSON', async () => {
  requested()
  const { code, stderr } = await movecli('motion daily --format csv --jq .', { env })
  expect(code).toBe(2)
  expect(stderr).toContain('--jq filters JSON and cannot be used with --format csv.')
  expect(requested()).toEqual([])
  const named = await movecli('motion daily --jq .steps', { env: { ...env, MOVECLI_FORMAT: 'csv' } })
  expect(named.stdout).toBe('8421\n')
})

test('data that the expression does not fit is exit 2 and prints nothing', async () => {
  const { code, stdout, stderr } = await movecli('motion daily --jq .steps.none', { env })
  expect({ code, stdout }).toEqual({ code: 2, stdout: '' })
  expect(stderr).toContain('jq: Cannot index number with string')
})

test('after a write it says that the write was carried out', async () => {
  const { code, stdout, stderr } = await movecli(
    'motion submit --steps 1 --proof a-proof-of-it --jq .accepted.x',
    { env },
  )
  expect({ code, stdout }).toEqual({ code: 1, stdout: '' })
  expect(stderr).toContain('outcome  applied')
  expect(stderr).toContain('fix: The command was carried out. Do not repeat it')
})

test('offline results are filtered too', async () => {
  const { stdout } = await movecli('whoami -n sandbox --jq .network')
  expect(stdout).toBe('sandbox\n')
  expect((await movecli('whoami -n sandbox --json --jq .network')).stdout).toBe('"sandbox"\n')
})

const beyondMemory = '"a"*([1000000000]|add)|length'

test('a filter that jq dies of is exit 2 on a read', async () => {
  const { code, stdout, stderr } = await movecli(['motion', 'daily', '--json', '--jq', beyondMemory], { env })
  expect({ code, stdout }).toEqual({ code: 2, stdout: '' })
  expect(JSON.parse(stderr)).toMatchObject({ error: { code: 'CLI_USAGE', outcome: null } })
})

test('after a write, a filter that jq dies of says that the write was carried out', async () => {
  const { code, stdout, stderr } = await movecli(
    ['motion', 'submit', '--steps', '2', '--proof', 'a-proof-of-it', '--json', '--jq', beyondMemory],
    { env },
  )
  expect({ code, stdout }).toEqual({ code: 1, stdout: '' })
  expect(JSON.parse(stderr)).toMatchObject({
    error: {
      code: 'CLI_OUTPUT',
      outcome: 'applied',
      hint: 'The command was carried out. Do not repeat it to see its result.',
    },
  })
})
