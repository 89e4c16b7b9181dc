/** journal: every write ever sent, and what became of it. */
import { writeStates } from '../../journal/writes/record.ts'
import type { Argument, CommandNode } from '../../runtime/command.ts'

const id: Argument = {
  name: 'id',
  about: 'Id of a record, as journal ls shows it, or the first four or more characters of it',
  required: true,
  complete: 'write',
}

export const journal: CommandNode = {
  name: 'journal',
  summary: 'Every write ever sent, and what became of it',
  lines: [
    {
      name: 'ls',
      aliases: ['list'],
      summary: 'List the writes, the newest first',
      about:
        'On a terminal the newest 30, elsewhere all. unknown means in doubt: it was sent, and nobody knows what became of it. With --profile or --network, the writes of these alone. Rows of bulk runs are listed with their run and line.',
      flags: [
        { name: 'state', value: '<state>', about: 'Only writes of this state', choices: writeStates },
        { name: 'operation', value: '<name>', about: "Only this operation: 'token claim', or METHOD /path" },
        { name: 'run', value: '<name>', about: 'Only rows of this bulk run', complete: 'run' },
        { name: 'since', value: '<duration>', about: 'Only writes of this last time, for example 2d' },
        { name: 'limit', value: '<n>', about: 'At most so many, the newest' },
        { name: 'all', about: 'Every write, on a terminal too' },
      ],
      examples: [
        'movecli journal ls',
        'movecli journal ls --state unknown --since 2d',
        'movecli journal ls --run 2026-01-31 --all',
        "movecli journal ls --operation 'token claim' --json",
      ],
      exits: [3],
      load: () => import('./ls.ts'),
    },
    {
      name: 'show',
      summary: 'Show one write: what was sent, when, and every step it took',
      args: [id],
      examples: ['movecli journal show 5f0c2a91d3e8b746', 'movecli journal show 5f0c2a91d3e8b746 --json'],
      exits: [3],
      load: () => import('./show.ts'),
    },
    {
      name: 'resolve',
      summary: 'Say what became of a write in doubt',
      about:
        'Your verdict is put on record, and the next one is no longer held up. It also overrides what --reconcile marked from the balance, and an earlier verdict. Nothing is sent.',
      args: [{ ...id, complete: 'unknown-write' }],
      flags: [
        {
          name: 'as',
          value: '<verdict>',
          about: 'What you know to be true',
          choices: ['applied', 'not-applied'],
        },
        { name: 'note', value: '<text>', about: 'How you know, for the record' },
      ],
      examples: [
        'movecli journal resolve 5f0c2a91d3e8b746 --as applied',
        "movecli journal resolve 5f0c2a91d3e8b746 --as not-applied --note 'support ticket 12'",
      ],
      writes: true,
      exits: [3, 8],
      load: () => import('./resolve.ts'),
    },
    {
      name: 'unlock',
      summary: 'Free what a process held that is gone',
      about:
        'A run or an operation stays locked until its process is known to be gone. Where that cannot be seen (another container, another machine, before a restart), you say so here: it is put on record, and what was being sent is in doubt. Refused while the process is seen to run. With --profile or --network, the operations of these alone.',
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
    },
    {
      name: 'export',
      summary: 'Write out the whole journal, one row for every step of every write',
      examples: [
        'movecli journal export --format ndjson',
        'movecli journal export --format csv > journal.csv',
      ],
      exits: [3],
      load: () => import('./export.ts'),
    },
    {
      name: 'prune',
      summary: 'Drop old writes that are settled',
      about: 'What is in doubt or under way stays, however old it is.',
      flags: [{ name: 'before', value: '<duration>', about: 'How long ago the last step must be, as 90d' }],
      examples: ['movecli journal prune --before 90d', 'movecli journal prune --before 90d --dry-run'],
      writes: true,
      exits: [3],
      load: () => import('./prune.ts'),
    },
  ],
}
