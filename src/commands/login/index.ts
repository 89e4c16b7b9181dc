/** login: the API key, and a wallet that signs in. */
import { command } from '../../runtime/command.ts'
import { loginFlags } from '../../login/login-flags.ts'

export const login = command({
  name: 'login',
  operation: 'auth.login',
  summary: 'Store your API key and sign in with your wallet',
  about:
    'Asks for what is missing, on a terminal. --key is the API key of the service, never a key of your wallet. The wallet signs a message; its key stays where it is.',
  flags: loginFlags,
  examples: [
    'movecli login',
    'movecli login -n testnet --key-file key.txt --keystore ops --password-file pw.txt',
    'movecli login -n testnet --browser --port 8484 --no-open',
    'movecli login -n testnet --exec ./signer -- --index 2',
  ],
  writes: true,
  passthrough: true,
  exits: [3, 4, 7, 8, 11, 12],
  load: () => import('./login.ts'),
})
