/** token: the reward token's balance, claim and price. */
import { bodyFlags } from '../../operations/body-flags.ts'
import { command, type CommandNode } from '../../runtime/command.ts'
import { writeProfilesFlags } from '../../operations/write-profiles-flags.ts'
import { unresolvedFlags } from '../../writes/unresolved-flags.ts'
import { readingFlags } from '../../operations/read-flags.ts'
import { watchFlag } from '../../operations/watch-flag.ts'

export const token: CommandNode = {
  name: 'token',
  summary: 'The reward token: balance, claim, price',
  lines: [
    command({
      name: 'balance',
      operation: 'token.balance',
      summary: 'Show your balance of the reward token',
      flags: [watchFlag, ...readingFlags],
      examples: ['movecli token balance', 'movecli token balance --json', 'movecli token balance --watch 5m'],
      exits: [4, 7, 8, 10],
      load: () => import('./balance.ts'),
    }),
    command({
      name: 'claim',
      operation: 'token.claim',
      summary: 'Claim the tokens you earned',
      about:
        'Moves value, so it asks first. The service can neither undo a claim nor say what became of one: if no answer comes, it exits with 9. Do not repeat it before you know the outcome.',
      flags: [...bodyFlags, ...unresolvedFlags, ...writeProfilesFlags],
      examples: [
        'movecli token claim',
        'movecli token claim --dry-run',
        'movecli token claim --reconcile',
        "movecli token claim --profiles 'ops-*' --skip-within 20h",
      ],
      writes: true,
      exits: [3, 4, 5, 7, 8, 9, 10, 11],
      load: () => import('./claim.ts'),
    }),
    command({
      name: 'price',
      operation: 'token.price',
      summary: 'Show the price of the reward token',
      flags: readingFlags,
      examples: ['movecli token price', 'movecli token price --json'],
      exits: [4, 7, 8, 10],
      load: () => import('./price.ts'),
    }),
  ],
}
