/** journal: every write ever sent, and what became of it. */
import { command, type Argument, type CommandNode } from '../../runtime/command.ts'

const id: Argument = {
  name: 'id',
  about: 'Id of a record, as journal ls shows it, or the first four or more characters of it',
  required: true,
  complete: 'write',
}
import { lsFlags, resolveFlags, pruneFlags } from './flags.ts'

export const journal: CommandNode = {
  name: 'journal',
  summary: 'Every write you sent, and its outcome',
  lines: [
    command({
      name: 'ls',
      aliases: ['list'],
      summary: 'List writes, newest first',
      about:
        'Shows the newest 30 on a terminal, all of them elsewhere. unknown: it was sent, and movecli does not know its outcome. --profile and --network narrow the list. Rows of bulk runs are listed with their run and line.',
      flags: lsFlags,
      examples: [
        'movecli journal ls',
        'movecli journal ls --state unknown --since 2d',
        'movecli journal ls --run 2026-01-31 --all',
        "movecli journal ls --operation 'token claim' --json",
      ],
      agent: true,
      exits: [3],
      load: () => import('./ls.ts'),
    }),
    command({
      name: 'show',
      summary: 'Show one write: what was sent, when, and every step it took',
      args: [id],
      examples: ['movecli journal show 5f0c2a91d3e8b746', 'movecli journal show 5f0c2a91d3e8b746 --json'],
      agent: true,
      exits: [3],
      load: () => import('./show.ts'),
    }),
    command({
      name: 'resolve',
      summary: 'Record the outcome of a write that is unknown',
      about:
        'Records your verdict, so that the next write is no longer held up. It overrides what --reconcile found in the balance, and an earlier verdict. Sends nothing.',
      args: [{ ...id, complete: 'unknown-write' }],
      flags: resolveFlags,
      examples: [
        'movecli journal resolve 5f0c2a91d3e8b746 --as applied',
        "movecli journal resolve 5f0c2a91d3e8b746 --as not-applied --note 'support ticket 12'",
      ],
      writes: true,
      exits: [3, 8],
      load: () => import('./resolve.ts'),
    }),
    command({
      name: 'unlock',
      summary: 'Free a lock whose process is gone',
      about:
        'A run or an operation stays locked until its process is known to be gone. If movecli cannot see that (another container, another machine, before a restart), you confirm it here. It goes on record, and what was being sent is unknown. Refused while the process is running. --profile and --network narrow it down.',
      args: [
        {
          name: 'name',
          about:
            "Name of a run, an operation such as 'token claim', or sandbox, journal, limits, settings, credentials",
          required: true,
          complete: 'lock',
        },
      ],
      examples: [
        'movecli journal unlock evening',
        "movecli journal unlock 'token claim' --profile ops --yes",
      ],
      writes: true,
      exits: [3, 8, 11],
      load: () => import('./unlock.ts'),
    }),
    command({
      name: 'export',
      summary: 'Export the whole journal, one row for each step of each write',
      examples: [
        'movecli journal export --format ndjson',
        'movecli journal export --format csv > journal.csv',
      ],
      exits: [3],
      load: () => import('./export.ts'),
    }),
    command({
      name: 'prune',
      summary: 'Remove old writes that are settled',
      about:
        'Keeps writes that are unknown or under way, however old they are, and every write since an hour before the oldest of them: it may show their outcome. What is removed is forgotten: a bulk run, --skip-applied and --skip-within no longer know that it was applied, and the same input is sent again.',
      flags: pruneFlags,
      examples: ['movecli journal prune --before 90d', 'movecli journal prune --before 90d --dry-run'],
      writes: true,
      exits: [3],
      load: () => import('./prune.ts'),
    }),
  ],
}
