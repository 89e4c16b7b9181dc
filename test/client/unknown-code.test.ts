/** A code that the service's document does not have. */
import { expect, test } from 'vitest'
import { movecli } from '../support/movecli.ts'

test('a refusal with a code of its own still says what to do', async () => {
  const { code, stderr } = await movecli('nft mint -f type=hats --yes --json -n sandbox')
  expect(code).toBe(5)
  expect(JSON.parse(stderr).error).toMatchObject({
    code: 'BAD_REQUEST',
    hint: 'Check the request with --dry-run.',
  })
})
