/** A home whose profile is signed in for a minute or `tokenTtl`, its signer remembered, and a service that lets others act in between. */
import { chmodSync, readFileSync, writeFileSync } from 'node:fs'
import { createRequire } from 'node:module'
import { join } from 'node:path'
import { Readable } from 'node:stream'
import { expect } from 'vitest'
import type { Keychain } from '../../src/config/credentials/keychain.ts'
import type { Transport, WireResponse } from '../../src/contract/wire.ts'
import { createSandbox } from '../../src/sandbox/sandbox.ts'
import { makeProof } from '../../src/sandbox/proof.ts'
import { freshFolder, movecli, type Setting } from './movecli.ts'

const noon = Date.parse('2026-03-04T12:00:00Z')
const wallet = new URL('../fixtures/wallets/cast-1.json', import.meta.url)
/** Another wallet, by its private key. */
export const otherKey = `0x${'22'.repeat(32)}`
export const other = '0x1563915e194D8CfBA1943570603F7606A3115508'

type Sent = { what: string; host: string; token: string | undefined; key: string | undefined }

/** The first login is the wallet's; `keychain` has its secrets where one is given. */
export async function rememberedWorld({
  keychain,
  tokenTtl = 60_000,
}: { keychain?: Keychain; tokenTtl?: number } = {}) {
  const home = freshFolder()
  /** The service's time, and how far this machine's clock is ahead of it. */
  const time = { at: noon, ahead: 0 }
  const theirs = () => new Date(time.at)
  const now = () => new Date(time.at + time.ahead)
  const sandbox = createSandbox({ now: theirs, tokenTtl })
  const elsewhere = createSandbox({ now: theirs, tokenTtl, baseUrl: 'http://127.0.0.1:4999/v1' })
  const sent: Sent[] = []
  /** What others do while the service has a request, and before it answers: once, by `POST /auth/login`. */
  const meanwhile = new Map<string, () => Promise<void>>()
  /** What the service answers in place of its own words. */
  const answers = new Map<string, () => WireResponse | undefined | Promise<WireResponse | undefined>>()
  const transport: Transport = async (request) => {
    const { pathname, host } = new URL(request.url)
    const what = `${request.method} ${pathname.replace('/v1', '')}`
    const header = (name: string) =>
      Object.entries(request.headers).find(([each]) => each.toLowerCase() === name)?.[1]
    sent.push({ what, host, token: header('authorization'), key: header('x-api-key') })
    const act = meanwhile.get(what)
    meanwhile.delete(what)
    // This service has several keys, the sandbox one.
    const headers = Object.fromEntries(
      Object.entries(request.headers).map(([name, value]) =>
        name.toLowerCase() === 'x-api-key' ? [name, 'sandbox-public-api-key'] : [name, value],
      ),
    )
    const other = await answers.get(what)?.()
    if (other) return other
    const answer = await (host.endsWith(':4999') ? elsewhere : sandbox)({ ...request, headers })
    await act?.()
    return answer
  }
  const at = (name: string) => join(home, name)
  const file = (name: string, text: string | Buffer) => writeFileSync(at(name), text, { mode: 0o600 })
  file('wallet.json', readFileSync(wallet))
  file('password', 'throwaway-password\n')
  file('key', 'sandbox-public-api-key\n')
  file('other', otherKey)
  const env = { MOVECLI_NETWORK: 'testnet' }
  const run = async (line: string | string[], more: Partial<Setting> = {}) =>
    movecli(line, { home, now, transport, env, ...(keychain && { keychain }), ...more })
  /** At a terminal, where a person thinks about the question while `act` happens, and then says yes. */
  const runAnswered = async (line: string, act: () => unknown) => {
    const answer = async function* () {
      await act()
      yield Buffer.from('y\n')
    }
    return run(line, { tty: true, env: { ...env, ACCESSIBLE: '1' }, stdin: Readable.from(answer()) })
  }
  const done = async (line: string) => {
    const { code, stderr } = await run(line)
    expect({ line, code, stderr: code === 0 ? '' : stderr }).toEqual({ line, code: 0, stderr: '' })
  }
  const keystore = `--keystore ${at('wallet.json')} --password-file ${at('password')}`
  await done('config set networks.testnet.baseUrl http://127.0.0.1:4017/v1')
  const login = async (more = '') => done(`login --key-file ${at('key')} ${keystore} ${more}`)
  await login('--remember-signer')
  const path = join(home, '.local/state/movecli/credentials.json')
  const settingsPath = join(home, '.config/movecli/config.json')
  const stored = () =>
    (JSON.parse(readFileSync(path, 'utf8')) as { profiles: Record<string, Record<string, string>> }).profiles
  sent.length = 0
  return {
    at,
    file,
    /** A program that signs with a key; once there is a file `hang`, it hangs with a child whose number is in `child`. */
    signer: (key: string): string => {
      const accounts = createRequire(import.meta.url).resolve('viem/accounts')
      file(
        'sign.cjs',
        `const { privateKeyToAccount } = require(${JSON.stringify(accounts)})
const account = privateKeyToAccount('${key}')
const { message } = JSON.parse(require('node:fs').readFileSync(0, 'utf8'))
account.signMessage({ message }).then((signature) =>
  console.log(JSON.stringify({ version: 1, address: account.address, signature })))
`,
      )
      const hanging = `if [ -e '${at('hang')}' ]; then sleep 600 & echo $! > '${at('child')}'; wait; fi`
      file('signer', `#!/bin/sh\n${hanging}\nexec '${process.execPath}' '${at('sign.cjs')}'\n`)
      chmodSync(at('signer'), 0o700)
      return at('signer')
    },
    time,
    run,
    runAnswered,
    done,
    login,
    loginAsOther: async (more = '') =>
      done(`login --address ${other} --private-key-file ${at('other')} ${more}`),
    sent,
    answers,
    meanwhile,
    stored,
    address: stored()['default']?.['address'] ?? '',
    settings: () => readFileSync(settingsPath, 'utf8'),
    /** As a person would with an editor. */
    changeSettings: (change: (text: string) => string) =>
      writeFileSync(settingsPath, change(readFileSync(settingsPath, 'utf8'))),
    /** The error that a run with --json or another machine format ended with. */
    failure: ({ stderr }: { stderr: string }) =>
      (JSON.parse(stderr.trim() || '{"error":{}}') as { error: Record<string, unknown> }).error,
    count: (what: string) => sent.filter((each) => each.what === what).length,
    /** Submits rows one after the other, as NDJSON. */
    submit: async (rowCount: number, more: Partial<Setting> = {}, words: string[] = []) => {
      const rows = Array.from({ length: rowCount }, (_, nth) => {
        const motion = { steps: 1000 + nth, distance: 1, duration: 600 }
        return `${JSON.stringify({ id: `row-${nth}`, ...motion, proof: makeProof(motion) })}\n`
      })
      file('rows.ndjson', rows.join(''))
      const flags = ['--format', 'ndjson', '--concurrency', '1']
      const ran = await run(['motion', 'submit', '--from', at('rows.ndjson'), ...flags, ...words], more)
      const said = ran.stdout.split('\n').flatMap((line) => (line ? [JSON.parse(line) as Said] : []))
      return { ...ran, applied: said.filter(({ status }) => status === 'applied').length, said }
    },
  }
}
type Said = { id: string; status: string }
