/** A private key in a file. */
import { openedKind } from '../chosen-signer.ts'

export const privateKey = openedKind({
  flagKey: 'privateKeyFile',
  flags: [
    {
      name: 'private-key-file',
      value: '<file>',
      about: 'A private key, read from a file, or - for stdin',
    },
  ],
  variables: [{ name: 'MOVECLI_PRIVATE_KEY_FILE', about: 'File with the private key that signs in' }],
  prompt: { name: 'a private key in a file', question: 'File of the private key' },
  help: ['--private-key-file <file|->', 'a private key in hex'],
  open: async (input) => (await import('../signer-files.ts')).privateKeyFrom(input),
})
