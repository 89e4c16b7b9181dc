/** config: what movecli is told once and remembers. */
import { configKeys } from '../../config/keys.ts'
import { command, type Argument, type CommandNode } from '../../runtime/command.ts'

const key: Argument = {
  name: 'key',
  about: `One of ${[...configKeys.keys()].slice(0, 4).join(', ')}, …: movecli config list --all`,
  required: true,
  complete: 'config-key',
}
import { listFlags } from './flags.ts'

export const config: CommandNode = {
  name: 'config',
  summary: 'Show, set and remove settings',
  about: 'With --profile it is a setting of that profile, which is created if it is new.',
  lines: [
    command({
      name: 'get',
      summary: 'Print the value of a setting',
      args: [key],
      examples: ['movecli config get networks.testnet.baseUrl', 'movecli config get deviceId --profile ops'],
      exits: [3],
      load: () => import('./get.ts'),
    }),
    command({
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
    }),
    command({
      name: 'unset',
      summary: 'Remove a setting',
      args: [key],
      examples: ['movecli config unset timezone', 'movecli config unset deviceId --profile ops'],
      writes: true,
      exits: [3],
      load: () => import('./unset.ts'),
    }),
    command({
      name: 'list',
      summary: 'List your settings, or every key with --all',
      flags: listFlags,
      examples: ['movecli config list', 'movecli config list --show-origin', 'movecli config list --all'],
      exits: [3],
      load: () => import('./list.ts'),
    }),
    command({
      name: 'path',
      summary: 'Print the path of the settings file',
      examples: ['movecli config path', 'movecli config path --json'],
      exits: [],
      load: () => import('./path.ts'),
    }),
  ],
}
