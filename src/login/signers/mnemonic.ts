/** A mnemonic in a file. */
import { openedKind } from '../chosen-signer.ts'

export const mnemonic = openedKind({
  flagKey: 'mnemonicFile',
  flags: [
    {
      name: 'mnemonic-file',
      value: '<file>',
      about: 'A mnemonic, read from a file, or - for stdin',
    },
    { name: 'hd-path', value: '<path>', about: "Path of the mnemonic's key (default m/44'/60'/0'/0/0)" },
  ],
  prompt: { name: 'a mnemonic in a file', question: 'File of the mnemonic' },
  help: ['--mnemonic-file <file|->', 'a mnemonic, with --hd-path'],
  open: async (input) => (await import('../signer-files.ts')).mnemonicFrom(input),
})
