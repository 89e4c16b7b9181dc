/** What programs that movecli starts see of its environment. */
import { expect, test } from 'vitest'
import { withoutSecrets } from '../../src/runtime/child-env.ts'

test('secrets, what names them and the switches of Node are left out, however they are written; the rest stays', () => {
  const hidden = [
    'MOVECLI_API_KEY',
    'MOVECLI_API_KEY_FILE',
    'MOVECLI_TOKEN',
    'MOVECLI_TOKEN_FILE',
    'MOVECLI_PRIVATE_KEY_FILE',
    'MOVECLI_KEYSTORE',
    'MOVECLI_KEYSTORE_PASSWORD_FILE',
    'Movecli_Token',
    'NODE_OPTIONS',
    'NODE_EXTRA_CA_CERTS',
    'node_options',
  ]
  const kept = [
    'PATH',
    'HOME',
    'MOVECLI_NETWORK',
    'MOVECLI_PROFILE',
    'MY_MOVECLI_TOKEN',
    'NODE_OPTIONS_OF_MINE',
  ]
  const env = Object.fromEntries([...hidden, ...kept].map((name) => [name, 'x']))
  expect(Object.keys(withoutSecrets(env))).toEqual(kept)
})
