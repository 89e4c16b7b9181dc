/** What was typed before a question was on the screen: it answers nothing. */
import type { Readable } from 'node:stream'

/** The person went away: Ctrl-C, Ctrl-D, or the signal. */
export class Left extends Error {}

/** Milliseconds for which keys are taken away, for those that are on their way to the terminal. */
const span = 40

type Terminal = Readable & { isTTY?: boolean; setRawMode?: (raw: boolean) => unknown; isRaw?: boolean }

/** Reads and drops what waits at a terminal. Other streams stay as they are. Throws Left for a Ctrl-C. */
export async function discardTyped(input: Terminal): Promise<void> {
  if (!input.isTTY || !input.setRawMode) return
  let [stop, heard] = [false, true]
  const drop = (keys: Buffer | string) => {
    heard = true
    stop ||= keys.includes('\u0003')
  }
  const wasRaw = input.isRaw === true
  // Line by line, a line that is not finished would wait in front of the answer.
  input.setRawMode(true)
  input.on('data', drop)
  await new Promise((done) => setTimeout(done, span))
  // A process that is held up finds the time over before it has looked at the terminal: what waits there comes in one turn.
  while (heard) {
    heard = false
    await new Promise((done) => setImmediate(done))
  }
  input.off('data', drop)
  input.pause()
  input.setRawMode(wasRaw)
  if (stop) throw new Left()
}
