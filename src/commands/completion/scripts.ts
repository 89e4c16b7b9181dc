/** The shells that can be completed for, and the file that each one's script is published as. */
import type { CommandNode } from '../../runtime/command.ts'
import { bash } from './bash.ts'
import { fish } from './fish.ts'
import { powershell } from './powershell.ts'
import { completionWords, type Words } from './words.ts'
import { zsh } from './zsh.ts'

const made = (file: string, shell: (words: Words) => string) => ({
  file,
  script: (nouns: readonly CommandNode[]) => shell(completionWords(nouns)),
})

export const scripts = {
  bash: made('movecli.bash', bash),
  zsh: made('_movecli', zsh),
  fish: made('movecli.fish', fish),
  powershell: made('movecli.ps1', powershell),
}
