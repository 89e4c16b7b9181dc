/**
 * How long one request may take: 30 s, 120 s for what is settled on a chain, or what the
 * user says. The timers are stood in for.
 */
import { setImmediate as turn } from 'node:timers/promises'
import { afterEach, expect, test, vi } from 'vitest'
import { TransportFailure, type Transport } from '../../src/contract/wire.ts'
import { createSandbox } from '../../src/sandbox/sandbox.ts'
import { freshFolder, movecli } from '../support/movecli.ts'
import { env } from '../bulk/support.ts'

afterEach(() => vi.useRealTimers())

/** The seconds after which the request to `target` is given up; other requests are answered by the sandbox. */
async function patience(line: string, target: string): Promise<number> {
  const home = freshFolder()
  const sandbox = createSandbox()
  const seen = { asked: false, over: false }
  const transport: Transport = async (request) => {
    if (`${request.method} ${new URL(request.url).pathname}` !== target) return sandbox(request)
    seen.asked = true
    return new Promise((_, reject) => {
      request.signal.addEventListener('abort', () => {
        seen.over = true
        reject(new TransportFailure('sent', request.signal.reason))
      })
    })
  }
  vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout', 'setInterval', 'clearInterval'] })
  const ran = movecli(`${line} --retries 0`, { home, env, transport })
  while (!seen.asked) await turn()
  let seconds = 0
  for (; !seen.over && seconds < 600; seconds++) await vi.advanceTimersByTimeAsync(1000)
  vi.useRealTimers()
  await ran
  return seconds
}

test.each([
  ['token claim --yes', 'POST /v1/token/claim', 120],
  ['nft mint -f type=shoes --yes', 'POST /v1/nft/mint', 120],
  ['nft upgrade -f id=1 --yes', 'PUT /v1/nft/upgrade', 120],
  ['api POST /token/claim --yes', 'POST /v1/token/claim', 120],
  ['motion daily', 'GET /v1/motion/daily', 30],
  ['motion submit --steps 1 --proof x', 'POST /v1/motion/submit', 30],
  ['user settings -f a=b', 'PUT /v1/user/settings', 30],
  ['kyc submit -f name=x --yes', 'POST /v1/user/kyc', 30],
  ['api /new/path', 'GET /v1/new/path', 30],
  ['token claim --yes --timeout 45s', 'POST /v1/token/claim', 45],
  ['motion daily --timeout 5m', 'GET /v1/motion/daily', 300],
])('%s: %s may take %i s', async (line, target, seconds) => {
  expect(await patience(line, target)).toBe(seconds)
})
