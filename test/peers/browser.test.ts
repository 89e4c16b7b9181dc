/** The sign-in page in a real Chromium, with wallets as extensions put them there. */
import { createRequire } from 'node:module'
import type { Browser, Page } from 'playwright-core'
import { privateKeyToAccount } from 'viem/accounts'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { browserSigner } from '../../src/login/browser/signer.ts'
import type { MoveError } from '../../src/errors.ts'
import { freshFolder } from '../support/movecli.ts'
import { keys, terminal } from '../support/terminal.ts'
import { startWitness } from '../witness/service.ts'
import { startChromium } from './chromium.ts'

const wallet = privateKeyToAccount(`0x${'11'.repeat(32)}`)
const stranger = privateKeyToAccount(`0x${'22'.repeat(32)}`)

let browser: Browser
beforeAll(async () => {
  browser = await startChromium()
})
afterAll(async () => browser.close())

/** How a wallet behaves. Each request goes to Node, where the key is. */
type Manner = 'signs' | 'rejects' | 'locked' | 'pending' | 'signs as another' | 'has another account'
type Wallet = { name: string; how: 'eip6963' | 'window.ethereum'; manner: Manner; uuid?: string }

/** A page with these wallets, on a sign-in that waits. */
async function signIn(
  wallets: Wallet[],
  { address = wallet.address, dark = false }: { address?: string | undefined; dark?: boolean } = {},
) {
  const said: string[] = []
  const clock: { at?: number } = {}
  let made = 0
  const { signer, close } = await browserSigner({
    port: 0,
    waitMs: 60_000,
    network: 'testnet',
    service: 'https://api.testnet.example/v1',
    contractWallet: false,
    random: (bytes) => crypto.getRandomValues(new Uint8Array(bytes)),
    now: () => new Date(clock.at ?? Date.now()),
    say: async (text) => void said.push(text),
    confirm: async () => true,
    ...(address !== '' && { address }),
  })
  const ask = {
    compose: (who: string) =>
      `api.testnet.example wants you to sign in with your Ethereum account:\n${who}\n\nNonce: 12345678${(made += 1)}`,
    network: 'testnet',
    signal: new AbortController().signal,
    ...(address !== '' && { address }),
  }
  const end = signer(ask)
    .then(
      (value) => ({ value, error: undefined }),
      (error: unknown) => ({ value: undefined, error: error as MoveError }),
    )
    .then(async (ended) => {
      await close()
      return ended
    })
  await expect.poll(() => said.length).toBeGreaterThan(0)
  const context = await browser.newContext({ colorScheme: dark ? 'dark' : 'light' })
  const page = await context.newPage()
  const problems: string[] = []
  page.on('pageerror', (error) => problems.push(error.message))
  page.on('console', (message) => message.type() === 'error' && problems.push(message.text()))
  await page.exposeFunction('signInNode', async (manner: Manner, method: string, params: string[]) => {
    const account = manner === 'has another account' ? stranger : wallet
    if (manner === 'pending') throw Object.assign(new Error('open'), { code: -32002 })
    if (method === 'eth_requestAccounts') return manner === 'locked' ? [] : [account.address.toLowerCase()]
    const signing = manner === 'signs as another' ? stranger : account
    return signing.signMessage({ message: { raw: params[0] as `0x${string}` } })
  })
  await page.addInitScript(injected, wallets)
  const url = /http:\S+/.exec(said[0] ?? '')?.[0] ?? ''
  await page.goto(url)
  return { page, said, end, url, problems, clock }
}

/** Runs in the page: announces wallets as EIP-6963 says, or puts one at window.ethereum. */
function injected(wallets: Wallet[]): void {
  const scope = globalThis as unknown as {
    signInNode: (manner: string, method: string, params: unknown) => Promise<unknown>
    ethereum?: object
    addEventListener: (name: string, run: () => void) => void
    dispatchEvent: (event: object) => void
    CustomEvent: new (name: string, init: object) => object
  }
  const provider = (manner: string) => ({
    request: async ({ method, params }: { method: string; params: unknown }) => {
      if (manner === 'rejects') throw Object.assign(new Error('User rejected'), { code: 4001 })
      if (manner === 'pending') throw Object.assign(new Error('open'), { code: -32002 })
      return scope.signInNode(manner, method, params)
    },
  })
  for (const [at, { name, how, manner, uuid = `uuid-${at}` }] of wallets.entries()) {
    const own = provider(manner)
    if (how === 'window.ethereum') scope.ethereum = own
    else {
      const icon = 'data:image/svg+xml,<svg xmlns="http://www.w3.org/2000/svg"/>'
      const info = { uuid, name, icon, rdns: `example.${at}` }
      const announce = () =>
        scope.dispatchEvent(
          new scope.CustomEvent('eip6963:announceProvider', { detail: { info, provider: own } }),
        )
      scope.addEventListener('eip6963:requestProvider', announce)
    }
  }
}

