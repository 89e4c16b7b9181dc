/** Prints the completion script of a shell. Its line is in ./index.ts. */
import { nearest } from '../../config/nearest.ts'
import { usage } from '../../errors.ts'
import { text } from '../../output/view.ts'
import type { CommandHandler, CommandNode } from '../../runtime/command.ts'
import { scripts } from './scripts.ts'

export const run =
  (nouns: readonly CommandNode[]): CommandHandler =>
  async ({ args: [shell = ''] }) => {
    const make = Object.hasOwn(scripts, shell) ? scripts[shell as keyof typeof scripts] : undefined
    if (!make) {
      const near = nearest(shell, Object.keys(scripts))
      throw usage(
        'There is no completion for that shell.',
        near ? `Did you mean ${near}?` : `Choose one of ${Object.keys(scripts).join(', ')}.`,
      )
    }
    const script = make.script(nouns)
    return text(script, { shell, script })
  }
