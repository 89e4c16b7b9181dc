/** A mnemonic in a file. */
import type { Flag, ValuesOf } from '../../runtime/flag.ts'
import type { OpenInput, SignerKind } from '../chosen-signer.ts'

const flags = [
  {
    name: 'mnemonic-file',
    value: '<file>',
    about: 'Sign in with a key of a mnemonic read from a file, or - for stdin',
  },
  { name: 'hd-path', value: '<path>', about: "Path of the mnemonic's key (default m/44'/60'/0'/0/0)" },
] as const satisfies readonly Flag[]
type Input = OpenInput<Partial<ValuesOf<typeof flags>>>

export const mnemonic = {
  name: 'mnemonicFile',
  flags,
  addressFlags: [
    { name: 'mnemonic-file', value: '<file>', about: 'A mnemonic in a file, or - for stdin' },
    {
      name: 'hd-path',
      value: '<path>',
      about: "Path of the mnemonic's key (default m/44'/60'/0'/0/0)",
    },
  ],
  prompt: { name: 'a mnemonic in a file', question: 'File of the mnemonic' },
  help: ['--mnemonic-file <file|->', 'a mnemonic, with --hd-path'],
  open: async (input: Input) => (await import('../signer-files.ts')).mnemonicFrom(input),
} as const satisfies SignerKind
