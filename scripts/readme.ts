/** The README with its sessions taken from the stories and its tables from the contract; everything else is written by hand. */
import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { assumptions } from '../src/contract/service.ts'
import { madeUp } from '../src/sandbox/made-up.ts'

/** README.md as it should be, from README.md as it is. Throws where no story has a session. */
export function readme(root: string): string {
  const folder = join(root, 'test', 'stories')
  const stories = readdirSync(folder).map((name) => readFileSync(join(folder, name), 'utf8'))
  const sessions = readFileSync(join(root, 'README.md'), 'utf8').replace(
    /^```console\n(\$ [^\n]*)\n[\s\S]*?^```$/gm,
    (_, line: string) => `\`\`\`console\n${session(line, stories)}\`\`\``,
  )
  const open = assumptions.map(({ section, open, guess, change }) => [
    `§${section}`,
    open,
    guess,
    `\`${change}\``,
  ])
  const guesses = madeUp.map(({ section, open, guess }) => [`§${section}`, open, guess])
  const first = filled(sessions, 'assumptions', table(['api.md', 'open', 'meanwhile', 'to change it'], open))
  return filled(first, 'made-up', table(['api.md', 'open', 'the sandbox'], guesses))
}

/** The first session whose typed line is this one, up to the next. */
function session(line: string, stories: string[]): string {
  const found = stories
    .flatMap((story) => story.split(/\n(?=[$#] )/))
    .find((block) => block.startsWith(`${line}\n`))
  if (!found) throw new Error(`No story has ${line}`)
  return `${found.trimEnd()}\n`
}

const filled = (text: string, name: string, inner: string): string =>
  text.replace(
    new RegExp(`(<!-- ${name} -->\n)[\\s\\S]*?(<!-- /${name} -->)`),
    (_, open: string, close: string) => `${open}${inner}\n${close}`,
  )

const table = (head: string[], rows: string[][]): string =>
  [head, head.map(() => '---'), ...rows]
    .map((row) => `| ${row.map((cell) => cell.replaceAll('|', '\\|')).join(' | ')} |`)
    .join('\n')
