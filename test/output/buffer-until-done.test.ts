import { expect, test } from 'vitest'
import { openSpool, textSpool } from '../../src/disk/spool.ts'
import { holding, type Spool } from '../../src/output/buffer-until-done.ts'
import { freshFolder } from '../support/movecli.ts'

const part = (n: number) => `${n}:${'ß€😀'.repeat(100_000)}\n`
const parts = Array.from({ length: 40 }, (_, n) => part(n))

/** What comes out when the work writes these parts and then ends, or fails. */
async function held(
  open: (() => Promise<Spool>) | undefined,
  { error, stands = false }: { error?: Error; stands?: boolean } = {},
) {
  const out: string[] = []
  const write = async (text: string) => void out.push(text)
  let early = 0
  const work = async (add: (text: string) => Promise<void>) => {
    for (const text of parts) await add(text)
    early = out.length
    if (error) throw error
    return parts.length
  }
  const ended = await holding(work, write, { stands: () => stands, open }).catch((thrown: unknown) => thrown)
  return { ended, early, whole: out.join('') === parts.join(''), empty: out.length === 0 }
}

/** Room on a real disk, and how much of it was taken. */
function room(mayTake = Infinity) {
  const seen = { parts: 0, closed: 0 }
  const open = async (): Promise<Spool> => {
    const spool = textSpool(await openSpool(freshFolder()))
    return {
      ...spool,
      write: async (text) => {
        if (++seen.parts > mayTake) throw new Error('ENOSPC')
        await spool.write(text)
      },
      close: async () => {
        seen.closed += 1
        await spool.close()
      },
    }
  }
  return { seen, open }
}

test.each([
  ['in a file', room()],
  ['in memory where there is no room', room(0)],
  ['in both where the room is used up', room(2)],
])('what is long is held %s, comes out as it was, and not before the end', async (_, { seen, open }) => {
  expect(await held(open)).toEqual({ ended: 40, early: 0, whole: true, empty: false })
  expect(seen.parts).toBeGreaterThan(0)
  expect(seen.closed).toBe(1)
})

test('what is held comes out of memory where nobody makes room', async () => {
  const refused = async () => Promise.reject(new Error('EROFS'))
  for (const open of [undefined, refused])
    expect(await held(open)).toEqual({ ended: 40, early: 0, whole: true, empty: false })
})

test('after a failure nothing comes out, but for one whose rows stand', async () => {
  const error = new Error('no')
  const { seen, open } = room()
  expect(await held(open, { error })).toEqual({ ended: error, early: 0, whole: false, empty: true })
  expect(await held(open, { error, stands: true })).toEqual({
    ended: error,
    early: 0,
    whole: true,
    empty: false,
  })
  expect(seen.closed).toBe(2)
})
