/** user: your profile and settings at the service. */
import { bodyFlags } from '../../operations/body-flags.ts'
import { command, type CommandNode } from '../../runtime/command.ts'
import { writeProfilesFlags } from '../../operations/write-profiles-flags.ts'
import { readingFlags } from '../../operations/read-flags.ts'

export const user: CommandNode = {
  name: 'user',
  summary: 'Your profile and settings at the service',
  lines: [
    command({
      name: 'profile',
      operation: 'user.profile',
      summary: 'Show your user profile',
      flags: readingFlags,
      examples: ['movecli user profile', 'movecli user profile --json'],
      exits: [4, 7, 8, 10],
      load: () => import('./profile.ts'),
    }),
    command({
      name: 'settings',
      operation: 'user.settings',
      summary: 'Change your settings',
      about:
        'Sends the settings that you give; which of them the service takes is not documented. It is safe to send the same settings again.',
      flags: [...bodyFlags, ...writeProfilesFlags],
      examples: [
        'movecli user settings -f language=en',
        'movecli user settings -F "notifications[email]=true"',
        'movecli user settings --input settings.json',
      ],
      writes: true,
      exits: [4, 5, 7, 8, 10],
      load: () => import('./settings.ts'),
    }),
  ],
}
