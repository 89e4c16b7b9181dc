import { expect, test } from 'vitest'
import { exitCodes, localCodes, serviceCodes } from '../../../src/contract/codes.ts'
import { movecli } from '../../support/movecli.ts'

const codes = [...Object.keys(serviceCodes), ...Object.keys(localCodes), ...Object.keys(exitCodes)]

test.each(codes)('explain %s says what it means, whether to repeat, what to do', async (code) => {
  const { code: exit, stdout, stderr } = await movecli(['explain', code, '--json'])
  expect({ exit, stderr }).toEqual({ exit: 0, stderr: '' })
  const data = JSON.parse(stdout) as Record<string, string>
  expect(data['code']).toBe(code)
  for (const field of ['meaning', 'retry_text', 'fix']) expect(data[field]?.length).toBeGreaterThan(3)
})

test('a service code for a person', async () => {
  const { stdout } = await movecli('explain auth_002', { tty: true })
  expect(stdout).toMatchInlineSnapshot(`
    "AUTH_002, exit 4, HTTP 401
      meaning  the authentication information is invalid or expired
      retry    yes, once the fix is done
      fix      movecli login
    "
  `)
})

test('an exit code lists the codes that end with it; an unknown outcome is never to be repeated', async () => {
  const { stdout } = await movecli('explain 9', { tty: true })
  const [, fix = ''] = /^ {2}fix +([^]*?)\n {2}codes/m.exec(stdout) ?? []
  expect(fix.replace(/\s+/g, ' ')).toBe(localCodes.CLI_OUTCOME_UNKNOWN.fix)
  expect(stdout.replace(fix, '…')).toMatchInlineSnapshot(`
    "exit code 9
      meaning  outcome unknown, do not repeat
      retry    no: the write may have been applied, and a second one would move
               value twice
      fix      …
      codes    CLI_OUTCOME_UNKNOWN CLI_EARLIER_UNKNOWN
    "
  `)
})

test('CHAIN_001 is another thing after a write than after a read', async () => {
  const { stdout } = await movecli('explain CHAIN_001')
  expect(stdout).toContain('the outcome is unknown')
})

test('a code that is none is exit 2 with the near one', async () => {
  const { code, stdout, stderr } = await movecli('explain AUTH_02')
  expect({ code, stdout }).toEqual({ code: 2, stdout: '' })
  expect(stderr).toContain('Did you mean AUTH_002?')
  expect((await movecli(['explain', '\u001b[2J'])).stderr).not.toContain('\u001b')
})

test('a code like none is exit 2 with every code there is', async () => {
  const { code, stderr } = await movecli('explain foo')
  expect(code).toBe(2)
  for (const each of codes) expect(stderr).toMatch(new RegExp(`\\b${each}\\b`))
})

test.each([
  ['HTTP_503', 8, 'later', 'after a write the outcome is unknown'],
  ['http_401', 4, 'after', 'once the fix is done'],
  ['HTTP_409', 5, 'never', 'it would fail again'],
])(
  '%s, of a service that names no code of its own, is explained by its status',
  async (word, exit, retry, words) => {
    const { stdout } = await movecli(`explain ${word} --json`)
    const data = JSON.parse(stdout) as Record<string, string>
    expect(data).toMatchObject({ code: word.toUpperCase(), kind: 'service', exit_code: exit, retry })
    expect(data['retry_text']?.toLowerCase()).toContain(words)
  },
)

test.each(['HTTP_999', 'HTTP_5', 'HTTP_'])('%s is no code', async (word) => {
  expect((await movecli(`explain ${word}`)).code).toBe(2)
})
