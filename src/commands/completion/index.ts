/** completion: the script that lets a shell complete movecli's words. */
import type { CommandSpec, CommandNode } from '../../runtime/command.ts'

/** `nouns` is the whole tree, which this command prints. */
export const completion = (nouns: () => readonly CommandNode[]): CommandSpec => ({
  name: 'completion',
  summary: 'Print the script that completes commands in your shell',
  about:
    'Load it in the start-up file of your shell, or install it where the shell looks. It completes commands, flags, their values, profiles and config keys, without the network, and evaluates nothing that was typed. PowerShell is untested.',
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
  load: async () => ({ run: (await import('./completion.ts')).run(nouns()) }),
})
