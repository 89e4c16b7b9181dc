/** The command that a guided login prints to be run without prompts. */
import { expect, test } from 'vitest'
import { equivalent } from '../../src/login/non-interactive-command.ts'
import type { LoginValues } from '../../src/login/login-flags.ts'

test('a number and a duration that were typed stand in it as they were typed', () => {
  const flags: Partial<LoginValues> = { browser: true, port: 8484, wait: { text: '5m', seconds: 300 } }
  const given = { args: [], flags: flags as LoginValues, passthrough: [] }
  expect(equivalent(given, {}, { network: 'sandbox' })).toBe(
    'movecli login --network sandbox --browser --port 8484 --wait 5m',
  )
})
