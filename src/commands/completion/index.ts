/** completion: the script that lets a shell complete movecli's words. */
import { command, type CommandSpec, type CommandNode } from '../../runtime/command.ts'

/** `nouns` is the whole tree, which this command prints. */
export const completion = (nouns: () => Promise<readonly CommandNode[]>): CommandSpec =>
  command({
    name: 'completion',
    summary: 'Print the completion script for your shell',
    about:
      'Load it in the startup file of your shell, or install it where the shell looks. Completes commands, flags, values, profiles and config keys, offline, and never evaluates what you typed. PowerShell is untested.',
    args: [
      {
        name: 'shell',
        about: 'Which shell',
        required: true,
        choices: ['bash', 'zsh', 'fish', 'powershell'],
      },
    ],
    examples: [
      'movecli completion bash >> ~/.bash_completion',
      'movecli completion zsh > "${fpath[1]}/_movecli"',
      'movecli completion fish > ~/.config/fish/completions/movecli.fish',
      'movecli completion powershell >> $PROFILE',
    ],
    exits: [],
    load: async () => ({ run: (await import('./completion.ts')).run(await nouns()) }),
  })
