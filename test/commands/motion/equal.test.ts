/** Motions are known by their content, however they are typed and by whichever command they are sent. */
import { expect, test } from 'vitest'
import { contentDigest } from '../../../src/journal/runs/row-digest.ts'
import { parseJson } from '../../../src/contract/lossless-json.ts'
import { freshFolder, movecli } from '../../support/movecli.ts'
import { env, file, service, submit } from '../../bulk/support.ts'

const same = [
  'motion submit --steps 5000 --distance 5.20 --duration 1860 --proof p',
  'motion submit --steps 05000 --distance 5.200km --duration 31m --proof p',
  'motion submit --steps 5000 --distance 5200m --duration 1860.0 --proof p',
  'api POST /motion/submit -F duration=1860 -f proof=p -F distance=5.2 -F steps=5000',
  'api POST /Motion/Submit -F duration=1.86e3 -f proof=p -F distance=52e-1 -F steps=5000.0',
  'api POST motion/submit/ -f duration=1860 -f proof=p -f distance=5.2km -f steps=5000 -F device_id=null',
  'api POST /motion/submit -f duration=+1860 -f proof=p -f distance=+5.2 -f steps=+5000',
]

test('a motion equal to an unresolved one is refused however it is typed, and another is not', async () => {
  for (const first of same) {
    const home = freshFolder()
    const lost = service(() => 'lost')
    const good = service()
    expect((await movecli(first, { home, env, transport: lost.transport })).code).toBe(9)
    for (const line of same) {
      const { code, stderr } = await movecli(line, { home, env, transport: good.transport })
      expect({ line, code, said: stderr.includes('CLI_EARLIER_UNKNOWN') }).toEqual({
        line,
        code: 9,
        said: true,
      })
    }
    expect(good.sent).toEqual([])
    const other = same[0]!.replace('5.20', '5.21')
    expect((await movecli(other, { home, env, transport: good.transport })).code).toBe(0)
  }
})

test('a motion equal to an unresolved row is refused, and so is a row equal to a single motion that is unresolved or applied', async () => {
  const home = freshFolder()
  const row = { steps: 5000, distance: '5.2km', duration: '31m', proof: 'p', id: 'a' }
  const words = `--from ${file('rows.ndjson', [row])}`
  await submit(`${words} --run one`, { home, service: service(() => 'lost') })
  const good = service()
  for (const line of same)
    expect((await movecli(line, { home, env, transport: good.transport })).code).toBe(9)
  expect(good.sent).toEqual([])
})

const content = (text: string) => Buffer.from(contentDigest(parseJson(text))).toString('hex')

test('fields that the contract does not know tell bodies apart, in any order', () => {
  const one = content('{"steps":1,"note":{"b":1.0,"a":[2]},"tag":null}')
  expect(content('{"note":{"a":[2.00],"b":1},"steps":1.0}')).toBe(one)
  expect(content('{"note":{"a":[2.01],"b":1},"steps":1}')).not.toBe(one)
  expect(content('{"steps":1}')).not.toBe(one)
  expect(new Set(['{}', '[]', '"x"', '{"a":1}', '{"a":2}', '{"a":"1"}'].map(content)).size).toBe(6)
})

test.each([
  [
    'steps',
    '1000',
    ['1000.0', '1e3', '0.1e4', '100000e-2', '"1000"', '"1000.0e0"', '"1.0000e3"', '"+1000"', '"01000"'],
  ],
  ['steps', '-1000', ['-1e3', '-1000.0', '"-1000"']],
  ['distance', '0', ['-0', '0.0', '0e5', '"0km"', '"-0"']],
  ['distance', '5.2', ['52e-1', '0.52e1', '"5200m"', '"5.20km"', '"05.2"']],
  ['age', '30', ['0.3e2', '300e-1', '30.0']],
  ['age', '-1.5', ['-15e-1', '-1.50', '-0.15e1']],
  ['age', '9007199254740993', ['0.9007199254740993e16', '9007199254740993.0']],
  ['age', '0', ['0e50', '-0E-50', '0e400', `0.${'0'.repeat(50)}`, '0e99999999999999999999']],
  ['age', '1', [`1.${'0'.repeat(50)}`, `1${'0'.repeat(45)}e-45`]],
  ['distance', '1e41', ['10e40', `1${'0'.repeat(41)}`, '"0.1e42"']],
  ['distance', '1e-400', ['10e-401', '"0.1e-399"']],
])('a %s of %s is the same however its numeral is written', (name, numeral, others) => {
  const one = content(`{"${name}":${numeral}}`)
  for (const each of others) expect([each, content(`{"${name}":${each}}`)]).toEqual([each, one])
})

