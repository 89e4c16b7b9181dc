/** A session that the service ends before its time: a remembered signer signs in again, once, and no write is sent twice. */
import { rmSync } from 'node:fs'
import { beforeEach, describe, expect, test } from 'vitest'
import { rememberedWorld } from '../support/renewal.ts'
import { reply } from '../support/world.ts'

type World = Awaited<ReturnType<typeof rememberedWorld>>

const sentBy = ({ sent }: World) => sent.splice(0).map(({ what }) => what)
const refused = reply.bind(undefined, 401, {
  success: false,
  error: { code: 'AUTH_002', message: 'The session token is not known.', details: '' },
})
const unknown = () => reply(401, { success: false, error: { code: 'AUTH_001', message: 'no', details: '' } })

let world: World

/** Of a service whose sessions last an hour; two minutes have passed. */
beforeEach(async () => {
  world = await rememberedWorld({ tokenTtl: 3_600_000 })
  await world.run('token balance --json')
  const old = world.sent.at(-1)?.token
  world.sent.length = 0
  world.time.at += 120_000
  for (const what of ['GET /token/balance', 'POST /motion/submit'])
    world.answers.set(what, () => (world.sent.at(-1)?.token === old ? refused() : undefined))
})

const logins = () => sentBy(world).filter((what) => what === 'POST /auth/login').length

describe('a session that the service has forgotten', () => {
  test('is renewed, and the read is made once more', async () => {
    expect((await world.run('token balance --json')).code).toBe(0)
    expect(sentBy(world)).toEqual(['GET /token/balance', 'POST /auth/login', 'GET /token/balance'])
    expect((await world.run('token balance --json')).code).toBe(0)
    expect(sentBy(world)).toEqual(['GET /token/balance'])
  })

  test('meets a write: that is not sent again', async () => {
    const before = world.stored()['default']
    expect(world.failure(await world.run('motion submit --steps 10 --proof p --json'))).toMatchObject({
      code: 'AUTH_002',
      outcome: 'rejected',
      hint: 'movecli login --profile default',
    })
    expect(sentBy(world)).toEqual(['POST /motion/submit'])
    expect(world.stored()['default']).toEqual(before)
  })

  test('meets a run: the rows behind the refused ones go with a new session', async () => {
    const { code, applied } = await world.submit(4)
    expect({ code, applied }).toEqual({ code: 10, applied: 3 })
    expect(logins()).toBe(1)
    expect((await world.submit(4)).code).toBe(0)
    expect(sentBy(world).filter((what) => what === 'POST /motion/submit')).toHaveLength(1)
  })

  test('meets the only row of a run: the next run of the same command sends it', async () => {
    const first = await world.submit(1)
    expect({ code: first.code, applied: first.applied }).toEqual({ code: 4, applied: 0 })
    expect(world.failure(first)['hint']).toContain('Run the same command again')
    expect(logins()).toBe(1)
    const again = await world.submit(1)
    expect({ code: again.code, applied: again.applied }).toEqual({ code: 0, applied: 1 })
    expect(sentBy(world)).toEqual(['POST /motion/submit'])
  })

  test.each([
    ['--on-error', 'stop'],
    ['--max-failures', '1'],
  ])('meets a run that %s %s ends: the next run of the same command sends every row', async (...words) => {
    const first = await world.submit(3, {}, words)
    expect({ code: first.code, applied: first.applied }).toEqual({ code: 4, applied: 0 })
    expect(world.failure(first)['hint']).toContain('Run the same command again')
    expect(sentBy(world)).toEqual(['POST /motion/submit', 'POST /auth/login'])
    const again = await world.submit(3, {}, words)
    expect({ code: again.code, applied: again.applied }).toEqual({ code: 0, applied: 3 })
  })

  test('meets the only row of a run while the signer is gone: the error says so', async () => {
    rmSync(world.at('wallet.json'))
    const ran = await world.submit(1)
    expect(ran.code).toBe(4)
    expect(world.failure(ran)['message']).toContain(
      'The service refused the session token, and signing in again failed',
    )
  })

  test('is renewed whatever else the answer says of the clock', async () => {
    const date = new Date(world.time.at - 7_200_000).toUTCString()
    const old = () => {
      const answer = refused()
      return { ...answer, headers: [...answer.headers, ['date', date] as [string, string]] }
    }
    let count = 0
    world.answers.set('GET /token/balance', () => (count++ === 0 ? old() : undefined))
    expect((await world.run('token balance --json')).code).toBe(0)
    expect(logins()).toBe(1)
  })

  test.each([
    ['nobody is remembered who signs', '"signer"', {}],
    ["the API key is not the profile's own", '"none"', { MOVECLI_API_KEY: 'another-key' }],
  ])('is kept where %s', async (_, text, env) => {
    world.changeSettings((settings) => settings.replace(text, '"former"'))
    const before = world.stored()['default']
    expect(
      (await world.run('token balance --json', { env: { MOVECLI_NETWORK: 'testnet', ...env } })).code,
    ).toBe(4)
    expect((await world.submit(1, { env: { MOVECLI_NETWORK: 'testnet', ...env } })).code).toBe(4)
    expect(logins()).toBe(0)
    expect(world.stored()['default']).toEqual(before)
  })

  test('is kept where the signer is gone, and still good with the next answer', async () => {
    rmSync(world.at('wallet.json'))
    const before = world.stored()['default']
    expect((await world.run('token balance --json')).code).toBe(4)
    world.answers.clear()
    expect((await world.run('token balance --json')).code).toBe(0)
    expect(world.stored()['default']).toEqual(before)
  })
})

describe("credentials that are not the profile's own", () => {
  test('a token of the environment that is the stored one, refused: nobody signs in, and no further row leaves', async () => {
    const env = { MOVECLI_NETWORK: 'testnet', MOVECLI_TOKEN: world.stored()['default']?.['token'] ?? '' }
    const ran = await world.submit(6, { env })
    expect([ran.code, sentBy(world)]).toEqual([4, ['POST /motion/submit']])
    expect((await world.run('token balance --json', { env })).code).toBe(4)
    expect(sentBy(world)).toEqual(['GET /token/balance'])
  })

  test('a session that was signed in with another API key meanwhile: the run does not go on with it', async () => {
    world.answers.set('POST /motion/submit', async () => {
      world.file('key', 'a-newer-api-key\n')
      await world.login()
      return refused()
    })
    const ran = await world.submit(6)
    expect(ran.code).toBe(4)
    expect(world.failure(ran)['message']).toContain(
      'no longer has the API key that this command began with. The run stopped',
    )
    expect(sentBy(world)).toEqual(['POST /motion/submit', 'POST /auth/login'])
  })
})

test('a service that refuses every session is signed in to once, and not again for a minute', async () => {
  for (const what of ['GET /token/balance', 'POST /motion/submit']) world.answers.set(what, refused)
  const balance = async () => world.failure(await world.run('token balance --json'))
  expect(await balance()).toMatchObject({ code: 'AUTH_002', exit_code: 4 })
  expect(logins()).toBe(1)
  expect(await balance()).toMatchObject({ code: 'AUTH_002', hint: 'movecli login --profile default' })
  expect((await world.submit(6)).code).toBe(4)
  expect(logins()).toBe(0)
  world.time.at += 61_000
  expect((await world.submit(6)).code).toBe(4)
  expect(logins()).toBe(1)
})

test('a credential that is missing by the word of the service is no end of a session', async () => {
  world.answers.set('GET /token/balance', unknown)
  expect((await world.run('token balance --json')).code).toBe(4)
  expect(sentBy(world)).toEqual(['GET /token/balance'])
})
