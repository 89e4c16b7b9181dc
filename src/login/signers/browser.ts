/** A wallet in the browser, on a page of this machine. */
import type { Flag, ValuesOf } from '../../runtime/flag.ts'
import type { SignerInput, SignerKind } from '../chosen-signer.ts'

const flags = [
  {
    name: 'browser',
    about: 'Sign in on a page of this machine with a wallet in your browser; no key reaches movecli',
  },
  {
    name: 'port',
    value: '<port>',
    about: 'Port of that page, for example for ssh -L (default: a free one)',
  },
  { name: 'no-open', about: 'Print the address of that page, do not open a browser' },
] as const satisfies readonly Flag[]
type Read = Partial<
  ValuesOf<typeof flags> & { readonly wait: string | undefined; readonly contractWallet: true | undefined }
>

export const browser = {
  name: 'browser',
  flags,
  takes: ['wait'],
  prompt: { name: 'a wallet in the browser (MetaMask and the like, a Ledger behind it)', first: true },
  help: ['--browser', 'a wallet in your browser, on a page of this machine'],
  make: async (input: SignerInput<Read>) => (await import('../signer-browser.ts')).browserFrom(input),
} as const satisfies SignerKind
