/** Which codes say by themselves that nothing was sent, and which that the same command may be run again. */
import { expect, test } from 'vitest'
import {
  codeEntry,
  exitCodes,
  exits,
  localCodes,
  serviceCodes,
  type CodeEntry,
} from '../../src/contract/codes.ts'
import { fixOf, moveError, MoveError } from '../../src/errors.ts'

const own = Object.entries<CodeEntry>(localCodes)
const withOutcome = own.filter(([, { outcome }]) => outcome).map(([code]) => code.replace('CLI_', ''))

test('these codes alone have an outcome of their own, and all of them that nothing was sent', () => {
  expect(withOutcome.join(' ')).toBe(
    'LOOKS_LIKE_PRIVATE_KEY UNSAFE_FILE PROVER NO_NETWORK NO_BASE_URL CONFIG INSECURE_URL STATE KEYCHAIN NO_API_KEY ' +
      'UNFIT_CREDENTIAL TOKEN_EXPIRED PROFILE_CHANGED NOT_SIGNED_IN WRONG_PASSWORD SIGNATURE FOREIGN_CREDENTIAL BUSY ' +
      'EARLIER_UNKNOWN CONSENT',
  )
  expect(own.filter(([, { outcome }]) => outcome && outcome !== 'not_sent')).toEqual([])
  expect(moveError('CLI_CONSENT', { message: 'No.' }).fault).toEqual({
    code: 'CLI_CONSENT',
    exit: 11,
    outcome: 'not_sent',
  })
  expect(moveError('CLI_TIMEOUT', { message: 'Late.' }).fault).toEqual({ code: 'CLI_TIMEOUT', exit: 8 })
})

test('the same command may be run again after these alone', () => {
  const later = [...Object.entries<CodeEntry>(serviceCodes), ...own].filter(
    ([, { retry }]) => retry === 'later',
  )
  expect(later.map(([code, { exit }]) => `${exit} ${code}`).toSorted()).toEqual([
    '12 CLI_WAIT_OVER',
    '130 CLI_INTERRUPTED',
    '143 CLI_TERMINATED',
    '7 CLI_RATE_LIMITED',
    '7 RATE_001',
    '8 CHAIN_001',
    '8 CLI_BUSY',
    '8 CLI_CONNECT',
    '8 CLI_TIMEOUT',
    '8 CLI_UNAVAILABLE',
    '8 CLI_UNEXPECTED_RESPONSE',
  ])
})

test('each exit code has its name, and each code ends with one of them', () => {
  expect(Object.values(exits)).toEqual(
    Object.keys(exitCodes)
      .map(Number)
      .filter((exit) => exit > 0),
  )
  for (const { exit } of Object.values<CodeEntry>({ ...serviceCodes, ...localCodes }))
    expect(Object.values<number>(exits)).toContain(exit)
})

test('what to do is what the failure says, else what its code does, else nothing', () => {
  const said = (code: string, hint?: string) =>
    fixOf(new MoveError('x', { code, exit: 5, ...(hint && { hint }) }))
  expect([said('NFT_001'), said('CLI_REJECTED', 'Ask.'), said('ODD_1'), said('toString')]).toEqual([
    'movecli nft ls',
    'Ask.',
    undefined,
    undefined,
  ])
  expect(codeEntry('constructor')).toBeUndefined()
})
