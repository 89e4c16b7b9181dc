/** Signs in a browser: a page on this machine asks a wallet, and no key ever reaches movecli. */
import { interrupted, misconfigured, moveError, unauthenticated } from '../../errors.ts'
import { checkAddress, checksummed, sameAddress } from '../../wallet/address.ts'
import { verifySignature } from '../../wallet/signature.ts'
import type { SignRequest, Signed, Signer } from '../../wallet/signer.ts'
import { createHandedOut } from './handed-out.ts'
import { openSignInPage, type ProblemKind, type SignInPage } from './server.ts'

export type BrowserOptions = {
  /** 0 picks one. */
  port: number
  /** Longest wait for the person, in milliseconds. */
  waitMs: number
  network: string
  /** The base URL, as the page shows it. */
  service: string
  address?: string
  contractWallet: boolean
  random: (bytes: number) => Uint8Array
  now: () => Date
  /** Tells the person; printed always. */
  say: (text: string) => Promise<void>
  /** Opens the page; left out with --no-open. */
  open?: (url: string) => Promise<void>
  /** Asks the person for a yes; needed where no address is known. */
  confirm?: (question: string) => Promise<boolean>
}

export type BrowserSigner = {
  /** Whoever asks for the signature: the message's domain. */
  domain: string
  signer: Signer
  close: () => Promise<void>
}

/**
 * Listens before the message is composed, for the page's address is its domain. Throws
 * CLI_CONFIG (exit 3) for a taken port.
 */
export async function browserSigner(options: BrowserOptions): Promise<BrowserSigner> {
  const { port, random, network, service, address, say } = options
  const page = await openSignInPage({
    port,
    secret: Buffer.from(random(24)).toString('base64url'),
    state: { network, service, ...(address !== undefined && { address }) },
    onSecond: () =>
      void say('warning: The sign-in page was answered a second time. Only the first answer counts.'),
  }).catch((error: unknown) => {
    throw takenPort(error, port)
  })
  return { domain: page.host, signer: async (ask) => signedOn(page, ask, options), close: page.close }
}

async function signedOn(page: SignInPage, ask: SignRequest, options: BrowserOptions): Promise<Signed> {
  const { say, open, waitMs, confirm, contractWallet } = options
  let resolve: (signed: Signed) => void = () => {}
  let reject: (error: unknown) => void = () => {}
  const promise = new Promise<Signed>((done, failed) => {
    resolve = done
    reject = failed
  })
  // It may fail while the browser is still being opened; it is awaited after that.
  promise.catch(() => {})
  const stopped = () => reject(interrupted(ask.signal))
  const timer = setTimeout(() => reject(waitedTooLong(waitMs)), waitMs)
  ask.signal.addEventListener('abort', stopped, { once: true })
  let told: string | undefined
  const handedOut = createHandedOut(
    (address) => ask.compose(address),
    () => options.now().getTime(),
  )
  const checkedSignature = async (signed: Signed): Promise<Signed> => {
    const signature = await verifySignature({ ...signed, contractWallet })
    if (ask.address === undefined) await agreed(signed.address, confirm)
    return { ...signed, address: await checksummed(signed.address), signature }
  }
  page.begin({
    compose: async (text) => {
      const address = await checksummed(await checkAddress(text))
      if (ask.address !== undefined && !sameAddress(ask.address, address))
        throw new Error(`The wallet has ${address}; movecli needs a signature of ${ask.address}.`)
      return handedOut.give(address)
    },
    accept: async (signed) => {
      const checkMessage = () => handedOut.check(signed.address, signed.message)
      // What the page sends may be old: it is told so, and the person signs again.
      checkMessage()
      const accepted = await checkedSignature(signed).catch((error: unknown) => {
        reject(error)
        throw error
      })
      // The question in the terminal may have waited long.
      checkMessage()
      resolve(accepted)
    },
    problem: (kind, address) => {
      if (kind === 'rejected') return reject(rejectedInWallet())
      const words = problems[kind](address, ask.address)
      if (words !== told) void say(words)
      told = words
    },
  })
  try {
    await say(`Sign in on this page, in a browser with your wallet:\n  ${page.url}`)
    await open?.(page.url)
    if (ask.signal.aborted) stopped()
    return await promise
  } finally {
    clearTimeout(timer)
    ask.signal.removeEventListener('abort', stopped)
  }
}

async function agreed(address: string, confirm: BrowserOptions['confirm']): Promise<void> {
  if (await confirm?.(`${address} signed. Sign in as this address?`)) return
  throw moveError('CLI_CONSENT', { message: 'Canceled. Nothing was sent.' })
}

/** The address is one that the page was told, so it is harmless; the words are ours. */
const problems: Record<Exclude<ProblemKind, 'rejected'>, (address?: string, wanted?: string) => string> = {
  'no-wallet': () => 'The page found no wallet in that browser. Open the address in a browser that has one.',
  locked: () => 'The wallet is locked or gave no account. Unlock it and choose it again on the page.',
  pending: () => 'The wallet has a request open already. Answer or close it in the wallet.',
  'wrong-account': (address = '', wanted = '') =>
    `Another account is selected in the wallet${isAddress(address) ? ` (${address})` : ''}. Switch to ${wanted}.`,
  other: () => 'The wallet did not answer as expected. Try again on the page, or use another wallet.',
}

const isAddress = (text: string): boolean => /^0x[0-9a-fA-F]{40}$/.test(text)

const rejectedInWallet = () =>
  unauthenticated(
    'CLI_SIGNATURE',
    'The request was rejected in the wallet. Nothing was sent.',
    'Run the same login again and sign the message.',
  )

const waitedTooLong = (ms: number) =>
  moveError('CLI_WAIT_OVER', {
    message: `Nobody signed on the page within ${Math.round(ms / 1000)} s. Nothing was sent.`,
    outcome: 'not_sent',
    hint: 'Run it again, with a longer --wait if you need more time.',
  })

function takenPort(error: unknown, port: number): unknown {
  const code = (error as NodeJS.ErrnoException).code
  if (code !== 'EADDRINUSE' && code !== 'EACCES') return error
  return misconfigured(
    `Port ${port} cannot be used for the sign-in page (${code === 'EACCES' ? 'not permitted' : 'it is taken'}).`,
    'Choose another with --port, or leave it out.',
  )
}
