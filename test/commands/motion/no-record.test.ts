/** A day whose data is no record is no answer; nor is null, whatever is read. */
import { expect, test } from 'vitest'
import { movecli } from '../../support/movecli.ts'
import { testnet } from '../../support/testnet.ts'

const { witness, env } = await testnet()

test.each([
  ['null', 'the envelope has no data'],
  ['[]', 'the envelope has no record as data'],
  ['5', 'the envelope has no record as data'],
  ['"day"', 'the envelope has no record as data'],
])('motion daily with %s as data ends with 8', async (data, why) => {
  witness.answer({ body: `{"success":true,"data":${data}}` })
  const { code, stdout, stderr } = await movecli('motion daily --json --retries 0', { env })
  expect({ code, stdout }).toEqual({ code: 8, stdout: '' })
  const { error } = JSON.parse(stderr) as { error: { code: string; message: string } }
  expect(error.code).toBe('CLI_UNEXPECTED_RESPONSE')
  expect(error.message).toContain(why)
})

test('a record with fields missing is shown as it came', async () => {
  witness.answer({ body: '{"success":true,"data":{"steps":1.10}}' })
  const { code, stdout } = await movecli('motion daily --json', { env })
  expect({ code, stdout }).toEqual({ code: 0, stdout: '{"steps":1.10}\n' })
})

test.each(['token price', 'nft ls', 'nft ls --all', 'motion history'])(
  '%s with null as data ends with 8: a read needs data',
  async (words) => {
    witness.answer({ body: '{"success":true,"data":null}' })
    const { code, stdout, stderr } = await movecli(`${words} --json --retries 0`, { env })
    expect({ code, stdout }).toEqual({ code: 8, stdout: '' })
    expect(stderr).toContain('the envelope has no data.')
  },
)

test('a write needs no data', async () => {
  witness.answer({ path: '/token/claim', body: '{"success":true,"data":null}' })
  const { code } = await movecli('token claim --yes --json', { env })
  expect(code).toBe(0)
})

const notUtf8 = Buffer.concat([
  Buffer.from('{"success":true,"data":{"steps":5,"name":"Jos'),
  Buffer.from([0xe9]),
  Buffer.from('"}}'),
])

test('a read whose bytes are not UTF-8 ends with 8, for nobody sent what would stand there', async () => {
  witness.answer({ body: notUtf8 })
  const { code, stdout, stderr } = await movecli('motion daily --json --retries 0', { env })
  expect({ code, stdout }).toEqual({ code: 8, stdout: '' })
  expect(stderr).toContain('its text is not UTF-8.')
})

test('a refusal stays one, and a write applied, where bytes are not UTF-8', async () => {
  witness.answer({ path: '/token/claim', body: notUtf8 })
  expect((await movecli('token claim --yes --json', { env })).code).toBe(0)
  const refusal = '{"success":false,"error":{"code":"NFT_001","message":"Jos\u00e9"}}'
  witness.answer({ status: 404, body: Buffer.from(refusal, 'latin1') })
  const { code, stderr } = await movecli('nft ls --json --retries 0', { env })
  expect({ code, stderr }).toEqual({ code: 6, stderr: expect.stringContaining('NFT_001') })
})

test('a byte-order mark and a replacement character that the service sent are UTF-8', async () => {
  witness.answer({ body: '\ufeff{"success":true,"data":{"steps":5,"name":"\ufffd"}}' })
  const { code, stdout } = await movecli('motion daily --json', { env })
  expect({ code, stdout }).toEqual({ code: 0, stdout: '{"steps":5,"name":"\ufffd"}\n' })
})
