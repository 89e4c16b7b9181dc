/**
 * An unresolved claim holds up the next: shown and asked about once, refused where nobody
 * can be asked, settled by evidence or verdict.
 */
import { expect, test } from 'vitest'
import type { Transport } from '../../../src/contract/wire.ts'
import { failure, good, type Rule } from '../../witness/service.ts'
import { freshFolder, movecli } from '../../support/movecli.ts'
import { testnet } from '../../support/testnet.ts'
import { errorOf, person, reply, world, type World } from '../../support/world.ts'

const lost = 'POST /token/claim:drop-after-apply@1'
const neverCame = 'POST /token/claim:drop-before@1'

/** A house whose first claim is unresolved. */
async function unresolvedClaim(faults: string): Promise<World & { id: string }> {
  const it = world({ faults })
  expect((await it.run('token claim --yes')).code).toBe(9)
  it.requested()
  const [{ id } = {}] = await it.writes()
  return { ...it, id: String(id) }
}
const posts = (requested: string[]) => requested.filter((line) => !line.startsWith('GET'))

test('off a terminal the next claim is refused with the evidence and the next step', async () => {
  const { run, requested, id } = await unresolvedClaim(lost)
  for (const line of [
    'token claim --yes --json',
    'token claim --json',
    'api POST /token/claim --yes --json',
  ]) {
    const ran = await run(line)
    const error = errorOf(ran)
    expect({
      ranCode: ran.code,
      stdout: ran.stdout,
      errorCode: error['code'],
      outcome: error['outcome'],
    }).toEqual({ ranCode: 9, stdout: '', errorCode: 'CLI_EARLIER_UNKNOWN', outcome: 'not_sent' })
    expect(error['details']).toMatch(
      new RegExp(
        `record +${id}.*\\nunknown .*CLI_UNAVAILABLE.*\\nbalance then .*\\nbalance now .*\\n +balance \\S+ → \\S+, claimable \\S+ → 0.00000000`,
      ),
    )
    expect(error['details']).toContain('history')
    expect(error['hint']).toBe(
      `movecli token claim --reconcile -n sandbox, or movecli journal resolve ${id} --as applied|not-applied`,
    )
    expect(error['retryable']).toBe(false)
  }
  expect(posts(requested())).toEqual([])
})

test('an unresolved mint holds up mints and not claims', async () => {
  const { run, requested } = world({ faults: 'POST /nft/mint:drop-after-apply@1' })
  expect((await run('nft mint -f type=shoes --yes')).code).toBe(9)
  expect((await run('nft mint -f type=accessories --yes')).code).toBe(9)
  expect((await run('token claim --yes')).code).toBe(0)
  expect((await run('nft mint --reconcile')).code).toBe(9)
  expect(posts(requested())).toEqual(['POST /nft/mint', 'POST /token/claim'])
})

test('--reconcile marks it applied where the balance shows it, never sends, and the way is free', async () => {
  const { run, requested, writes, id, lines } = await unresolvedClaim(lost)
  const ran = await run('token claim --reconcile --json')
  expect({ code: ran.code, stdout: JSON.parse(ran.stdout) }).toMatchObject({
    code: 0,
    stdout: { records: [{ id, as: 'applied' }] },
  })
  expect(lines().at(-1)).toMatchObject({
    state: 'applied',
    id,
    evidence: expect.stringContaining('claimable') as string,
  })
  expect(posts(requested())).toEqual([])
  expect((await run('token claim --reconcile')).stdout).toContain('No token claim of 0xc5B1')
  expect((await run('token claim --yes')).code).toBe(0)
  expect((await writes()).map(({ state }) => state)).toEqual(['applied', 'applied'])
})

test('an unchanged balance marks nothing: --reconcile ends with 9 and the record stays', async () => {
  const { run, requested, writes } = await unresolvedClaim(neverCame)
  const ran = await run('token claim --reconcile')
  expect({
    code: ran.code,
    said: ran.stderr.includes('unchanged (not conclusive: chains can settle late)'),
  }).toEqual({ code: 9, said: true })
  expect({ posts: posts(requested()), state: (await writes())[0]?.['state'] }).toEqual({
    posts: [],
    state: 'unknown',
  })
})

test('with --dry-run --reconcile marks nothing', async () => {
  const { run, writes } = await unresolvedClaim(lost)
  const ran = await run('token claim --reconcile --dry-run --json')
  expect({ code: ran.code, stdout: JSON.parse(ran.stdout) }).toMatchObject({
    code: 0,
    stdout: { dry_run: true, records: [{ as: 'applied' }] },
  })
  expect((await writes())[0]?.['state']).toBe('unknown')
})

test('a balance that may have changed through another write proves nothing', async () => {
  const { run, writes } = await unresolvedClaim(neverCame)
  expect((await run('token claim --yes --force')).code).toBe(0)
  expect((await run('token claim --reconcile')).code).toBe(9)
  expect((await writes()).map(({ state }) => state)).toEqual(['unknown', 'applied'])
})

