/** The flags of login, and the values of them that its parts are given. */
import type { Flag, ValuesOf } from '../runtime/flag.ts'

export const loginFlags = [
  {
    name: 'key',
    value: '[api-key]',
    about:
      'API key of the service (--key=… for one that begins with -); without a value, asks for it hidden, or reads stdin',
  },
  { name: 'key-file', value: '<file>', about: 'Read the API key from a file' },
  { name: 'key-only', about: 'Store the API key, do not sign in' },
  {
    name: 'keystore',
    value: '<file>',
    complete: 'keystore',
    about: "Sign in with an encrypted keystore: a file, or the name of one of foundry's",
  },
  { name: 'password-file', value: '<file>', about: 'Read the password of the keystore from a file' },
  {
    name: 'private-key-file',
    value: '<file>',
    about: 'Sign in with a private key read from a file, or - for stdin',
  },
  {
    name: 'mnemonic-file',
    value: '<file>',
    about: 'Sign in with a key of a mnemonic read from a file, or - for stdin',
  },
  { name: 'hd-path', value: '<path>', about: "Path of the mnemonic's key (default m/44'/60'/0'/0/0)" },
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
  {
    name: 'exec',
    value: '<program>',
    about: 'Sign in with a program that answers on stdout; its arguments follow --',
  },
  {
    name: 'wait',
    value: '<duration>',
    about: 'Time to sign (default 5m in a browser, 2m with --exec)',
  },
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
  { name: 'message-file', value: '<file>', about: 'Sign in with a message that was signed elsewhere' },
  { name: 'signature', value: '<hex>', about: 'The signature over the message of --message-file' },
  { name: 'address', value: '<address>', about: 'The address that must sign' },
  {
    name: 'contract-wallet',
    about: 'The address is a smart contract, whose signature movecli cannot check',
  },
] as const satisfies readonly Flag[]
export type LoginValues = ValuesOf<typeof loginFlags>

/** Of the flags that a signer may look at: wallet address has some of them, a smoke run none. */
export type SignerValues = Partial<LoginValues>
export type SignerFlag = keyof LoginValues
