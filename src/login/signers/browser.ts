/** A wallet in the browser, on a page of this machine. */
import { asCount } from '../../runtime/flag-parsers.ts'
import { madeKind } from '../chosen-signer.ts'

export const browser = madeKind({
  flagKey: 'browser',
  flags: [
    {
      name: 'browser',
      about: 'Sign in on a page of this machine with a wallet in your browser; no key reaches movecli',
    },
    {
      name: 'port',
      value: '<port>',
      parse: asCount({ least: 0, most: 65_535, form: 'between 0 and 65535', example: '8484' }),
      about: 'Port of that page, for example for ssh -L (default: a free one)',
    },
    { name: 'no-open', about: 'Print the address of that page, do not open a browser' },
  ],
  sharedFlags: ['wait'],
  prompt: { name: 'a wallet in the browser (MetaMask and the like, a Ledger behind it)', first: true },
  help: ['--browser', 'a wallet in your browser, on a page of this machine'],
  make: async (input) => (await import('../signer-browser.ts')).browserFrom(input),
})
