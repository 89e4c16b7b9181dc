/** The README with its sessions taken from the stories; everything else is written by hand. */
import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'

/** README.md as it should be, from README.md as it is. Throws where no story has a session. */
export function readme(root: string): string {
  const folder = join(root, 'test', 'stories')
  const stories = readdirSync(folder).map((name) => readFileSync(join(folder, name), 'utf8'))
  return readFileSync(join(root, 'README.md'), 'utf8').replace(
    /^```console\n(\$ [^\n]*)\n[\s\S]*?^```$/gm,
    (_, line: string) => `\`\`\`console\n${session(line, stories)}\`\`\``,
  )
}

/** The first session whose typed line is this one, up to the next. */
function session(line: string, stories: string[]): string {
  const found = stories
    .flatMap((story) => story.split(/\n(?=[$#] )/))
    .find((block) => block.startsWith(`${line}\n`))
  if (!found) throw new Error(`No story has ${line}`)
  return `${found.trimEnd()}\n`
}
