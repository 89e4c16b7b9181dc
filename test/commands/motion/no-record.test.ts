/** A day whose data is no record is no answer; what other operations answer with stays as it came. */
import { expect, test } from 'vitest'
import { movecli } from '../../support/movecli.ts'
import { testnet } from '../service.ts'

const { witness, env } = await testnet()

test.each([
  ['null', 'the envelope has no data'],
  ['[]', 'the envelope has no record as data'],
  ['5', 'the envelope has no record as data'],
  ['"day"', 'the envelope has no record as data'],
])('motion daily with %s as data ends with 8', async (data, why) => {
  witness.answer({ body: `{"success":true,"data":${data}}` })
  const { code, stdout, stderr } = await movecli('motion daily --json --retries 0', { env })
  expect([code, stdout]).toEqual([8, ''])
  const { error } = JSON.parse(stderr) as { error: { code: string; message: string } }
  expect(error.code).toBe('CLI_UNEXPECTED_RESPONSE')
  expect(error.message).toContain(why)
})

test('a record with fields missing is shown as it came', async () => {
  witness.answer({ body: '{"success":true,"data":{"steps":1.10}}' })
  const { code, stdout } = await movecli('motion daily --json', { env })
  expect([code, stdout]).toEqual([0, '{"steps":1.10}\n'])
})

test('null as the price stays null', async () => {
  witness.answer({ body: '{"success":true,"data":null}' })
  const { code, stdout } = await movecli('token price --json', { env })
  expect([code, stdout]).toEqual([0, 'null\n'])
})
