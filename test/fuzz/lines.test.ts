/** Whatever is typed: a documented end, and no secret in what is said. */
import { writeFileSync } from 'node:fs'
import { join } from 'node:path'
import fc from 'fast-check'
import { expect, test } from 'vitest'
import type { CommandSpec } from '../../src/runtime/command.ts'
import type { Flag } from '../../src/runtime/flag.ts'
import { nouns } from '../support/nouns.ts'
import { globalFlags } from '../../src/runtime/global-flags.ts'
import { createSandbox } from '../../src/sandbox/sandbox.ts'
import { freshFolder, movecli } from '../support/movecli.ts'
import { cases, expectSound } from './sound.ts'
import { clock } from '../support/clock.ts'

const secret = 'sk_live_5ecret0fMine'
/** What serves until it is stopped, runs a program, or prints lines besides the result. */
const lasting = new Set(['watch', 'prover', 'verbose', 'repeat'])

const lines = nouns.flatMap((noun): { words: string[]; line: CommandSpec }[] =>
  'lines' in noun
    ? noun.lines.map((line) => ({ words: [noun.name, line.name], line }))
    : [{ words: [noun.name], line: noun }],
)
const finite = lines.filter(({ words }) => words.join(' ') !== 'sandbox start')
const home = freshFolder()
writeFileSync(join(home, 'rows.ndjson'), '{"steps":1,"proof":"no-proof"}\n')
writeFileSync(join(home, 'text'), 'some text\n', { mode: 0o600 })

const junk = fc.oneof(
  fc.constantFrom(
    '',
    '-',
    '0',
    '-1',
    '5.2km',
    '31m',
    'true',
    'null',
    'a=b',
    '{"a":1}',
    '2026-01-31',
    'yesterday',
    '1/2',
    '..',
    '90d',
    'not-applied',
  ),
  fc.constantFrom(
    'testnet',
    'sandbox',
    'mainnet',
    'ops',
    'default',
    'GET',
    'POST',
    '/x',
    'motion/daily',
    'deviceId',
    'AUTH_001',
    '9',
  ),
  fc.constantFrom(join(home, 'rows.ndjson'), join(home, 'text'), '/dev/null', '/nowhere/at/all', home),
  fc.constantFrom(
    '0x63FaC9201494f0bd17B9892B9fae4d52fe3BD377',
    `0x${'42'.repeat(32)}`,
    '\u001b[31mred\u202e',
    'ü'.repeat(300),
  ),
  fc.string({ unit: 'binary', maxLength: 12 }).map((text) => text.replaceAll('\0', '0')),
)
const valued = ({ name, short, value }: Flag): fc.Arbitrary<string[]> => {
  const word = fc.constantFrom(`--${name}`, short ? `-${short}` : `--${name}`)
  if (value === undefined) return word.map((flag) => [flag])
  return fc
    .tuple(word, junk, fc.boolean())
    .map(([flag, text, joined]) => (joined && flag.startsWith('--') ? [`${flag}=${text}`] : [flag, text]))
}
const foreign = fc.constantFrom(
  [`--api-keys=${secret}`],
  [`-k${secret}`],
  [`--no-such-flag=${secret}`],
  ['--'],
)
const flags = (line: CommandSpec) => {
  const own = [...(line.flags ?? []), ...globalFlags].filter(({ name }) => !lasting.has(name))
  return fc.array(fc.oneof({ weight: 12, arbitrary: fc.constantFrom(...own).chain(valued) }, foreign), {
    maxLength: 5,
  })
}
const typed = fc
  .constantFrom(...finite)
  .chain(({ words, line }) =>
    fc.tuple(fc.constant(words), fc.array(junk, { maxLength: line.args?.length ?? 1 }), flags(line)),
  )
  .chain(([words, args, more]) =>
    fc.constantFrom([...words, ...args, ...more.flat()], [...more.flat(), ...words, ...args]),
  )

test('every line ends as documented', { timeout: 1_000_000 }, async () => {
  const property = fc.asyncProperty(typed, fc.constantFrom('', 'sandbox'), async (line, network) => {
    const env = { ...(network && { MOVECLI_NETWORK: network }) }
    const ran = await movecli(line, { env, transport: createSandbox(), ...clock() })
    const json = line.includes('--json') && !line.includes('--jq')
    const before = line.includes('--') ? line.slice(0, line.indexOf('--')) : line
    expectSound(ran, { json: json && before.includes('--json') })
    expect(ran.stdout + ran.stderr, JSON.stringify([line, ran])).not.toContain(secret)
  })
  await fc.assert(property, { numRuns: cases(250) })
})

test('what is no command at all is exit 2 or help', { timeout: 1_000_000 }, async () => {
  const words = fc.array(
    fc.oneof(junk, fc.constantFrom(...nouns.map(({ name }) => name), '--json', '--help', '-h', '-V')),
    { maxLength: 4 },
  )
  const property = fc.asyncProperty(words, async (line) => {
    expectSound(await movecli(line, { transport: createSandbox(), ...clock() }), { json: false })
  })
  await fc.assert(property, { numRuns: cases(150) })
})