const status = (page: Page) => page.locator('#status')
const press = async (page: Page, name: string | RegExp) => page.getByRole('button', { name }).click()

test('a wallet that announces itself signs, also after a reload and in a second window', async () => {
  const { page, end, url, problems } = await signIn([
    { name: 'Fox & <b>Friends</b>', how: 'eip6963', manner: 'signs' },
  ])
  await press(page, 'Fox & <b>Friends</b>')
  await page.reload()
  const other = await page.context().newPage()
  await other.goto(url)
  await other.close()
  await press(page, 'Fox & <b>Friends</b>')
  await expect.poll(async () => page.locator('#message').textContent()).toContain(wallet.address)
  expect(await page.locator('#network').textContent()).toBe('testnet')
  await press(page, 'Sign in the wallet')
  await expect.poll(async () => status(page).textContent()).toContain('You can close this page')
  expect((await end).value?.address).toBe(wallet.address)
  expect(problems).toEqual([])
})

test('a browser with window.ethereum alone signs', async () => {
  const { page, end } = await signIn([{ name: '', how: 'window.ethereum', manner: 'signs' }], {
    address: undefined,
  })
  await press(page, 'Browser wallet')
  await press(page, 'Sign in the wallet')
  expect((await end).value?.address).toBe(wallet.address)
})

test('of two wallets the one that is chosen signs', async () => {
  const { page, end } = await signIn([
    { name: 'Locked', how: 'eip6963', manner: 'locked' },
    { name: 'Open', how: 'eip6963', manner: 'signs' },
  ])
  await press(page, 'Locked')
  await expect.poll(async () => status(page).textContent()).toContain('locked')
  await press(page, 'Open')
  await press(page, 'Sign in the wallet')
  expect((await end).value?.address).toBe(wallet.address)
})

test('wallets with one uuid are two, and one at window.ethereum that does not announce itself is a third', async () => {
  const { page, end } = await signIn([
    { name: 'One', how: 'eip6963', manner: 'locked', uuid: '' },
    { name: 'Two', how: 'eip6963', manner: 'locked', uuid: '' },
    { name: '', how: 'window.ethereum', manner: 'signs' },
  ])
  await expect
    .poll(async () => page.locator('#wallets button').allTextContents())
    .toEqual(['One', 'Two', 'Another browser wallet'])
  await press(page, 'Another browser wallet')
  await press(page, 'Sign in the wallet')
  expect((await end).value?.address).toBe(wallet.address)
})

test('after another wallet was chosen, whose account is wrong, nothing is left to sign with the first', async () => {
  const { page } = await signIn([
    { name: 'Right', how: 'eip6963', manner: 'signs' },
    { name: 'Wrong', how: 'eip6963', manner: 'has another account' },
  ])
  await press(page, 'Right')
  await expect.poll(async () => page.locator('#sign').isVisible()).toBe(true)
  await press(page, 'Wrong')
  await expect.poll(async () => status(page).textContent()).toContain('Another account is selected')
  expect(await page.locator('#sign').isVisible()).toBe(false)
})

test('a message that grew old on the page is replaced before it is signed, and shown', async () => {
  const { page, end, clock } = await signIn([{ name: 'W', how: 'eip6963', manner: 'signs' }])
  await press(page, 'W')
  await expect.poll(async () => page.locator('#message').textContent()).toMatch(/Nonce: 123456781$/)
  clock.at = Date.now() + 11 * 60_000
  await press(page, 'Sign in the wallet')
  await expect.poll(async () => status(page).textContent()).toContain('too old')
  await expect.poll(async () => page.locator('#message').textContent()).toMatch(/Nonce: 123456782$/)
  await press(page, 'Sign in the wallet')
  expect((await end).value?.message).toMatch(/Nonce: 123456782$/)
})

