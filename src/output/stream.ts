/** Rows to a writer as they come: many in one write, none kept back while the source pauses. */
import type { Json } from '../contract/digits.ts'
import type { Shaper } from './page.ts'

/** Characters that go out in one write. */
const batch = 64 * 1024
/** A source that has no next row within this many milliseconds pauses. */
const pause = 20

/**
 * Pulls one row at a time and writes what the shaper makes of it; the number of rows is returned. Where the source
 * fails, nothing more is written, unless `stands(error)` says that what came is a result; it is thrown on either way.
 */
export async function flow(
  rows: AsyncIterable<Json>,
  shaper: Shaper,
  write: (text: string) => Promise<void>,
  stands: (error: unknown) => boolean,
): Promise<number> {
  const source = rows[Symbol.asyncIterator]()
  let ready = ''
  const flush = async (): Promise<void> => {
    const text = ready
    ready = ''
    if (text !== '') await write(text)
  }
  for (let count = 0; ; count++) {
    const coming = source.next()
    const next = await settled(coming)
    if (next === 'pausing') {
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
    ready += shaper.row(value)
    if (ready.length >= batch) await leavingOnFailure(flush(), source)
  }
}

/** `pausing` where the row is not there soon; what becomes of it is seen by whoever awaits it. */
const settled = async (coming: Promise<unknown>): Promise<'there' | 'pausing'> =>
  new Promise((resolve) => {
    const timer = setTimeout(resolve, pause, 'pausing')
    const there = () => {
      clearTimeout(timer)
      resolve('there')
    }
    coming.then(there, there)
  })

/** Where nobody reads any more the source is told; one that sleeps is not waited for. */
async function leavingOnFailure(
  writing: Promise<void>,
  source: AsyncIterator<Json>,
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
