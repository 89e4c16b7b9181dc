/** The flags of login, and the values of them that its parts are given. */
import type { Flag, ValuesOf } from '../runtime/flag.ts'
import { messageFlags, walletFlags } from './signer-kinds.ts'

export const loginFlags = [
  {
    name: 'key',
    value: '[api-key]',
    about:
      'API key of the service (--key=… for one that begins with -); without a value, asks for it hidden, or reads stdin',
  },
  { name: 'key-file', value: '<file>', about: 'Read the API key from a file' },
  { name: 'key-only', about: 'Store the API key, do not sign in' },
  ...walletFlags,
  {
    name: 'remember-signer',
    about:
      'Sign in again automatically when the session ends (with --exec, or --keystore and --password-file)',
  },
  {
    name: 'store',
    value: '<store>',
    choices: ['auto', 'keychain', 'file'],
    about: 'Where to keep the secrets; by default the setting credentials.store',
  },
  { name: 'print-message', about: 'Print the message to sign elsewhere, and exit' },
  ...messageFlags,
  { name: 'address', value: '<address>', about: 'The address that must sign' },
  {
    name: 'contract-wallet',
    about: 'The address is a smart contract, whose signature movecli cannot check',
  },
] as const satisfies readonly Flag[]

export type LoginValues = ValuesOf<typeof loginFlags>

/** Of the flags that a signer may look at: wallet address has some of them, a smoke run none. */
export type SignerValues = Partial<LoginValues>
