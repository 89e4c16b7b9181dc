/** What another wallet sends, or the same one at another service, is in nobody's way; the same motion of this one is. */
import { expect, test } from 'vitest'
import { clock } from '../support/clock.ts'
import { freshFolder, movecli } from '../support/movecli.ts'
import { env, file, row, service, submit, type Answer } from './support.ts'

const own = {}
const others: [string, Record<string, string>][] = [
  ['another wallet', { MOVECLI_API_KEY: 'another-key', MOVECLI_TOKEN: 'another.session' }],
  ['this one at another service', { MOVECLI_BASE_URL: 'https://other.example/v1' }],
]
const line = `motion submit --steps 1001 --distance 3.2 --duration 1860 --proof ${String(row(1)['proof'])}`

/** A home in which motion 1 is sent, alone or as a row, by anyone; `during` runs while the service has it. */
function setUp() {
  const home = freshFolder()
  const send = async (how: 'alone' | 'as a row', by: Record<string, string>, it = service(), run = 'b') => {
    const setting = { home, service: it, env: by, ...clock() }
    if (how === 'as a row')
      return submit(`--from ${file('rows.ndjson', [row(1)])} --run ${run} --max-wait 1s`, setting)
    return movecli(line, { ...setting, env: { ...env, ...by }, transport: it.transport })
  }
  return { send }
}
const ways = ['alone', 'as a row'] as const
const pairs = ways.flatMap((first) => ways.map((second) => [first, second] as const))

test.each(
  others.flatMap(([who, by]) =>
    pairs.flatMap(([first, second]) =>
      (['applied', 'lost'] as const).map((answer) => [second, answer, first, who, by] as const),
    ),
  ),
)('a motion is sent %s, though it was %s as it was sent %s by %s', async (second, answer, first, _, by) => {
  const { send } = setUp()
  await send(
    first,
    by,
    service(() => answer),
    'a',
  )
  const it = service()
  expect({ code: (await send(second, own, it)).code, sent: it.sent.length }).toEqual({ code: 0, sent: 1 })
})

const stopped: Record<string, number> = {
  'alone, as a row': 8,
  'as a row, alone': 8,
  'as a row, as a row': 8,
}
test.each(
  [['this wallet', own] as const, ...others].flatMap(([who, by]) =>
    pairs
      .filter((pair) => pair.join(', ') in stopped)
      .map((pair) => [pair[1], who, pair[0], by, by === own ? stopped[pair.join(', ')]! : 0] as const),
  ),
)('a motion is sent %s while %s has it on its way (%s), or not', async (second, _, first, by, code) => {
  const { send } = setUp()
  const it = service()
  const codes: number[] = []
  await send(
    first,
    by,
    service(async () => {
      codes.push((await send(second, own, it)).code)
      return 'applied'
    }),
    'a',
  )
  expect({ codes, sent: it.sent.length }).toEqual({ codes: [code], sent: code === 0 ? 1 : 0 })
})

test.each<[string, Answer, string, number]>([
  ['the same proof, applied', 'applied', 'p1', 2],
  ['the same proof, in doubt', 'lost', 'p1', 2],
  ['the same proof, refused', 'MOTION_002', 'p1', 0],
  ['another proof', 'applied', 'p2', 0],
])('a row that is a proof alone is known as a single motion: %s', async (_, answer, proof, code) => {
  const setting = { home: freshFolder(), ...clock() }
  await submit('--proof p1', { ...setting, service: service(() => answer) })
  const it = service()
  const ran = await submit(`--from ${file('rows.ndjson', [{ proof }])}`, { ...setting, service: it })
  expect({ code: ran.code, sent: it.sent.length }).toEqual({ code, sent: code === 0 ? 1 : 0 })
})
