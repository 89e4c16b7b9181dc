/** A name server that never answers: needs root, unshare, mount and ip. */
import { writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { start } from '../support/bundle.ts'
import { freshFolder } from '../support/movecli.ts'
import { movecliScript } from '../support/process.ts'

/** Runs the command in a network and with a resolv.conf of its own, where the only name server is silent. */
const alone = `
  ip link set lo up && mount --bind "$HOME/resolv.conf" /etc/resolv.conf || exit 99
  "$0" -e 'require("dgram").createSocket("udp4").bind(53, "127.0.0.1", () => console.error("silent"))' 2> "$HOME/said" &
  server=$!
  until grep -q silent "$HOME/said"; do sleep 0.05; done
  "$0" "$@"
  code=$?
  kill $server
  exit $code`

test.each(['token price', 'motion submit --steps 1 --proof p'])(
  'a lookup does not hold the process for long once its time is over: %s',
  async (line) => {
    const home = freshFolder()
    // A lookup that is waited for takes half a minute.
    writeFileSync(join(home, 'resolv.conf'), 'nameserver 127.0.0.1\noptions timeout:15 attempts:2\n')
    const env = {
      PATH: process.env['PATH'] ?? '',
      HOME: home,
      MOVECLI_NETWORK: 'testnet',
      MOVECLI_BASE_URL: 'https://silent.example.com/v1',
      MOVECLI_API_KEY: 'key-of-the-test',
      MOVECLI_TOKEN: 'token-of-the-test',
    }
    const pairs = Object.entries(env).map(([name, value]) => `${name}=${value}`)
    const words = [...line.split(' '), '--timeout', '2', '--retries', '0']
    const wrapped = ['env', '-i', ...pairs, 'unshare', '-n', '-m', 'sh', '-c', alone]
    const began = performance.now()
    const { code, stderr } = await start(await movecliScript(), words, wrapped).ended
    expect({ code, stderr }).toEqual({
      code: 8,
      stderr: expect.stringContaining('silent.example.com') as string,
    })
    expect(performance.now() - began).toBeLessThan(14_000)
  },
)
