/** The sign-in page's server over a real socket: who may speak to it, and that one answer counts. */
import { request } from 'node:http'
import { afterEach, describe, expect, test } from 'vitest'
import { privateKeyToAccount } from 'viem/accounts'
import { browserSigner, type BrowserOptions } from '../../../src/login/browser/signer.ts'
import { page } from '../../../src/login/browser/page.ts'
import { MoveError } from '../../../src/errors.ts'

const wallet = privateKeyToAccount(`0x${'11'.repeat(32)}`)
const stranger = privateKeyToAccount(`0x${'22'.repeat(32)}`)

type Heard = { status: number; headers: Record<string, string | string[] | undefined>; text: string }

/** One request as a browser or a stranger would send it. */
const hear = async (url: string, { method = 'GET', headers = {}, body = '' } = {}) =>
  new Promise<Heard>((resolve, reject) => {
    const sent = request(url, { method, headers, agent: false }, (response) => {
      let text = ''
      response.setEncoding('utf8').on('data', (part: string) => (text += part))
      response.on('end', () => resolve({ status: response.statusCode ?? 0, headers: response.headers, text }))
    })
    sent.on('error', reject)
    sent.end(body)
  })

const open: (() => Promise<void>)[] = []
afterEach(async () => {
  await Promise.all(open.splice(0).map(async (close) => close()))
})

/** A sign-in that waits for the page: what was said, where it is, and how it ends. */
async function waiting(options: Partial<BrowserOptions> = {}, signal = new AbortController().signal) {
  const said: string[] = []
  let made = 0
  const { signer, close, domain } = await browserSigner({
    port: 0,
    waitMs: 60_000,
    network: 'testnet',
    service: 'https://api.example/v1',
    contractWallet: false,
    random: (bytes) => crypto.getRandomValues(new Uint8Array(bytes)),
    now: () => new Date(),
    say: async (text) => void said.push(text),
    confirm: async () => true,
    ...options,
  })
  open.push(close)
  const { address } = options
  const signed = signer({
    compose: (who) => `sign in ${who}${(made += 1) > 1 ? ` (${made})` : ''}`,
    network: 'testnet',
    signal,
    ...(address !== undefined && { address }),
  })
  const end = signed.then(
    (value) => ({ value, error: undefined }),
    (error: unknown) => ({ value: undefined, error: error as MoveError }),
  )
  await expect.poll(() => said.length).toBeGreaterThan(0)
  const url = /http:\S+/.exec(said[0] ?? '')?.[0] ?? ''
  const origin = new URL(url).origin
  const post = async (name: string, body: object, headers: Record<string, string> = {}) =>
    hear(`${url}${name}`, {
      method: 'POST',
      headers: { origin, 'content-type': 'application/json', ...headers },
      body: JSON.stringify(body),
    })
  return { said, url, origin, post, end, domain, close }
}

/** The wallet's part: asks for the message, signs it, answers. */
async function answered(
  post: Awaited<ReturnType<typeof waiting>>['post'],
  who = wallet,
  claimed = who.address,
) {
  const { text } = await post('message', { address: claimed })
  const { message } = JSON.parse(text) as { message: string }
  const signature = await who.signMessage({ message })
  return post('signature', { address: claimed, message, signature })
}