test('--force sends without a verdict, on record, and the earlier one stays unresolved', async () => {
  const { run, lines, id, writes } = await unresolvedClaim(neverCame)
  expect((await run('token claim --force')).code).toBe(11)
  expect((await run('token claim --force --yes')).code).toBe(0)
  expect(lines().findLast(({ operation }) => operation)).toMatchObject({ forced: true, over: [id] })
  expect((await writes()).map(({ state }) => state)).toEqual(['unknown', 'applied'])
})

test('--force and --reconcile together are exit 2', async () => {
  expect((await world().run('token claim --force --reconcile')).code).toBe(2)
})

test('a verdict frees the way, also for scripts', async () => {
  for (const as of ['applied', 'not-applied']) {
    const { run, id } = await unresolvedClaim(neverCame)
    expect((await run(`journal resolve ${id} --as ${as}`)).code).toBe(0)
    expect((await run('token claim --yes')).code).toBe(0)
  }
})

test('at a terminal everything known is shown first and one question is asked: not applied sends', async () => {
  const { run, requested, writes, id } = await unresolvedClaim(neverCame)
  const { code, stderr } = await run('token claim', person('3'))
  expect(code).toBe(0)
  for (const word of [
    `record       ${id}`,
    'balance then',
    'balance now',
    'history',
    'POST http://127.0.0.1:4017/v1/token/claim',
    '3) It was not applied: send the new one',
  ])
    expect(stderr).toContain(word)
  expect(posts(requested())).toEqual(['POST /token/claim'])
  expect(await writes()).toMatchObject([{ state: 'resolved', as: 'not-applied' }, { state: 'applied' }])
})

test.each([
  ['applied', '2', 11, 'resolved'],
  ['not known', '', 9, 'unknown'],
])('at a terminal, %s sends nothing', async (_, answer, exit, state) => {
  const { run, requested, writes } = await unresolvedClaim(neverCame)
  const { code, stderr } = await run('token claim --yes', person(answer))
  // What was shown before the question is not shown again after it.
  expect([code, stderr.split('balance then').length - 1]).toEqual([exit, 1])
  expect(posts(requested())).toEqual([])
  expect(await writes()).toMatchObject([{ state }])
})

test('at a terminal a proven one is marked, and another is sent only after a yes, whatever --yes says', async () => {
  const no = await unresolvedClaim(lost)
  expect((await no.run('token claim --yes', person('n'))).code).toBe(11)
  expect({ posts: posts(no.requested()), writes: await no.writes() }).toMatchObject({
    posts: [],
    writes: [{ state: 'applied' }],
  })
  const yes = await unresolvedClaim(lost)
  expect((await yes.run('token claim --yes', person('y'))).code).toBe(0)
  expect(await yes.writes()).toMatchObject([{ state: 'applied' }, { state: 'applied' }])
})

test('at a terminal --reconcile asks for the verdict and never sends', async () => {
  const { run, requested, writes } = await unresolvedClaim(neverCame)
  expect((await run('token claim --reconcile', person('3'))).code).toBe(0)
  expect({ posts: posts(requested()), writes: await writes() }).toMatchObject({
    posts: [],
    writes: [{ state: 'resolved', as: 'not-applied' }],
  })
})

test('evidence that cannot be read is said, and it is still refused', async () => {
  const { run } = await unresolvedClaim(`${lost},GET /token/balance:CHAIN_001@2,GET /motion/history:404`)
  const { code, stderr } = await run('token claim --yes')
  expect({ code, stderr }).toEqual({
    code: 9,
    stderr: expect.stringMatching(/balance now could not be read[\s\S]*history could not be read/),
  })
})

test('a motion with the same body as an unresolved one is refused like a claim, any other is not', async () => {
  const { run, requested, id } = { ...world({ faults: 'POST /motion/submit:drop-before@1' }), id: '' }
  const submit = 'motion submit --steps 100 --distance 1'
  expect((await run(submit)).code).toBe(9)
  expect((await run(submit)).stderr).toContain('an earlier motion submit')
  expect((await run(`${submit} --yes --json`)).code).toBe(9)
  expect(posts(requested())).toEqual(['POST /motion/submit'])
  expect({
    id,
    said: (await run('motion submit --steps 101 --distance 1')).stderr.includes('an earlier'),
  }).toEqual({ id: '', said: false })
  expect((await run(`${submit} --force`)).stderr).not.toContain('an earlier')
  expect(posts(requested())).toHaveLength(2)
})

test('user settings are not held up', async () => {
  const { run } = world({ faults: 'PUT /user/settings:drop-before@1' })
  expect((await run('user settings -f a=b')).code).toBe(8)
  expect((await run('user settings -f a=b')).code).toBe(0)
})

