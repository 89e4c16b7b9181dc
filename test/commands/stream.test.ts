/** Long lists through the bundled command: rows before the last page, readers that leave, digits to the end. */
import { setTimeout as pause } from 'node:timers/promises'
import { expect, test } from 'vitest'
import { longList, startCommand } from '../support/pages.ts'
import { catches } from '../support/process.ts'

test.each(['ndjson', 'csv', 'tsv', 'table'])(
  'the first rows of %s are out before the last page is there',
  async (format) => {
    let release: () => void = () => {}
    const held = new Promise<void>((resolve) => (release = resolve))
    const service = await longList(3, async (page) => (page === 3 ? held : undefined))
    const { said, ended } = await startCommand(`nft ls --all --format ${format}`, service.url)
    await expect.poll(said, { timeout: 60_000 }).toContain('Nr 39')
    expect(said()).not.toContain('Nr 40')
    release()
    const { code, stdout } = await ended
    expect({ code, printed: stdout.match(/Nr \d+/g)?.length }).toEqual({ code: 0, printed: 60 })
  },
)

test.each(['ndjson', 'tsv'])(
  'a reader of %s that leaves after the first line ends it at once, with 0 and no message',
  async (format) => {
    const service = await longList(1_000_000)
    const { child, ended } = await startCommand(`nft ls --all --format ${format}`, service.url)
    child.stdout.once('data', () => child.stdout.destroy())
    expect(await ended).toMatchObject({ code: 0, stderr: '' })
    expect(service.asked.length).toBeLessThan(50)
  },
)

test('20,000 rows come whole, in order and with every digit', async () => {
  const service = await longList(20)
  const { ended } = await startCommand('nft ls --all --limit 1000 --format ndjson', service.url)
  const { code, stdout } = await ended
  const lines = stdout.trimEnd().split('\n')
  expect({ code, lines: lines.length }).toEqual({ code: 0, lines: 20_000 })
  expect(lines[19_999]).toBe('{"id":9007199254760992,"name":"Nr 19999","boost":1.10}')
  expect(service.asked).toEqual(Array.from({ length: 21 }, (_, at) => at + 1))
})

test('a filter without end is ended by Ctrl-C', async () => {
  const service = await longList(1)
  const { child, ended } = await startCommand('nft ls --jq repeat(.)|empty', service.url)
  await expect.poll(() => service.asked.length, { timeout: 60_000 }).toBe(1)
  // While the filter is at work nobody listens: a stop then ends the process.
  while (catches(child.pid)) await pause(5)
  child.kill('SIGINT')
  expect(await ended).toMatchObject({ signal: 'SIGINT', stdout: '' })
})
