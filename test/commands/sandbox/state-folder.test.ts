/** A state folder that cannot be one is a fault of the setup, and no bug. */
import { expect, test } from 'vitest'
import { movecli } from '../../support/movecli.ts'

test.each([
  'token price -n sandbox',
  'token claim --yes -n sandbox',
  'sandbox status',
  'sandbox reset --yes',
  'smoke -n sandbox',
])('%s ends with 3 where a part of its path is not a folder', async (line) => {
  const { code, stderr } = await movecli(`${line} --json`, { env: { MOVECLI_STATE_DIR: '/dev/null/x' } })
  expect({ code, stderr: JSON.parse(stderr) }).toMatchObject({
    code: 3,
    stderr: { error: { code: 'CLI_STATE', outcome: 'not_sent' } },
  })
})
