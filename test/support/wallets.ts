/** Many wallets at one service: a profile each, and a server that remembers what each of them sent. */
import { mkdirSync } from 'node:fs'
import { createServer, type IncomingMessage } from 'node:http'
import type { AddressInfo } from 'node:net'
import { join } from 'node:path'
import { setTimeout as pause } from 'node:timers/promises'
import { changeCredentials } from '../../src/config/credentials.ts'
import { withProfile } from '../../src/config/settings.ts'
import { changeSettings } from '../../src/config/settings-file.ts'
import { freshFolder } from './movecli.ts'

export type Sent = { wallet: number; method: string; path: string; body: unknown }
/**
 * `applied`, `slow` (applied after a while), a promise (applied after it), a status, `lost` (applied, and no answer),
 * or `held` until the process is gone.
 */
export type Manner = 'applied' | 'slow' | 'lost' | 'held' | number | Promise<void>

export const addressOf = (wallet: number): string => `0x${String(wallet).padStart(40, '0')}`
export const nameOf = (wallet: number): string => `ops-${String(wallet).padStart(2, '0')}`

/** Wallets 1 to `count`; `expired` ones have a session that has ended. Settings and journal are below `home`. */
export async function startWallets(count: number, { expired = [] as number[] } = {}) {
  const manners = new Map<number, Manner>()
  const sent: Sent[] = []
  let whenHeld: () => void = () => {}
  const server = createServer((request, response) => {
    void (async () => {
      const wallet = Number(/token-(\d+)$/.exec(request.headers.authorization ?? '')?.[1])
      const answer = (status: number, body: object) =>
        response.writeHead(status, { 'content-type': 'application/json' }).end(JSON.stringify(body))
      if (request.method === 'GET')
        return answer(200, { success: true, data: { balance: '10.5', claimable: `${wallet}.25` } })
      const body = JSON.parse(await textOf(request)) as unknown
      const manner = manners.get(wallet) ?? 'applied'
      sent.push({ wallet, method: request.method ?? '', path: request.url?.replace('/v1', '') ?? '', body })
      if (manner === 'held') return whenHeld()
      if (manner instanceof Promise) await manner
      if (manner === 'slow') await pause(200)
      if (manner === 'lost') return request.socket.destroy()
      if (typeof manner === 'number')
        return answer(manner, { success: false, error: { code: 'CLAIM_9', message: 'no', details: '' } })
      return answer(200, { success: true, data: { status: 'accepted' } })
    })()
  })
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  server.unref()
  const origin = `http://127.0.0.1:${(server.address() as AddressInfo).port}`
  const home = freshFolder()
  const [config, state] = [join(home, '.config/movecli'), join(home, '.local/state/movecli')]
  for (const folder of [config, state]) mkdirSync(folder, { recursive: true, mode: 0o700 })
  const settings = { 'networks.testnet.baseUrl': `${origin}/v1` }
  const add = async (profile: string, wallet: number) => {
    const expiresAt = expired.includes(wallet) ? '2026-01-01T00:00:00Z' : '2096-01-01T00:00:00Z'
    const address = addressOf(wallet)
    await changeSettings(config, (all) =>
      withProfile(all, profile, () => ({ network: 'testnet', settings, address })),
    )
    await changeCredentials(state, profile, () => ({
      origin,
      apiKey: 'key-of-all',
      token: `token-${wallet}`,
      address,
      expiresAt,
    }))
  }
  for (let wallet = 1; wallet <= count; wallet++) await add(nameOf(wallet), wallet)
  return {
    home,
    sent,
    add,
    set: (wallet: number, manner: Manner) => void manners.set(wallet, manner),
    /** Resolves once a request is held. */
    held: () => new Promise<void>((resolve) => (whenHeld = resolve)),
    close: async () => {
      server.closeAllConnections()
      server.close()
    },
  }
}

async function textOf(request: IncomingMessage): Promise<string> {
  const parts: Buffer[] = []
  for await (const part of request) parts.push(part as Buffer)
  return Buffer.concat(parts).toString()
}
