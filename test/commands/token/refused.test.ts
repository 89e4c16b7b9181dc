import { expect, test } from 'vitest'
import { TransportFailure } from '../../../src/contract/wire.ts'
import { machineDisk } from '../../../src/disk/disk.ts'
import { world } from '../../support/world.ts'

test('a claim that was refused, and that a failing disk then keeps from its next attempt, is said to be rejected', async () => {
  const disk = { ...machineDisk }
  const { run, requested } = world({
    faults: 'POST /token/claim:RATE_001=0s@1',
    disk,
    before: ({ method }) => {
      if (method === 'POST')
        disk.link = () => {
          throw Object.assign(new Error('EIO: i/o error'), { code: 'EIO' })
        }
    },
  })
  const { code, stderr } = await run('token claim --yes --json')
  const sent = requested().filter((each) => each.startsWith('POST')).length
  const lines = stderr.trim().split('\n')
  expect({ code, sent }).toEqual({ code: 7, sent: 1 })
  expect(JSON.parse(lines.at(-1)!)).toMatchObject({ error: { code: 'RATE_001', outcome: 'rejected' } })
  expect(stderr).toContain('that is not on disk')
})

test.each(['token claim --yes', 'motion submit --steps 10 --proof p', 'user settings -f a=b'])(
  '%s that was refused, and then finds no service, is said to be rejected: it was sent',
  async (line) => {
    let asked = 0
    const { run, writes } = world({
      faults: 'POST *:RATE_001=0s@1,PUT *:RATE_001=0s@1',
      before: ({ method }) => {
        if (method !== 'GET' && ++asked > 1) throw new TransportFailure('connect', new Error('refused'))
      },
    })
    const { code, stderr } = await run(`${line} --json`)
    expect(code).toBe(7)
    expect(JSON.parse(stderr)).toMatchObject({ error: { code: 'RATE_001', outcome: 'rejected' } })
    expect((await writes()).map(({ state }) => state)).toEqual(['rejected'])
  },
)
