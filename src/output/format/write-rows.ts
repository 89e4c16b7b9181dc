/** Rows to a writer as they come: many in one write, none kept back while the source pauses. */
import type { Shaper } from '../first-page-header.ts'
import type { Rows } from '../view.ts'

/** Characters that go out in one write. */
const batchChars = 64 * 1024
/** A source that has no next row within this many milliseconds pauses. */
const pauseMs = 20
/** What is ready waits no longer than this for more, in milliseconds. */
const flushAfterMs = 100

/**
 * Pulls one row at a time and writes what the shaper makes of it; the number of rows is returned. Where the source
 * fails, nothing more is written, unless `stands(error)` says that what came is a result; it is thrown on either way.
 * `whole`: nothing is written before the end, for half of it would be of no use.
 */
export async function flow(
  rows: Rows,
  shaper: Shaper,
  write: (text: string) => Promise<void>,
  { stands, whole }: { stands: (error: unknown) => boolean; whole: boolean },
): Promise<number> {
  const source = rows[Symbol.asyncIterator]()
  let ready = ''
  let count = 0
  let written = performance.now()
  const flush = async (): Promise<void> => {
    const text = ready
    ready = ''
    if (text !== '') await write(text)
    written = performance.now()
  }
  for (;;) {
    const coming = source.next()
    const next = await waitBriefly(coming)
    if (next === 'pausing' && !whole) {
      ready += shaper.settle()
      await leavingOnFailure(flush(), source, coming)
    }
    const { done, value } = await coming.catch(async (error: unknown) => {
      if (stands(error)) {
        ready += shaper.end()
        await flush()
      }
      throw error
    })
    if (done) {
      ready += shaper.end()
      await flush()
      return count
    }
    const pausing = value === undefined
    ready += pausing ? shaper.settle() : shaper.row(value)
    if (!pausing) count += 1
    const due =
      ready.length >= batchChars || (!whole && (pausing || performance.now() - written > flushAfterMs))
    if (due) await leavingOnFailure(flush(), source)
  }
}

/** `pausing` where the row is not there soon; what becomes of it is seen by whoever awaits it. */
const waitBriefly = async (coming: Promise<unknown>): Promise<'there' | 'pausing'> =>
  new Promise((resolve) => {
    const timer = setTimeout(resolve, pauseMs, 'pausing')
    const there = () => {
      clearTimeout(timer)
      resolve('there')
    }
    coming.then(there, there)
  })

/** Where nobody reads any more the source is told; one that sleeps is not waited for. */
async function leavingOnFailure(
  writing: Promise<void>,
  source: AsyncIterator<unknown>,
  coming?: Promise<unknown>,
): Promise<void> {
  try {
    await writing
  } catch (error) {
    coming?.catch(() => undefined)
    const left = Promise.resolve(source.return?.()).catch(() => undefined)
    if (!coming) await left
    throw error
  }
}
