/** A sandbox in a process of its own, in memory and without an hourly limit. */
import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { plainEnv } from './measure.mjs'

/** Its address and keys, and the variables that send a command there. */
export async function startSandbox(bin, home, more = []) {
  const words = [...'sandbox start --memory --port 0 --limit-per-hour 0 --json'.split(' '), ...more]
  const child = spawn(process.execPath, [bin, ...words], {
    env: { ...plainEnv, HOME: home },
    stdio: ['ignore', 'pipe', 'inherit'],
  })
  const [line] = await once(child.stdout, 'data')
  const place = JSON.parse(line)
  const env = {
    MOVECLI_NETWORK: 'testnet',
    MOVECLI_BASE_URL: place.base_url,
    MOVECLI_API_KEY: place.api_key,
    MOVECLI_TOKEN: 'sandbox.test-wallet.session-that-never-expires',
  }
  return { ...place, env, stop: () => child.kill() }
}
