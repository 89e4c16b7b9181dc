import { Writable } from 'node:stream'
import { expect, test } from 'vitest'
import { progress } from '../../src/output/progress.ts'

function terminal() {
  const written: string[] = []
  const stream = new Writable({
    write: (chunk, _encoding, done) => {
      written.push(String(chunk))
      done()
    },
  })
  return {
    written,
    stream: Object.assign(stream, {
      isTTY: true,
      columns: 80,
      clearLine: () => written.push('<clear>'),
      cursorTo: () => {},
      moveCursor: () => {},
    }),
  }
}
const soon = async () => new Promise((resolve) => setTimeout(resolve, 30))

test.each([{ isTTY: false }, { isTTY: true, quiet: true }])('with %o nothing is said', async (how) => {
  const { stream, written } = terminal()
  const line = progress({ stream, ...how })
  line.update('1 of 2')
  await soon()
  line.done()
  expect(written).toEqual([])
})

test('on a terminal one line is repainted and taken away, the cursor left alone', async () => {
  const { stream, written } = terminal()
  const line = progress({ stream, isTTY: true, redact: (text) => text.replace('hunter2', '***') })
  line.update('row 1\u001b hunter2')
  await expect.poll(() => written.join('')).toContain(String.raw`row 1\x1b ***`)
  line.update('row 2')
  await expect.poll(() => written.join('')).toContain('row 2')
  line.done()
  const length = written.length
  line.update('row 3')
  await soon()
  expect(written.length).toBe(length)
  expect(written.join('')).not.toContain('\u001b[?25l')
})

test('what ends before it began leaves nothing', async () => {
  const { stream, written } = terminal()
  const line = progress({ stream, isTTY: true })
  line.update('row 1')
  line.done()
  await soon()
  expect(written).toEqual([])
})

test.each([{ accessible: true }, { env: { ACCESSIBLE: '1' } }, { env: { TERM: 'dumb' } }])(
  'with %o there are plain lines, one every five seconds',
  (how) => {
    const { stream, written } = terminal()
    let time = 0
    const line = progress({ stream, isTTY: true, now: () => new Date(time), ...how })
    line.update('row 1')
    time = 4999
    line.update('row 2')
    time = 5000
    line.update('row 3')
    line.done()
    time = 99_999
    line.update('row 4')
    expect(written).toEqual(['row 1\n', 'row 3\n'])
  },
)

test('a terminal shows one line at a time: the second begins once the first is done', async () => {
  const { stream, written } = terminal()
  const [first, second] = [progress({ stream, isTTY: true }), progress({ stream, isTTY: true })]
  first.update('checks')
  second.update('an answer')
  await expect.poll(() => written.join('')).toContain('checks')
  expect(written.join('')).not.toContain('an answer')
  first.done()
  second.update('an answer')
  await expect.poll(() => written.join('')).toContain('an answer')
  second.done()
})
