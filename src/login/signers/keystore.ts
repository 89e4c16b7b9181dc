/** An encrypted keystore. */
import { openedKind } from '../chosen-signer.ts'

export const keystore = openedKind({
  flagKey: 'keystore',
  flags: [
    {
      name: 'keystore',
      value: '<file>',
      complete: 'keystore',
      about: "An encrypted keystore: a file, or the name of one of foundry's",
    },
    { name: 'password-file', value: '<file>', about: 'Read the password of the keystore from a file' },
  ],
  usableAlone: ['password-file'],
  variables: [
    { name: 'MOVECLI_KEYSTORE', about: 'Keystore that signs in: a file, or a name as cast knows it' },
    { name: 'MOVECLI_KEYSTORE_PASSWORD_FILE', about: "File with the keystore's password" },
  ],
  prompt: {
    name: 'an encrypted keystore (geth, foundry, ethers …)',
    question: 'File or name of the keystore',
  },
  help: [
    '--keystore <file>',
    'an encrypted keystore of geth, foundry, ethers, web3.js; with --password-file or a prompt',
  ],
  open: async (input) => (await import('../signer-files.ts')).keystoreFrom(input),
  knownAddress: async (input) => (await import('../signer-files.ts')).keystoreNames(input),
})
