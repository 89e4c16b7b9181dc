import { expect, test } from 'vitest'
import type { Transport } from '../../../src/contract/wire.ts'
import { machineDisk } from '../../../src/disk/disk.ts'
import { createSandbox } from '../../../src/sandbox/sandbox.ts'
import { movecli } from '../../support/movecli.ts'

const refusal: Awaited<ReturnType<Transport>> = {
  status: 429,
  headers: [['retry-after', '0']],
  body: (async function* () {
    yield Buffer.from('{"success":false,"error":{"code":"RATE_001","message":"slow down","details":""}}')
  })(),
}

test('a claim that was refused, and that a failing disk then keeps from its next attempt, is said to be rejected', async () => {
  const sandbox = createSandbox()
  let sent = 0
  const disk = { ...machineDisk }
  const transport: Transport = async (request) => {
    if (request.method === 'GET') return sandbox(request)
    sent += 1
    disk.link = () => {
      throw Object.assign(new Error('EIO: i/o error'), { code: 'EIO' })
    }
    return refusal
  }
  const { code, stderr } = await movecli('token claim --yes --json -n sandbox', { transport, disk })
  const lines = stderr.trim().split('\n')
  expect({ code, sent }).toEqual({ code: 7, sent: 1 })
  expect(JSON.parse(lines.at(-1)!)).toMatchObject({ error: { code: 'RATE_001', outcome: 'rejected' } })
  expect(stderr).toContain('that is not on disk')
})