test.each([
  ['rejects', 'You rejected the request', 4],
  ['signs as another', 'The signature is from', 4],
] as const)('a wallet that %s ends the sign-in', async (manner, words, exit) => {
  const { page, end } = await signIn([{ name: 'W', how: 'eip6963', manner }])
  await press(page, 'W')
  if (manner !== 'rejects') await press(page, 'Sign in the wallet')
  await expect.poll(async () => status(page).textContent()).toContain(words)
  expect((await end).error?.fault.exit).toBe(exit)
})

test.each([
  ['has another account', 'Another account is selected'],
  ['pending', 'has a request open already'],
] as const)('a wallet that %s is told of, on the page and in the terminal', async (manner, words) => {
  const { page, said } = await signIn([{ name: 'W', how: 'eip6963', manner }])
  await press(page, 'W')
  await expect.poll(async () => status(page).textContent()).toContain(words)
  await expect.poll(() => said.join('\n')).toContain(words)
})

test('a browser without a wallet says so', async () => {
  const { page, said } = await signIn([])
  await expect.poll(async () => status(page).textContent()).toContain('No wallet was found')
  await expect.poll(() => said.join('\n')).toContain('found no wallet')
})

test.each([false, true])('axe finds nothing to complain of (dark: %s)', async (dark) => {
  const { page } = await signIn([{ name: 'Wallet', how: 'eip6963', manner: 'signs' }], { dark })
  await page.addScriptTag({ path: createRequire(import.meta.url).resolve('axe-core') })
  const violations = async () =>
    page.evaluate(async () => {
      const { axe } = globalThis as unknown as {
        axe: { run: () => Promise<{ violations: { id: string }[] }> }
      }
      return (await axe.run()).violations.map(({ id }) => id)
    })
  expect(await violations()).toEqual([])
  await press(page, 'Wallet')
  await expect.poll(async () => page.locator('#sign').isVisible()).toBe(true)
  expect(await violations()).toEqual([])
  if (process.env['SCREENSHOTS'])
    await page.screenshot({ path: `docs/sign-in-${dark ? 'dark' : 'light'}.png`, fullPage: true })
})

test('from nothing to the table of the day: seven steps with a browser wallet alone', async () => {
  const witness = await startWitness({ address: wallet.address })
  const begun = performance.now()
  let steps = 0
  const step = async <T>(done: Promise<T>): Promise<T> => (steps++, done)
  const home = freshFolder()
  const context = await browser.newContext()
  try {
    // 1: the command.
    const at = await step(terminal(['login', '-n', 'testnet', '--browser', '--no-open'], { home, cols: 200 }))
    // 2, 3: where the service is, and that it is trusted. 4: the API key.
    await step(at.answers('Base URL of testnet', `${witness.url}${keys.enter}`))
    await step(at.answers('Trust it?', `y${keys.enter}`))
    await step(at.answers('API key of the service', `${witness.key}${keys.enter}`))
    await at.shows(/http:\/\/127\.0\.0\.1:\d+\/[\w-]{20,}\S*\s/)
    const page = await context.newPage()
    await page.exposeFunction('signInNode', async (_: string, method: string, params: string[]) =>
      method === 'eth_requestAccounts'
        ? [wallet.address.toLowerCase()]
        : wallet.signMessage({ message: { raw: params[0] as `0x${string}` } }),
    )
    const fox: Wallet[] = [{ name: 'Fox', how: 'eip6963', manner: 'signs' }]
    await page.addInitScript(injected, fox)
    const shown = [...at.seen().matchAll(/http:\/\/127\.0\.0\.1:\d+\/[\w-]{20,}\S*/g)]
    await page.goto(shown.at(-1)?.[0] ?? '')
    // 5: the wallet is chosen and signs.
    await step(press(page, 'Fox').then(async () => press(page, 'Sign in the wallet')))
    // 6: the address is the right one.
    await step(at.answers(wallet.address, `y${keys.enter}`))
    expect(await at.ended).toBe(0)
    // 7: the day.
    const day = await step(terminal(['motion', 'daily'], { home }))
    expect(await day.ended).toBe(0)
    expect(day.seen()).toContain('Steps')
    const seconds = ((performance.now() - begun) / 1000).toFixed(1)
    // oxlint-disable-next-line no-console -- the figures are the point
    console.log(`from nothing to the day's table: ${steps} steps, ${seconds} s`)
    expect(steps).toBe(7)
  } finally {
    await context.close()
    await witness.close()
  }
})
