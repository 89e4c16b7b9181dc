/** login: the API key, and a wallet that signs in. */
import type { Line } from '../command.ts'

export const login: Line = {
  name: 'login',
  operation: 'auth.login',
  summary: 'Store your API key and sign in with your wallet',
  about:
    'On a terminal it asks for what is missing. --key is the API key of the service, never a key of your wallet; the wallet signs a message and its key stays where it is.',
  flags: [
    {
      name: 'key',
      value: '[api-key]',
      about:
        "The service's API key (--key=… for one that begins with -); without a value it is asked for hidden, or read from stdin",
    },
    { name: 'key-file', value: '<file>', about: 'Read the API key from a file' },
    { name: 'key-only', about: 'Store the API key and do not sign in' },
    {
      name: 'keystore',
      value: '<file>',
      about: "Sign in with an encrypted keystore: a file, or the name of one of cast's",
    },
    { name: 'password-file', value: '<file>', about: 'Read the password of the keystore from a file' },
    {
      name: 'private-key-file',
      value: '<file>',
      about: 'Sign in with a private key read from a file, or - for stdin',
    },
    { name: 'address', value: '<address>', about: 'The address that must sign' },
    { name: 'contract-wallet', about: 'The address is a smart contract: its signature cannot be recovered' },
  ],
  examples: [
    'movecli login',
    'movecli login -n testnet --key-file key.txt --keystore ops --password-file pw.txt',
    'movecli login -n testnet --key-only --key < key.txt',
  ],
  writes: true,
  exits: [3, 4, 7, 8],
  load: () => import('./login.ts'),
}
