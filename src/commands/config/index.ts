/** config: what movecli is told once and remembers. */
import { configKeys } from '../../config/keys.ts'
import type { Argument, CommandNode } from '../../runtime/command.ts'

const key: Argument = {
  name: 'key',
  about: `One of ${[...configKeys.keys()].slice(0, 4).join(', ')}, …: movecli config list --all`,
  required: true,
  complete: 'config-key',
}

export const config: CommandNode = {
  name: 'config',
  summary: 'Settings: show, set and remove them',
  about: 'With --profile they are settings of that profile, which is made if it is new.',
  lines: [
    {
      name: 'get',
      summary: 'Print the value of a key that is set',
      args: [key],
      examples: ['movecli config get networks.testnet.baseUrl', 'movecli config get deviceId --profile ops'],
      exits: [3],
      load: () => import('./get.ts'),
    },
    {
      name: 'set',
      summary: 'Set a configuration value',
      args: [
        key,
        { name: 'value', about: 'New value (may be empty)', required: true, complete: 'config-value' },
      ],
      examples: [
        'movecli config set networks.testnet.baseUrl https://testnet.example/v1',
        'movecli config set deviceId watch-7 --profile ops',
      ],
      writes: true,
      exits: [3],
      load: () => import('./set.ts'),
    },
    {
      name: 'unset',
      summary: 'Remove a setting',
      args: [key],
      examples: ['movecli config unset timezone', 'movecli config unset deviceId --profile ops'],
      writes: true,
      exits: [3],
      load: () => import('./unset.ts'),
    },
    {
      name: 'list',
      summary: 'List the settings in force, or with --all every key there is',
      flags: [
        { name: 'show-origin', about: 'Say where each value comes from' },
        { name: 'all', about: 'Every key with what it does, its default and its values' },
      ],
      examples: ['movecli config list', 'movecli config list --show-origin', 'movecli config list --all'],
      exits: [3],
      load: () => import('./list.ts'),
    },
    {
      name: 'path',
      summary: 'Print where the settings file is',
      examples: ['movecli config path', 'movecli config path --json'],
      exits: [],
      load: () => import('./path.ts'),
    },
  ],
}
