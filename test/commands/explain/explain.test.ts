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

const unlessUnknown = 'unless the error says that the outcome of a write is unknown'

test.each([
  ['0', 0, 'later', 'a write would be sent a second time'],
  ['1', 1, 'never', 'it would fail again'],
  ['4', 4, 'after', 'once the fix is done'],
  ['5', 5, 'never', 'it would fail again'],
  ['7', 7, 'later', 'the same command may be run again'],
  ['8', 8, 'later', 'the same command may be run again'],
  ['9', 9, 'never', 'a second one would move value twice'],
  ['10', 10, 'after', 'a bulk submission skips what was applied'],
  ['11', 11, 'after', 'once the fix is done'],
  ['12', 12, 'later', 'the same command may be run again'],
  ['130', 130, 'later', unlessUnknown],
  ['143', 143, 'later', unlessUnknown],
  ['MOTION_001', 5, 'never', 'it would fail again'],
  ['RATE_001', 7, 'later', 'the same command may be run again'],
  ['NFT_001', 6, 'never', 'it would fail again'],
  ['CLI_OUTCOME_UNKNOWN', 9, 'never', 'a second one would move value twice'],
  ['CLI_EARLIER_UNKNOWN', 9, 'never', 'a second one would move value twice'],
  ['CLI_PARTIAL', 10, 'after', 'a bulk submission skips what was applied'],
  ['CLI_INTERRUPTED', 130, 'later', unlessUnknown],
  ['CLI_OUTPUT', 1, 'after', 'after a write the error says whether it was applied: then no'],
  ['HTTP_404', 6, 'never', 'it would fail again'],
  ['HTTP_429', 7, 'later', 'the same command may be run again'],
  ['HTTP_500', 8, 'later', 'after a write the outcome is unknown'],
  ['HTTP_599', 8, 'later', 'after a write the outcome is unknown'],
  ['HTTP_400', 5, 'never', 'it would fail again'],
] as const)('%s ends with %i, and whether to run it again is "%s": %s', async (word, exit, retry, words) => {
  const { stdout } = await movecli(`explain ${word} --json`)
  const data = JSON.parse(stdout) as Record<string, unknown>
  expect(data).toMatchObject({ exit_code: exit, retry })
  expect(String(data['retry_text']).toLowerCase()).toContain(words.toLowerCase())
})

test.each(['HTTP_399', 'HTTP_600', '13', '-1', '3.0'])('%s is explained by nothing', async (word) => {
  expect((await movecli(['explain', '--', word])).code).toBe(2)
})
