/** A session that the service ends before its time: a remembered signer signs in again, once, and no write is sent twice. */
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

beforeEach(async () => {
  world = await rememberedWorld()
  await world.run('token balance --json')
  const old = world.sent.at(-1)?.token
  world.sent.length = 0
  for (const what of ['GET /token/balance', 'POST /motion/submit'])
    world.answers.set(what, () => (world.sent.at(-1)?.token === old ? refused() : undefined))
})

describe('a session that the service has forgotten', () => {
  test('is renewed, and the read is made once more', async () => {
    expect((await world.run('token balance --json')).code).toBe(0)
    expect(sentBy(world)).toEqual(['GET /token/balance', 'POST /auth/login', 'GET /token/balance'])
    expect((await world.run('token balance --json')).code).toBe(0)
    expect(sentBy(world)).toEqual(['GET /token/balance'])
  })

  test('meets a write: that is not sent again, and the next command signs in first', async () => {
    const line = 'motion submit --steps 10 --proof p --json'
    expect(world.failure(await world.run(line))).toMatchObject({
      code: 'AUTH_002',
      outcome: 'rejected',
      hint: 'The session has ended. Run it again: movecli signs in first.',
    })
    expect(sentBy(world)).toEqual(['POST /motion/submit'])
    await world.run(line)
    expect(sentBy(world)).toEqual(['POST /auth/login', 'POST /motion/submit'])
  })

  test('meets a run: the rows behind the refused ones go with a new session', async () => {
    const { code, applied } = await world.submit(4)
    expect({ code, applied }).toEqual({ code: 10, applied: 3 })
    expect(sentBy(world).filter((what) => what === 'POST /auth/login')).toHaveLength(1)
    expect((await world.submit(4)).code).toBe(0)
    expect(sentBy(world).filter((what) => what === 'POST /motion/submit')).toHaveLength(1)
  })

  test('stays as it is stored where nobody is remembered who signs', async () => {
    world.changeSettings((text) => text.replace('"signer"', '"former"'))
    const before = world.stored()['default']
    expect((await world.run('token balance --json')).code).toBe(4)
    expect(sentBy(world)).toEqual(['GET /token/balance'])
    expect(world.stored()['default']).toEqual(before)
  })
})

test('a service that refuses every session is signed in to once a command, and the refusal is said', async () => {
  for (const what of ['GET /token/balance', 'POST /motion/submit']) world.answers.set(what, refused)
  const logins = () => sentBy(world).filter((what) => what === 'POST /auth/login').length
  expect(world.failure(await world.run('token balance --json'))).toMatchObject({
    code: 'AUTH_002',
    exit_code: 4,
  })
  expect(logins()).toBe(1)
  expect((await world.submit(6)).code).toBe(4)
  expect(logins()).toBe(1)
})

test('a credential that is missing by the word of the service is no end of a session', async () => {
  world.answers.set('GET /token/balance', unknown)
  expect((await world.run('token balance --json')).code).toBe(4)
  expect(sentBy(world)).toEqual(['GET /token/balance'])
})
