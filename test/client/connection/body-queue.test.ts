/** The body of an answer, as it comes and as it is read: in order, whole, and never more of it held than fits. */
import { expect, test } from 'vitest'
import { bodyQueue } from '../../../src/client/connection/body-queue.ts'

function queue() {
  const told: string[] = []
  const tell = (what: string) => () => void told.push(what)
  return { told, ...bodyQueue({ pause: tell('pause'), resume: tell('resume'), leave: tell('leave') }) }
}
const bytes = (size: number) => new Uint8Array(size)
const text = async (body: AsyncIterable<Uint8Array>) => {
  let all = ''
  for await (const chunk of body) all += Buffer.from(chunk).toString()
  return all
}

test('what came before the reader and after it is read in its order, to its end', async () => {
  const { push, end, body, told } = queue()
  push(Buffer.from('a'))
  push(Buffer.from('b'))
  const reading = text(body)
  await new Promise((turn) => setImmediate(turn))
  push(Buffer.from('c'))
  end()
  expect([await reading, told]).toEqual(['abc', []])
})

test('an error is met behind all that came before it, and what ends a body twice ends it as it did first', async () => {
  const { push, end, body } = queue()
  push(Buffer.from('a'))
  end(new Error('cut'))
  end()
  const reader = body[Symbol.asyncIterator]()
  expect(String(Buffer.from((await reader.next()).value as Uint8Array))).toBe('a')
  await expect(reader.next()).rejects.toThrow('cut')
  const whole = queue()
  whole.end()
  whole.end(new Error('cut'))
  expect(await text(whole.body)).toBe('')
})

test('from 256 KB on that wait for the reader no more is taken, until less than that waits', async () => {
  const { push, body, told } = queue()
  const kilobyte = 1024
  push(bytes(255 * kilobyte))
  expect(told).toEqual([])
  push(bytes(kilobyte))
  expect(told).toEqual(['pause'])
  const reader = body[Symbol.asyncIterator]()
  await reader.next()
  expect(told).toEqual(['pause', 'resume'])
  await reader.next()
  push(bytes(300 * kilobyte))
  push(bytes(kilobyte))
  await reader.next()
  expect(told).toEqual(['pause', 'resume', 'pause', 'pause', 'resume'])
})

test('a reader that wants no more says so while more may come, and not behind the end', async () => {
  const early = queue()
  early.push(bytes(1))
  for await (const _ of early.body) break
  expect(early.told).toEqual(['leave'])
  const late = queue()
  late.push(bytes(1))
  late.end()
  for await (const _ of late.body) break
  expect(late.told).toEqual([])
})