test('whoami and token balance mention an unresolved claim on stderr, but not as JSON', async () => {
  const { run, id } = await unresolvedClaim(neverCame)
  for (const line of ['whoami', 'token balance']) {
    expect((await run(line)).stderr).toMatch(
      new RegExp(`outcome of the token claim of \\S+ is unknown.*${id}`),
    )
    expect((await run(`${line} --json`)).stderr).toBe('')
  }
  await run(`journal resolve ${id} --as not-applied`)
  expect((await run('whoami')).stderr + (await run('token balance')).stderr).not.toContain('is unknown')
})

/** The witness over a real socket, with a claim that goes as `rule` says. */
async function claimed(rule: Rule) {
  const { witness, ...it } = await testnet()
  const home = freshFolder()
  witness.answer({ method: 'POST', path: '/token/claim', ...rule })
  const first = await it.run('token claim --yes', { home })
  return { ...it, home, first }
}

test.each<[string, Rule, number, number]>([
  ['an empty 200', { status: 200, body: '' }, 9, 9],
  ['a redirect', { redirect: 'https://elsewhere.example/' }, 9, 9],
  ['a 408', { status: 408, body: failure('RATE_001').body }, 9, 9],
  ['a reset', { destroy: 'before-answer' }, 9, 9],
  ['half an answer', { destroy: 'mid-body' }, 9, 9],
  ['a plain refusal', { ...failure('AUTH_002') }, 4, 0],
])(
  'after %s over a socket the claim ends with its code and the next as it must',
  async (_, rule, one, two) => {
    const { run, home, first } = await claimed(rule)
    const second = await run('token claim --yes', { home })
    expect({ firstCode: first.code, secondCode: second.code }).toEqual({ firstCode: one, secondCode: two })
  },
)

test('without a known address the key or the token decides, and another of both is not held up', async () => {
  const { env, home } = await claimed({ destroy: 'before-answer' })
  const other: Transport = async () => reply(200, good('{"balance":1}').body)
  const otherToken = { ...env, MOVECLI_TOKEN: 'another.session' }
  expect((await movecli('token claim --yes', { home, env: otherToken, transport: other })).code).toBe(9)
  const otherKey = { ...env, MOVECLI_API_KEY: 'another-key' }
  expect((await movecli('token claim --yes', { home, env: otherKey, transport: other })).code).toBe(9)
  const otherBoth = { ...otherKey, MOVECLI_TOKEN: 'another.session' }
  expect((await movecli('token claim --yes', { home, env: otherBoth, transport: other })).code).toBe(0)
})

test.each(['--force', '--reconcile'])('%s is for a single motion, not for a run', async (flag) => {
  const { run, requested } = world()
  const { code, stderr } = await run(`motion submit --from - ${flag}`)
  expect({ code, said: stderr.includes('cannot be used with --from'), requested: requested() }).toEqual({
    code: 2,
    said: true,
    requested: [],
  })
})

test.each([
  ['as applied, and the new one is not wanted', '--as applied', ['3', 'n'], 11, 0],
  ['as applied, and the new one is wanted', '--as applied', ['3', 'y'], 0, 1],
  ['as not applied, and the new one is wanted', '--as not-applied', ['1', 'y'], 0, 1],
] as const)(
  'at a terminal, an answer about what was settled meanwhile %s is not kept',
  async (_, verdict, answers, code, sent) => {
    const settling: { settle?: () => Promise<void> } = {}
    const it = world({
      faults: neverCame,
      before: async ({ url }) => {
        // While everything known is read, before the person is asked.
        if (!url.endsWith('/motion/history')) return
        await settling.settle?.()
        delete settling.settle
      },
    })
    expect((await it.run('token claim --yes')).code).toBe(9)
    const [{ id } = {}] = await it.writes()
    it.requested()
    settling.settle = async () => {
      expect((await it.run(`journal resolve ${String(id)} ${verdict}`)).code).toBe(0)
    }
    const ran = await it.run('token claim', person(...answers))
    expect({ code: ran.code, posts: posts(it.requested()).length }).toEqual({ code, posts: sent })
    if (verdict === '--as applied')
      expect(ran.stderr).toContain(`Record ${String(id)} was settled meanwhile: it was applied.`)
    expect((await it.writes())[0]).toMatchObject({ state: 'resolved', as: verdict.replace('--as ', '') })
  },
)

test('at a terminal each of several is asked about by its record', async () => {
  const { run, writes, id, requested } = await unresolvedClaim(
    'POST /token/claim:drop-before@1,POST /token/claim:drop-before@2',
  )
  expect((await run('token claim --yes --force')).code).toBe(9)
  requested()
  const { code, stderr } = await run('token claim', person('3', '2'))
  expect(code).toBe(11)
  const [, second] = await writes()
  for (const each of [id, String(second?.['id'])])
    expect(stderr).toContain(`What is the outcome of record ${each}?`)
  expect(await writes()).toMatchObject([
    { state: 'resolved', as: 'not-applied' },
    { state: 'resolved', as: 'applied' },
  ])
  expect(posts(requested())).toEqual([])
})
