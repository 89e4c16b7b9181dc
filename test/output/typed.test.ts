/** What is typed before a question is on the screen. The terminal here is a stream that counts as one. */
import { PassThrough } from 'node:stream'
import { expect, test } from 'vitest'
import { discardTyped, Left } from '../../src/output/typed.ts'

function terminal(typed: string) {
  const modes: boolean[] = []
  const input = Object.assign(new PassThrough(), {
    isTTY: true,
    isRaw: false,
    setRawMode: (raw: boolean) => void modes.push(raw),
  })
  input.write(typed)
  return { input, modes }
}

test.each(['\u0003', 'y\u0003', 'yes\r\u0003y\r'])('Ctrl-C in %j ends the command', async (typed) => {
  const { input, modes } = terminal(typed)
  await expect(discardTyped(input)).rejects.toBeInstanceOf(Left)
  expect(modes).toEqual([true, false])
})

test('anything else is dropped, and what is typed later is there', async () => {
  const { input, modes } = terminal('yes\r')
  await discardTyped(input)
  expect(modes).toEqual([true, false])
  input.write('no\r')
  expect(String(input.read())).toBe('no\r')
})
