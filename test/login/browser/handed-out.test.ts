/** The messages that a sign-in page was given: how long each is the one, and how long it is taken back. */
import { expect, test } from 'vitest'
import { createHandedOut } from '../../../src/login/browser/handed-out.ts'

const address = '0xC1b1550860Af52B06262459996047267E43aCb8b'
const minute = 60_000

/** A page that was given its first message at minute 100. */
function page() {
  const time = { at: 100 * minute }
  let made = 0
  const { give, check } = createHandedOut(
    (who) => `${(made += 1)} for ${who}`,
    () => time.at,
  )
  const taken = (who: string, message: string) => {
    try {
      check(who, message)
      return 'taken'
    } catch (error) {
      return (error as Error).message
    }
  }
  return { time, give, taken, first: give(address) }
}

test.each([
  [0, true],
  [5 * minute - 1, true],
  [5 * minute, false],
  // The clock was set back.
  [-5 * minute + 1, true],
  [-5 * minute, false],
])('after %i ms the page is given the same message again: %s', (ms, same) => {
  const { time, give, first } = page()
  time.at += ms
  expect(give(address) === first).toBe(same)
})

test.each([
  [10 * minute - 1, 'taken'],
  [10 * minute, 'This message has expired. Nothing was sent.'],
  [-10 * minute + 1, 'taken'],
  [-10 * minute, 'This message has expired. Nothing was sent.'],
])('after %i ms what is said of a message is: %s', (ms, words) => {
  const { time, taken, first } = page()
  time.at += ms
  expect(taken(address, first)).toContain(words)
})

test('a message is for its address, in any case, and for no other', () => {
  const { taken, give, first } = page()
  const other = `0x${'1'.repeat(40)}`
  const second = give(other)
  expect(give(address.toLowerCase())).toBe(first)
  expect([taken(address.toLowerCase(), first), taken(other, second)]).toEqual(['taken', 'taken'])
  for (const [who, message] of [
    [other, first],
    [address, second],
    [address, `${first} `],
    [address, ''],
    [`0x${'2'.repeat(40)}`, first],
  ] as const)
    expect(taken(who, message)).toContain('This is not the message that movecli asked for.')
})

test('the one before is taken while it is valid, and forgotten after that', () => {
  const { time, give, taken, first } = page()
  time.at += 6 * minute
  const second = give(address)
  time.at += 3 * minute
  expect([taken(address, first), taken(address, second)]).toEqual(['taken', 'taken'])
  time.at += 3 * minute
  expect(give(address)).not.toBe(second)
  expect(taken(address, first)).toContain('This is not the message that movecli asked for.')
  expect(taken(address, second)).toBe('taken')
})
