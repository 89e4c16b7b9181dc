/** wallet: the keystores that are found by name, and the address of a signer. */
import type { CommandNode } from '../../runtime/command.ts'

export const wallet: CommandNode = {
  name: 'wallet',
  summary: 'Keystores by name, and the address of a signer',
  about:
    'movecli makes and imports no keys: cast wallet and geth account do. It signs in with what they write (movecli login --keystore).',
  lines: [
    {
      name: 'list',
      aliases: ['ls'],
      summary: 'List the keystores that --keystore finds by name (~/.foundry/keystores)',
      about:
        'The address is the one that a keystore names; many name none, and are opened by wallet address.',
      examples: ['movecli wallet list', 'movecli wallet list --json --fields name,address'],
      exits: [],
      load: () => import('./list.ts'),
    },
    {
      name: 'address',
      summary: 'Show the address of a signer; nothing is signed or sent',
      about:
        'A keystore that names its address is not opened, unless --password-file is given: then the address is the one of its key.',
      flags: [
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
      ],
      examples: [
        'movecli wallet address --keystore ops',
        "movecli wallet address --mnemonic-file words.txt --hd-path m/44'/60'/0'/0/1",
        'movecli wallet address --exec ./signer -- --index 2',
      ],
      passthrough: true,
      exits: [4],
      load: () => import('./address.ts'),
    },
  ],
}
