/** Work in batches: shared by what comes meanwhile, with a result for each. */
import { expect, test } from 'vitest'
import { allDone, createBatcher } from '../../src/disk/batcher.ts'

test('callers of one moment share a batch, and those that come meanwhile the next', async () => {
  const batches: number[][] = []
  let release = (): void => {}
  const batcher = createBatcher<number, void>(async (items) => {
    batches.push([...items])
    await new Promise<void>((resolve) => (release = resolve))
    return allDone(items)
  })
  const first = [batcher.add(1), batcher.add(2)]
  await Promise.resolve()
  const second = [batcher.add(3), batcher.add(4)]
  expect(batcher.waiting).toBe(2)
  release()
  await Promise.all(first)
  await Promise.resolve()
  release()
  await Promise.all(second)
  await batcher.idle()
  expect(batches).toEqual([
    [1, 2],
    [3, 4],
  ])
})

test('each gets what became of it; what breaks a batch is told to all of it, and to none of the next', async () => {
  const batcher = createBatcher<string, string>(async (items) => {
    if (items.includes('broken')) throw new Error('the disk is gone')
    return items.map((item) =>
      item === 'bad'
        ? { status: 'rejected', reason: new Error('refused') }
        : { status: 'fulfilled', value: `${item}!` },
    )
  })
  const told = async (...items: string[]) =>
    (await Promise.allSettled(items.map(async (item) => batcher.add(item)))).map((result) =>
      result.status === 'fulfilled' ? result.value : String(result.reason),
    )
  expect(await told('good', 'bad')).toEqual(['good!', 'Error: refused'])
  expect(await told('good', 'broken')).toEqual(['Error: the disk is gone', 'Error: the disk is gone'])
  expect(await told('good')).toEqual(['good!'])
})