test('the page is small, and everything on it is its own', () => {
  expect(Buffer.byteLength(page)).toBeLessThan(20 * 1024)
  expect(page).not.toMatch(/(src|href)="(?!data:)/)
  expect(page).not.toMatch(/https?:\/\//)
})

test('a wallet signs the message that was shown, and the page is told so', async () => {
  const { post, end, url, domain } = await waiting({ address: wallet.address })
  const { status, headers, text } = await hear(url)
  expect({ status, text }).toEqual({ status: 200, text: page })
  expect(headers['content-security-policy']).toBe(
    "default-src 'none'; script-src 'self' 'unsafe-inline'; style-src 'self' 'unsafe-inline'; img-src data:; connect-src 'self'; base-uri 'none'; form-action 'none'; frame-ancestors 'none'",
  )
  expect(JSON.parse((await hear(`${url}state`)).text)).toEqual({
    network: 'testnet',
    service: 'https://api.example/v1',
    address: wallet.address,
  })
  expect((await answered(post)).status).toBe(200)
  expect((await end).value).toMatchObject({ address: wallet.address, message: `sign in ${wallet.address}` })
  expect(domain).toBe(new URL(url).host)
})

describe('strangers', () => {
  test('a foreign Host, a foreign Origin, no Origin and other types are refused', async () => {
    const { url, post, origin } = await waiting({ address: wallet.address })
    const { status, text } = await hear(url, { headers: { host: 'evil.example' } })
    expect([status, text]).toEqual([
      403,
      expect.stringContaining(`The Host header must be ${new URL(url).host}.`),
    ])
    expect((await hear(url, { headers: { host: `localhost:${new URL(url).port}` } })).status).toBe(403)
    expect((await hear(`${url}state`, { headers: { origin: 'https://evil.example' } })).status).toBe(403)
    expect((await post('message', {}, { origin: 'https://evil.example' })).status).toBe(403)
    expect((await post('message', {}, { origin: 'null' })).status).toBe(403)
    const bare = { method: 'POST', headers: { 'content-type': 'application/json' }, body: '{}' }
    expect((await hear(`${url}message`, bare)).status).toBe(403)
    expect((await post('message', {}, { 'content-type': 'text/plain' })).status).toBe(415)
    expect((await hear(`${url}message`, { method: 'PUT', headers: { origin } })).status).toBe(405)
    expect((await hear(`${origin}/`)).status).toBe(404)
    expect((await hear(`${origin}/guess/state`)).status).toBe(404)
  })

  test('what is not a JSON object, too large, or no address costs nothing but an answer', async () => {
    const { url, post, origin, end } = await waiting({ address: wallet.address })
    const headers = { origin, 'content-type': 'application/json' }
    for (const body of ['', '{', '[]', '"text"', 'x'.repeat(70_000), 'x'.repeat(900_000)])
      expect((await hear(`${url}message`, { method: 'POST', headers, body })).status).toBe(400)
    expect((await hear(`${url}message`, { method: 'POST', headers, body: '{' })).text).toContain(
      'The body is not JSON.',
    )
    expect((await post('message', { address: 'vitalik.eth' })).status).toBe(400)
    expect((await post('message', { address: stranger.address })).text).toContain(wallet.address)
    expect((await answered(post)).status).toBe(200)
    expect((await end).error).toBeUndefined()
  })

  test('another text than the one that movecli composed is not taken', async () => {
    const { post, end } = await waiting({ address: wallet.address })
    const message = 'I give everything away'
    const signature = await wallet.signMessage({ message })
    expect((await post('signature', { address: wallet.address, message, signature })).status).toBe(400)
    expect((await answered(post)).status).toBe(200)
    expect((await end).value?.message).toBe(`sign in ${wallet.address}`)
  })

  test('a second answer is refused and reported', async () => {
    const { post, end, said } = await waiting({ address: wallet.address })
    await answered(post)
    await end
    expect((await answered(post)).status).toBe(409)
    expect(said.join('\n')).toContain('a second time')
  })

  test('of two that come at once one is taken, and the other refused and reported', async () => {
    // Only one of them may be asked about, though neither is taken before its answer.
    let asked = 0
    const { post, end, said } = await waiting({
      confirm: async () => {
        asked += 1
        await new Promise((resolve) => setTimeout(resolve, 100))
        return true
      },
    })
    const both = await Promise.all([answered(post), answered(post, stranger)])
    await end
    expect(both.map(({ status }) => status).toSorted()).toEqual([200, 409])
    expect({ asked, said: said.join('\n') }).toEqual({
      asked: 1,
      said: expect.stringContaining('a second time'),
    })
  })
})

describe('a message on a page that stays open', () => {
  const minute = 60_000
  const messageOf = async ({ post }: Awaited<ReturnType<typeof waiting>>) =>
    (JSON.parse((await post('message', { address: wallet.address })).text) as { message: string }).message
  const sign = async ({ post }: Awaited<ReturnType<typeof waiting>>, message: string) =>
    post('signature', {
      address: wallet.address,
      message,
      signature: await wallet.signMessage({ message }),
    })

  test('is the same after a reload, a new one after half of its time, and the old one is taken while it is valid', async () => {
    let at = 0
    const page = await waiting({ address: wallet.address, now: () => new Date(at) })
    const first = await messageOf(page)
    at = 4 * minute
    expect(await messageOf(page)).toBe(first)
    at = 6 * minute
    expect(await messageOf(page)).not.toBe(first)
    expect((await sign(page, first)).status).toBe(200)
    expect((await page.end).value?.message).toBe(first)
  })

  test('is not taken once it has expired, and the next one is', async () => {
    let at = 0
    const page = await waiting({ address: wallet.address, now: () => new Date(at) })
    const first = await messageOf(page)
    at = 10 * minute
    const refused = await sign(page, first)
    expect([refused.status, refused.text]).toEqual([400, expect.stringContaining('has expired')])
    const second = await messageOf(page)
    expect((await sign(page, second)).status).toBe(200)
    expect((await page.end).value?.message).toBe(second)
  })

  test('is not taken where the question in the terminal was answered too late', async () => {
    let at = 0
    const confirm = async () => ((at += 11 * minute), true)
    const page = await waiting({ confirm, now: () => new Date(at) })
    const refused = await sign(page, await messageOf(page))
    expect([refused.status, refused.text]).toEqual([400, expect.stringContaining('has expired')])
  })
})

describe('a sign-in ends', () => {
  test('with 4 where another account signed', async () => {
    const { post, end } = await waiting({ address: wallet.address })
    expect((await answered(post, stranger, wallet.address)).status).toBe(400)
    expect((await end).error?.fault).toMatchObject({ code: 'CLI_SIGNATURE', exit: 4 })
  })

  test('with 4 where the request was rejected in the wallet', async () => {
    const { post, end } = await waiting({ address: wallet.address })
    await post('problem', { kind: 'rejected' })
    expect((await end).error?.fault).toMatchObject({ code: 'CLI_SIGNATURE', exit: 4 })
  })

  test('with 12 where nobody comes in time, and with 130 on Ctrl-C', async () => {
    const late = await waiting({ address: wallet.address, waitMs: 10 })
    expect((await late.end).error?.fault).toMatchObject({ exit: 12, outcome: 'not_sent' })
    const stop = new AbortController()
    const stopped = await waiting({ address: wallet.address }, stop.signal)
    stop.abort('SIGINT')
    expect((await stopped.end).error?.fault.exit).toBe(130)
  })

  test('with 11 where no address was known and the person does not want the one that signed', async () => {
    const asked: string[] = []
    const { post, end } = await waiting({ confirm: async (question) => (asked.push(question), false) })
    await answered(post)
    expect((await end).error?.fault.exit).toBe(11)
    expect(asked[0]).toContain(wallet.address)
  })

  test('with 3 at once where the port is taken', async () => {
    const first = await waiting({ address: wallet.address })
    const port = Number(new URL(first.url).port)
    await expect(waiting({ port })).rejects.toMatchObject({ fault: { exit: 3 } })
  })
})

test('what keeps a wallet from signing is said in the terminal, once each, and the page goes on', async () => {
  const { post, end, said } = await waiting({ address: wallet.address })
  for (const kind of ['no-wallet', 'locked', 'locked', 'pending', 'unheard-of'])
    await post('problem', { kind })
  await post('problem', { kind: 'wrong-account', address: '\u001b[31m' })
  expect(said.slice(1)).toEqual([
    expect.stringContaining('no wallet'),
    expect.stringContaining('locked'),
    expect.stringContaining('open already'),
    expect.stringContaining('did not answer as expected'),
    `Another account is selected in the wallet. Switch to ${wallet.address}.`,
  ])
  expect((await answered(post)).status).toBe(200)
  expect((await end).error).toBeUndefined()
})

test('a request that is far too large harms nobody but itself', async () => {
  const { url, post, origin, end, close } = await waiting({ address: wallet.address })
  const headers = { origin, 'content-type': 'application/json' }
  await hear(`${url}signature`, { method: 'POST', headers, body: 'x'.repeat(4_000_000) }).catch(() => {})
  expect((await answered(post)).status).toBe(200)
  expect((await end).error).toBeUndefined()
  await close()
})

test('a page that keeps its connection open does not keep the port', async () => {
  const { url, close } = await waiting({ address: wallet.address })
  await fetch(url)
  await close()
  await expect(hear(url)).rejects.toThrow('ECONNREFUSED')
})

describe('what the page may ask and send', () => {
  test('its address cannot be guessed', async () => {
    const asked: number[] = []
    const random = (bytes: number) => (asked.push(bytes), crypto.getRandomValues(new Uint8Array(bytes)))
    const { url } = await waiting({ address: wallet.address, random })
    expect(asked[0]! * 8).toBeGreaterThanOrEqual(128)
    expect(new URL(url).pathname.length - 2).toBeGreaterThanOrEqual((asked[0]! * 8) / 6)
  })

  test('a body of 64 KB is read, one byte more is not', async () => {
    const { url, origin } = await waiting({ address: wallet.address })
    const headers = { origin, 'content-type': 'Application/JSON; charset=utf-8' }
    const body = JSON.stringify({ address: wallet.address, rest: '' })
    const padded = (bytes: number) => body.replace('""', `"${'x'.repeat(bytes - body.length)}"`)
    const post = async (bytes: number) =>
      hear(`${url}message`, { method: 'POST', headers, body: padded(bytes) })
    expect((await post(64 * 1024)).status).toBe(200)
    const refused = await post(64 * 1024 + 1)
    expect([refused.status, refused.text]).toEqual([400, expect.stringContaining('The body is too large.')])
  })

  test.each([
    ['GET', 'message', {}, 405],
    ['GET', 'signature', {}, 405],
    ['POST', '', {}, 405],
    ['POST', 'state', {}, 405],
    ['POST', 'message', { 'content-type': 'application/jsonp' }, 415],
    ['POST', 'message', { 'content-type': '' }, 415],
    ['DELETE', 'state', {}, 405],
    ['GET', 'state?x', {}, 404],
    ['GET', 'other', {}, 404],
  ])('%s of "%s" with %j is %i', async (method, name, more, status) => {
    const { url, origin } = await waiting({ address: wallet.address })
    const headers = { origin, 'content-type': 'application/json', ...more }
    expect(
      (await hear(`${url}${name}`, { method, headers, body: method === 'POST' ? '{}' : '' })).status,
    ).toBe(status)
  })

  test('its own address over another scheme or port is another page', async () => {
    const { url, post, origin } = await waiting({ address: wallet.address })
    for (const other of [origin.replace('http:', 'https:'), 'http://127.0.0.1:1', `${origin}.evil.example`]) {
      expect((await post('message', { address: wallet.address }, { origin: other })).status).toBe(403)
      expect((await hear(`${url}state`, { headers: { origin: other } })).status).toBe(403)
    }
  })

  test('nothing is kept of it by a browser, and no other page may frame it', async () => {
    const { url } = await waiting({ address: wallet.address })
    expect((await hear(url)).headers).toMatchObject({
      'cache-control': 'no-store',
      'cross-origin-opener-policy': 'same-origin',
      'referrer-policy': 'no-referrer',
      'x-content-type-options': 'nosniff',
      'x-frame-options': 'DENY',
    })
    expect((await hear(`${url}state`)).headers).toMatchObject({
      'cache-control': 'no-store',
      'x-content-type-options': 'nosniff',
    })
  })
})

describe('who signed', () => {
  test('is not asked about where the address was known', async () => {
    const confirm = async () => {
      throw new Error('nobody should be asked')
    }
    const { post, end } = await waiting({ address: wallet.address.toLowerCase(), confirm })
    expect((await answered(post)).status).toBe(200)
    expect((await end).value?.address).toBe(wallet.address)
  })

  test('is nobody where nobody can be asked', async () => {
    let asked = false
    const { post, end } = await waiting({ confirm: async () => ((asked = true), false) })
    expect((await answered(post)).status).toBe(400)
    expect([(await end).error?.fault.outcome, asked]).toEqual(['not_sent', true])
  })

  test('is taken from a contract wallet as it comes', async () => {
    const { post, end } = await waiting({ address: wallet.address, contractWallet: true })
    const { message } = JSON.parse((await post('message', { address: wallet.address })).text) as {
      message: string
    }
    const signature = `0x${'5C'.repeat(80)}`
    expect((await post('signature', { address: wallet.address, message, signature })).status).toBe(200)
    expect((await end).value?.signature).toBe(signature.toLowerCase())
  })

  test('may try again after a message that was none of ours, and not after a wrong signature', async () => {
    const { post, end } = await waiting({ address: wallet.address })
    const { message } = JSON.parse((await post('message', { address: wallet.address })).text) as {
      message: string
    }
    const wrong = await stranger.signMessage({ message })
    expect(
      (await post('signature', { address: wallet.address, message: 'x', signature: wrong })).status,
    ).toBe(400)
    expect((await post('signature', { address: wallet.address, message, signature: wrong })).status).toBe(400)
    expect((await end).error?.fault.code).toBe('CLI_SIGNATURE')
  })

  test('is named in full where another account is selected', async () => {
    const { post, said } = await waiting({ address: wallet.address })
    await post('problem', { kind: 'wrong-account', address: stranger.address })
    expect(said.at(-1)).toBe(
      `Another account is selected in the wallet (${stranger.address}). Switch to ${wallet.address}.`,
    )
  })
})

test('how long it waited for a person is said, with the way to wait longer', async () => {
  const { end } = await waiting({ address: wallet.address, waitMs: 20 })
  expect((await end).error).toMatchObject({
    message: 'Nobody signed on the page within 0 s. Nothing was sent.',
    fault: { code: 'CLI_WAIT_OVER', exit: 12, hint: expect.stringContaining('--wait') },
  })
})

test('the page is opened at the address that was printed, and a stop while it is opened ends the wait', async () => {
  const opened: string[] = []
  const stop = new AbortController()
  const open = async (url: string) => {
    opened.push(url)
    stop.abort('SIGTERM')
  }
  const { end, url } = await waiting({ address: wallet.address, open }, stop.signal)
  expect((await end).error?.fault.exit).toBe(143)
  expect(opened).toEqual([url])
})
