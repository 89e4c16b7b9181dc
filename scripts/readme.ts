/** The README with its sessions taken from its story; everything else is written by hand. */
import { readFileSync } from 'node:fs'
import { join } from 'node:path'

/** README.md as it should be, from README.md as it is. Throws where test/stories/readme.txt lacks a session. */
export function readme(root: string): string {
  const story = readFileSync(join(root, 'test/stories/readme.txt'), 'utf8')
  const sessions = story.split(/\n(?=\$ )/)
  return readFileSync(join(root, 'README.md'), 'utf8').replace(
    /^```console\n(\$ [^\n]*)\n[\s\S]*?^```$/gm,
    (_, line: string) => {
      const session = sessions.find((each) => each.startsWith(`${line}\n`))
      if (!session) throw new Error(`test/stories/readme.txt has no ${line}`)
      return `\`\`\`console\n${session.trimEnd()}\n\`\`\``
    },
  )
}
