import { once } from 'node:events'
import { setTimeout as pause } from 'node:timers/promises'
import { expect, test } from 'vitest'
import type { Json } from '../../../src/contract/lossless-json.ts'
import { emit, type OutputOptions } from '../../../src/output/emit.ts'
import { createSecrets } from '../../../src/output/redact.ts'
import { formats, rows } from '../../../src/output/view.ts'

const manner = (
  write: (text: string) => Promise<void>,
  more: Partial<OutputOptions> = {},
): OutputOptions => ({
  format: 'ndjson',
  note: () => {},
  secrets: createSecrets(),
  color: 0,
  actions: false,
  ...more,
  out: { isTTY: false, columns: 80, write },
})

const count = (text: string) => text.split('running shoes').length - 1

/** JSON is written whole: half an array is of no use. */
const flowing = formats.filter((format) => format !== 'json')

test.each(flowing)(
  '100,000 rows flow through %s, never more than a batch ahead of what is written',
  async (format) => {
    let pulled = 0
    let written = 0
    let furthest = 0
    async function* many(): AsyncGenerator<Json> {
      for (; pulled < 100_000; pulled++) {
        furthest = Math.max(furthest, pulled - written)
        yield { row: pulled, name: 'a pair of running shoes' }
      }
    }
    await emit(
      rows(many(), [], ''),
      manner(async (text) => void (written += count(text)), { format }),
    )
    expect(written).toBe(100_000)
    expect(furthest).toBeLessThan(4000)
  },
)

test.each(flowing)('what is there is written in %s while the source pauses', async (format) => {
  const writes: string[] = []
  const going = new AbortController()
  const waiting = once(going.signal, 'abort')
  async function* slow(): AsyncGenerator<Json> {
    yield { id: 'first' }
    await waiting
    yield { id: 'second' }
  }
  const done = emit(
    rows(slow(), [], ''),
    manner(async (text) => void writes.push(text), { format }),
  )
  await expect.poll(() => writes.join('')).toContain('first')
  expect(writes.join('')).not.toContain('second')
  going.abort()
  await done
  expect(writes.join('')).toContain('second')
})

test('rows that come steadily are not held back until there are many', async () => {
  let written = ''
  async function* steady(): AsyncGenerator<Json> {
    yield { id: 0, name: 'running shoes' }
    // Held back until there are more, this one would never go out.
    while (!written.includes('running shoes')) await pause(5)
    yield { id: 1, name: 'running shoes' }
  }
  await emit(
    rows(steady(), [], ''),
    manner(async (text) => void (written += text)),
  )
  expect(count(written)).toBe(2)
})

async function* wide(): AsyncGenerator<Json> {
  for (let id = 0; id < 5000; id++) yield { id, name: 'x'.repeat(50) }
}

test('rows are written together, up to 64 KB at a time', async () => {
  const sizes: number[] = []
  await emit(
    rows(wide(), [], ''),
    manner(async (text) => void sizes.push(text.length)),
  )
  expect(sizes.length).toBeLessThan(10)
  expect(Math.max(...sizes)).toBeLessThan(66 * 1024)
})

test('a slow reader slows the source', async () => {
  let pulled = 0
  async function* endless(): AsyncGenerator<Json> {
    for (;;) yield { id: pulled++ }
  }
  let first = true
  const stuck = manner(async () => {
    if (first) first = false
    else await new Promise(() => {})
  })
  void emit(rows(endless(), [], ''), stuck)
  await expect.poll(() => first).toBe(false)
  const before = pulled
  await new Promise((resolve) => setTimeout(resolve, 50))
  expect(pulled - before).toBeLessThan(20_000)
})

async function* sleeping(): AsyncGenerator<Json> {
  yield { id: 1 }
  await new Promise(() => {})
}

test('a reader that goes away ends the source, even one that sleeps', async () => {
  let closed = false
  async function* busy(): AsyncGenerator<Json> {
    try {
      for (;;) yield { name: 'x'.repeat(1000) }
    } finally {
      closed = true
    }
  }
  const gone = new Error('nobody reads')
  const broken = manner(async () => {
    throw gone
  })
  await expect(emit(rows(busy(), [], ''), broken)).rejects.toBe(gone)
  expect(closed).toBe(true)
  await expect(emit(rows(sleeping(), [], ''), broken)).rejects.toBe(gone)
})

test.each(flowing)('a pause that the source declares lets out what came, in %s', async (format) => {
  const writes: string[] = []
  let before = ''
  async function* paged(): AsyncGenerator<Json | undefined> {
    yield { id: 'first' }
    yield undefined
    before = writes.join('')
    yield { id: 'second' }
  }
  await emit(
    rows(paged(), [], ''),
    manner(async (text) => void writes.push(text), { format }),
  )
  expect(before).toContain('first')
  expect(writes.join('').match(/first|second/g)).toEqual(['first', 'second'])
})

test('a list that fails amid its pages leaves stdout empty in JSON', async () => {
  const writes: string[] = []
  const broken = new Error('gone')
  async function* failing(): AsyncGenerator<Json | undefined> {
    yield { id: 1 }
    yield undefined
    await new Promise((resolve) => setTimeout(resolve, 40))
    throw broken
  }
  const json = manner(async (text) => void writes.push(text), { format: 'json' })
  await expect(emit(rows(failing(), [], ''), json)).rejects.toBe(broken)
  expect(writes).toEqual([])
})