test('numerals of other values are other contents', () => {
  const all = [
    '1000',
    '-1000',
    '100',
    '1000.1',
    '0.1e2',
    '1e4',
    '0',
    '"x"',
    '"1_000"',
    '9007199254740993',
    '9007199254740992',
    '1e400',
    '1e401',
    '1e-400',
    `1${'0'.repeat(45)}1`,
    `1${'0'.repeat(46)}`,
  ]
  expect(new Set(all.map((each) => content(`{"age":${each}}`))).size).toBe(all.length)
})

test('an unresolved motion is the same motion with another proof: refused until a verdict, and one that was applied is not', async () => {
  const home = freshFolder()
  const [lost, good] = [service(() => 'lost'), service()]
  const line = (proof: string, more = '') =>
    `motion submit --steps 5000 --distance 5.2km --duration 31m --proof ${proof}${more}`
  const send = async (text: string, { transport } = good) => movecli(text, { home, env, transport })
  expect((await send(line('p1'), lost)).code).toBe(9)
  const again = await send(line('p2'))
  expect({ code: again.code, stderr: again.stderr }).toEqual({
    code: 9,
    stderr: expect.stringContaining('CLI_EARLIER_UNKNOWN'),
  })
  const raw = 'api POST /motion/submit -F duration=1860 -f proof=p3 -F distance=5.20 -F steps=5000'
  expect({ code: (await send(raw)).code, sent: good.sent.length }).toEqual({ code: 9, sent: 0 })
  for (const other of [line('p4', ' --device-id watch'), line('p5').replace('5000', '5001')])
    expect({ other, code: (await send(other)).code }).toEqual({ other, code: 0 })
  const [{ id }] = JSON.parse((await send('journal ls --state unknown --json')).stdout) as [{ id: string }]
  expect((await send(`journal resolve ${id} --as applied`)).code).toBe(0)
  expect((await send(line('p6'))).code).toBe(0)
})

test('of motions that are a proof alone each proof is another', async () => {
  const home = freshFolder()
  const [lost, good] = [service(() => 'lost'), service()]
  expect((await movecli('motion submit --proof p1', { home, env, transport: lost.transport })).code).toBe(9)
  expect((await movecli('motion submit --proof p2', { home, env, transport: good.transport })).code).toBe(0)
})

test('an unresolved write of a session token holds up that token with another API key, and is found by its runs', async () => {
  const home = freshFolder()
  const [lost, good] = [service(() => 'lost'), service()]
  const other = { ...env, MOVECLI_API_KEY: 'sk_another_key_0123456789' }
  expect((await movecli('token claim --yes', { home, env, transport: lost.transport })).code).toBe(9)
  expect((await movecli('token claim --yes', { home, env: other, transport: good.transport })).code).toBe(9)
  const path = file('rows.ndjson', [{ steps: 1, proof: 'p' }])
  const words = `motion submit --from ${path}`
  expect((await movecli(`${words} --run a`, { home, env, transport: lost.transport })).code).toBe(10)
  const again = await movecli(`${words} --run b`, { home, env: other, transport: good.transport })
  expect({ code: again.code, stderr: again.stderr }).toEqual({
    code: 2,
    stderr: expect.stringContaining('run a: 0 applied, 1 unknown'),
  })
  expect(good.sent).toEqual([])
})
