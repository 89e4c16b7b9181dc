/** Settings are personal: no error and no log line repeats their values, while a good answer is shown as it came. */
import { expect, test } from 'vitest'
import { movecli } from '../../support/movecli.ts'
import type { Rule } from '../../witness/service.ts'
import { testnet } from '../../support/testnet.ts'

const { witness, env } = await testnet()
const refusal: Rule = {
  status: 400,
  body: '{"success":false,"error":{"code":"SET_1","message":"zoy@example.org is taken","details":"mail zoy@example.org"}}',
}
const answers: Record<string, [rule: Rule, code: number]> = {
  'a refusal': [refusal, 5],
  'a body that is no envelope': [{ status: 400, body: '<p>zoy@example.org</p>' }, 8],
}

test.each(
  Object.entries(answers).flatMap(([what, [rule, code]]) =>
    ['', '-vv', '--json'].map((how) => ({ what, rule, code, how })),
  ),
)('user settings $how repeats no value after $what', async ({ rule, code, how }) => {
  witness.answer({ method: 'PUT', ...rule })
  const ran = await movecli(`user settings -f mail=zoy@example.org ${how}`, { env })
  expect(ran.code).toBe(code)
  expect(ran.stdout + ran.stderr).not.toContain('zoy@')
  expect(ran.stderr).toContain('[redacted]')
})

test('a good answer is shown as it came', async () => {
  witness.answer({ method: 'PUT', body: '{"success":true,"data":{"mail":"zoy@example.org"}}' })
  const { code, stdout } = await movecli('user settings -f mail=zoy@example.org --json', { env })
  expect({ code, stdout }).toEqual({ code: 0, stdout: '{"mail":"zoy@example.org"}\n' })
})
