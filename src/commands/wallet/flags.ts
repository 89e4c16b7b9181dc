/** The flags of wallet, and the values of them that its bodies are given. */
import type { Flag, ValuesOf } from '../../runtime/flag.ts'

export const addressFlags = [
  {
    name: 'keystore',
    value: '<file>',
    about: "An encrypted keystore: a file, or the name of one of cast's",
    complete: 'keystore',
  },
  { name: 'password-file', value: '<file>', about: 'Read the password of the keystore from a file' },
  { name: 'private-key-file', value: '<file>', about: 'A private key in a file, or - for stdin' },
  { name: 'mnemonic-file', value: '<file>', about: 'A mnemonic in a file, or - for stdin' },
  {
    name: 'hd-path',
    value: '<path>',
    about: "Path of the mnemonic's key (default m/44'/60'/0'/0/0)",
  },
  {
    name: 'exec',
    value: '<program>',
    about: 'A program that answers on stdout; its arguments follow --',
  },
  { name: 'wait', value: '<duration>', about: 'How long the program may take; 2m by default' },
] as const satisfies readonly Flag[]
export type AddressValues = ValuesOf<typeof addressFlags>
