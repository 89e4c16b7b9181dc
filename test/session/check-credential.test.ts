/** What may be an API key or a session token, by where it comes from. */
import { expect, test } from 'vitest'
import { fitChosen, fitKey, fitsHeader, fitToken } from '../../src/session/check-credential.ts'
import { known } from '../wallet/fixtures.ts'

const digits = known.privateKey.slice(2)
const variable = { source: 'MOVECLI_API_KEY' }

test('blanks around a credential are no part of it', async () => {
  expect(await fitKey(' key-1\r\n', {})).toBe('key-1')
  expect(await fitToken('\ttoken-1\n', {})).toBe('token-1')
})

test('a key may have 4096 characters and a token 8192, and no more', async () => {
  const of = (size: number) => 'k!'.repeat(size / 2)
  expect(await fitKey(of(4096), {})).toHaveLength(4096)
  expect(await fitToken(of(8192), {})).toHaveLength(8192)
  expect([8192, 8194].map((size) => fitsHeader(of(size)))).toEqual([true, false])
  await expect(fitKey(`${of(4096)}!`, {})).rejects.toMatchObject({ fault: { code: 'CLI_USAGE', exit: 2 } })
  await expect(fitToken(`${of(8192)}!`, variable)).rejects.toMatchObject({
    fault: { code: 'CLI_UNFIT_CREDENTIAL', exit: 4 },
  })
})

test.each(['a b', 'a\nb', 'a\u007f', 'a\u0000', 'é', 'a\u00a0b', '✓'])(
  'what no header can carry is refused, with the name of its source: %j',
  async (text) => {
    await expect(fitKey(text, {})).rejects.toMatchObject({
      message: 'The API key holds characters that no header can carry.',
      fault: { code: 'CLI_USAGE', exit: 2 },
    })
    await expect(fitToken(text, { issued: true, source: 'profile ops' })).rejects.toMatchObject({
      message:
        'The session token of profile ops holds characters that no header can carry. Nothing was sent.',
      fault: { code: 'CLI_UNFIT_CREDENTIAL', exit: 4, outcome: 'not_sent' },
    })
  },
)

test.each(['', ' ', '\n'])('a key that is empty is wrong usage: %j', async (text) => {
  await expect(fitKey(text, {})).rejects.toMatchObject({
    message: 'The API key is empty.',
    fault: { code: 'CLI_USAGE', exit: 2 },
  })
})

test('sixty-four hex digits that a person typed may be the key of a wallet, those of a variable are meant', async () => {
  for (const typed of [digits, digits.toUpperCase()])
    await expect(fitKey(typed, { typed: true })).rejects.toMatchObject({
      message:
        "This looks like the secret of a wallet, not the service's API key. It was neither stored nor sent.",
      fault: {
        code: 'CLI_LOOKS_LIKE_PRIVATE_KEY',
        exit: 2,
        outcome: 'not_sent',
        hint: expect.stringContaining('--key-file') as string,
      },
    })
  expect(await fitKey(digits, variable)).toBe(digits)
  expect(await fitToken(digits, { source: 'MOVECLI_TOKEN' })).toBe(digits)
})

test('with 0x in front they are a wallet secret wherever they come from, but for a token of the service', async () => {
  for (const from of [{}, { typed: true }, variable])
    await expect(fitKey(known.privateKey, from)).rejects.toMatchObject({
      fault: {
        code: 'CLI_LOOKS_LIKE_PRIVATE_KEY',
        hint: 'A wallet signs in with --keystore or --private-key-file.',
      },
    })
  await expect(fitToken(known.privateKey, { source: 'MOVECLI_TOKEN' })).rejects.toThrow(
    'The session token of MOVECLI_TOKEN looks like the secret of a wallet, not a session token.',
  )
  expect(await fitToken(known.privateKey, { issued: true })).toBe(known.privateKey)
})

test('of what was chosen the key and the token are checked, a stored token as one that the service issued', async () => {
  const stored = { origin: 'profile', source: 'profile ops' } as const
  const given = { origin: 'environment', source: 'MOVECLI_TOKEN' } as const
  const apiKey = { value: 'key-1', ...stored }
  await fitChosen({ notes: [] })
  await fitChosen({ apiKey, token: { value: known.privateKey, ...stored }, notes: [] })
  for (const token of [
    { value: known.privateKey, ...given },
    { value: 'a b', ...stored },
  ])
    await expect(fitChosen({ apiKey, token, notes: [] })).rejects.toThrow('The session token of ')
  await expect(fitChosen({ apiKey: { value: 'a b', ...stored }, notes: [] })).rejects.toThrow(
    'The API key of profile ops holds',
  )
})
