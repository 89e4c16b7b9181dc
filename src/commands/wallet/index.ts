/** wallet: the keystores that are found by name, and the address of a signer. */
import { command, type CommandNode } from '../../runtime/command.ts'
import { addressFlags } from '../../login/signer-kinds.ts'

export const wallet: CommandNode = {
  name: 'wallet',
  summary: 'Keystores by name, and the address of a signer',
  about:
    'movecli makes and imports no keys: cast wallet and geth account do. It signs in with what they write (movecli login --keystore).',
  lines: [
    command({
      name: 'list',
      aliases: ['ls'],
      summary: 'List the keystores that --keystore finds by name (~/.foundry/keystores)',
      about:
        'The address is the one that a keystore stores. Many keystores store none; movecli wallet address opens them.',
      examples: ['movecli wallet list', 'movecli wallet list --json --fields name,address'],
      exits: [],
      load: () => import('./list.ts'),
    }),
    command({
      name: 'address',
      summary: 'Show the address of a signer; nothing is signed or sent',
      about:
        'A keystore that names its address is not opened, unless --password-file is given: then the address is the one of its key.',
      flags: addressFlags,
      examples: [
        'movecli wallet address --keystore ops',
        `movecli wallet address --mnemonic-file words.txt --hd-path "m/44'/60'/0'/0/1"`,
        'movecli wallet address --exec ./signer -- --index 2',
      ],
      passthrough: true,
      exits: [4],
      load: () => import('./address.ts'),
    }),
  ],
}
