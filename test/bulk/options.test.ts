/** What a bulk submission does where its flags say nothing, and what they say otherwise. */
import { expect, test } from 'vitest'
import type { BulkValues } from '../../src/bulk/flags.ts'
import { bulkOptions } from '../../src/bulk/options.ts'
import type { GlobalFlags } from '../../src/config/types.ts'
import { toolsFor } from '../../src/runtime/services.ts'
import { contextFor } from '../support/movecli.ts'

const optionsOf = async (flags: Partial<BulkValues>, globals: GlobalFlags = {}) => {
  const tools = toolsFor(contextFor({}).context, globals, 'tsv')
  return bulkOptions({ args: [], flags: flags as BulkValues, passthrough: [] }, tools)
}

test('eight rows at once, one prover, an hour of patience, and no failure that ends the run', async () => {
  expect(await optionsOf({ from: 'rows.ndjson', prover: process.execPath })).toEqual({
    from: 'rows.ndjson',
    prover: { program: process.execPath, lines: false, jobs: 1 },
    skipInvalid: false,
    retryFailed: false,
    retryUnknown: false,
    skipApplied: false,
    resubmit: false,
    plan: false,
    concurrency: 8,
    maxFailures: Infinity,
    stopOnError: false,
    maxWaitMs: 3_600_000,
  })
})

test('each flag says what it names', async () => {
  const flags = {
    proverLines: true,
    proverJobs: 4,
    prover: process.execPath,
    run: 'jan',
    shard: { index: 2, count: 3 },
    concurrency: 2,
    maxFailures: 5,
  } as const
  expect(
    await optionsOf({ ...flags, onError: 'stop' }, { maxWait: { text: '5m', value: 300 } }),
  ).toMatchObject({
    prover: { lines: true, jobs: 4 },
    run: 'jan',
    shard: { index: 2, count: 3 },
    concurrency: 2,
    maxFailures: 5,
    stopOnError: true,
    maxWaitMs: 300_000,
  })
  expect((await optionsOf({ onError: 'continue' })).stopOnError).toBe(false)
  for (const name of [
    'skipInvalid',
    'retryFailed',
    'retryUnknown',
    'skipApplied',
    'resubmit',
    'plan',
  ] as const) {
    const options = await optionsOf({ [name]: true })
    const given = Object.entries(options).filter(([, value]) => value === true)
    expect(given).toEqual([[name, true]])
  }
})
