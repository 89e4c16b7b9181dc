/** A prover that is started for each motion: how long it may take, what counts as its proof, and why there is none. */
import { writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { digits } from '../../src/contract/lossless-json.ts'
import { proofBy, proverSettings } from '../../src/runtime/prover.ts'
import { toolsFor } from '../../src/runtime/services.ts'
import { showStderr } from '../../src/runtime/subprocess.ts'
import { contextFor, freshFolder, type Setting } from '../support/movecli.ts'

const program = (script: string) => {
  const path = join(freshFolder(), 'prove')
  writeFileSync(path, `#!/bin/sh\n${script}\n`, { mode: 0o700 })
  return path
}
const toolsOf = (setting: Setting = {}, seconds?: number) =>
  toolsFor(
    contextFor(setting).context,
    seconds === undefined ? {} : { timeout: { text: `${seconds}s`, value: seconds } },
    'tsv',
  )

test.each([
  [undefined, {}, 120_000],
  [5, {}, 5000],
  [undefined, { MOVECLI_TIMEOUT: '30' }, 30_000],
  [5, { MOVECLI_TIMEOUT: '30' }, 5000],
])('with --timeout %s and %j it may take %i ms', async (seconds, env, waitMs) => {
  expect((await proverSettings(process.execPath, toolsOf({ env }, seconds))).waitMs).toBe(waitMs)
})

test('it reads the motion as JSON on one line, and its proof is what it prints without the space around it', async () => {
  const motion = { steps: digits('5000'), distance: digits('1.10') }
  expect(await proofBy(program('cat'), motion, toolsOf())).toBe('{"steps":5000,"distance":1.10}')
  expect(await proofBy(program("printf '\\n two\\tparts\\nof one \\n'"), motion, toolsOf())).toBe(
    'two\tparts\nof one',
  )
  expect(await proofBy(program('head -c 262144 /dev/zero | tr "\\0" x'), motion, toolsOf())).toHaveLength(
    262_144,
  )
})

test.each([
  ['echo proof; exit 3', 'ended with 3'],
  ['echo proof; kill -9 $$', 'ended with 137 (SIGKILL)'],
  ['head -c 262145 /dev/zero | tr "\\0" x', 'printed more than 256 KB'],
  ["printf ' \\n'", 'printed no proof'],
  ["printf 'a\\0b'", 'printed control characters'],
  ["printf '\\377\\376'", 'printed what is not text'],
])('%s makes no proof: it %s', async (script, why) => {
  await expect(proofBy(program(script), {}, toolsOf())).rejects.toMatchObject({
    message: `The prover ${why}.`,
    fault: { code: 'CLI_PROVER', exit: 2 },
  })
})

test('of what programs say on stderr 64 KB are shown, all of them together', async () => {
  const said: string[] = []
  const sink = showStderr({ say: async (text) => void said.push(text) })
  sink.add(Buffer.from('one\n'))
  sink.add(Buffer.from('\n'))
  sink.add(Buffer.from('x'.repeat(65_000)))
  sink.add(Buffer.from('y'.repeat(1000)))
  sink.add(Buffer.from('z'.repeat(5000)))
  expect(said.map((text) => [text.slice(0, 3), text.length])).toEqual([
    ['one', 3],
    ['xxx', 65_000],
    ['yyy', 65_536 - 65_005],
  ])
})
