/** profile: named sets of network, base URL, address, signer and credentials. */
import { command, type Argument, type CommandNode } from '../../runtime/command.ts'

const name: Argument = { name: 'name', about: 'Name of the profile', complete: 'profile' }

export const profile: CommandNode = {
  name: 'profile',
  summary: 'List, choose, show and remove profiles',
  about:
    'A profile is a named set of network, base URL, address, signer and credentials. It has one network for life. movecli login creates it.',
  lines: [
    command({
      name: 'ls',
      aliases: ['list'],
      summary: 'List the profiles',
      examples: ['movecli profile ls', 'movecli profile ls --json --fields profile,network'],
      exits: [3],
      load: () => import('./ls.ts'),
    }),
    command({
      name: 'use',
      summary: 'Set the default profile',
      args: [{ ...name, required: true }],
      examples: ['movecli profile use ops', 'movecli profile use default'],
      writes: true,
      exits: [3],
      load: () => import('./use.ts'),
    }),
    command({
      name: 'show',
      summary: 'Show a profile (the current one by default)',
      about: 'Shows which secrets are stored and where, never their values.',
      args: [name],
      examples: ['movecli profile show', 'movecli profile show ops --json'],
      exits: [3],
      load: () => import('./show.ts'),
    }),
    command({
      name: 'rm',
      aliases: ['remove'],
      summary: 'Remove a profile: its settings and its credentials',
      about: 'Asks first. The journal keeps what the profile sent. The API cannot revoke its session token.',
      args: [{ ...name, required: true }],
      examples: [
        'movecli profile rm ops',
        'movecli profile rm ops --dry-run',
        'movecli profile rm ops --yes',
      ],
      writes: true,
      exits: [3, 11],
      load: () => import('./rm.ts'),
    }),
  ],
}
