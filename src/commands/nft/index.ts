/** nft: your equipment; minting and upgrading it. */
import { bodyFlags } from '../../operations/body-flags.ts'
import { command, type CommandNode } from '../../runtime/command.ts'
import { unresolvedFlags } from '../../writes/unresolved-flags.ts'
import { nftFlags } from './flags.ts'

const fields = 'Sends the fields that you give; which of them the service takes is not documented.'

export const nft: CommandNode = {
  name: 'nft',
  summary: 'Your NFT equipment; mint and upgrade it',
  lines: [
    command({
      name: 'ls',
      aliases: ['list'],
      operation: 'nft.collection',
      summary: 'List your NFT equipment, or that of an address',
      about:
        'Shows one page. Use --all or --max-items for more. Rows stream, except with --json. --sort orders the rows that were read, at most 100,000.',
      args: [{ name: 'address', about: 'Wallet address of another user; without it, your own' }],
      flags: nftFlags,
      examples: [
        'movecli nft ls --type shoes',
        'movecli nft ls --all --sort -level',
        'movecli nft ls 0x1111111111111111111111111111111111111111 --max-items 25 --json',
      ],
      exits: [4, 6, 7, 8, 10],
      load: () => import('./ls.ts'),
    }),
    command({
      name: 'mint',
      operation: 'nft.mint',
      summary: 'Mint an NFT',
      about: `${fields} Moves value, so it asks first. If no answer comes, it exits with 9.`,
      flags: [...bodyFlags, ...unresolvedFlags],
      examples: [
        'movecli nft mint -f type=shoes',
        'movecli nft mint -f type=shoes -F level=1 --dry-run',
        'movecli nft mint --input nft.json --yes',
      ],
      writes: true,
      exits: [4, 5, 7, 8, 9, 11],
      load: () => import('./mint.ts'),
    }),
    command({
      name: 'upgrade',
      operation: 'nft.upgrade',
      summary: 'Upgrade an NFT',
      about: `${fields} Moves value, so it asks first. If no answer comes, it exits with 9.`,
      flags: [...bodyFlags, ...unresolvedFlags],
      examples: [
        'movecli nft upgrade -F id=42',
        'movecli nft upgrade -F id=42 -F level=2 --dry-run',
        'movecli nft upgrade --input upgrade.json --yes',
      ],
      writes: true,
      exits: [4, 5, 6, 7, 8, 9, 11],
      load: () => import('./upgrade.ts'),
    }),
  ],
}
