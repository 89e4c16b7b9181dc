/** Fills the README: sessions from the stories (by their first line), tables from the contract. `--check` only compares. */
import { readdirSync, readFileSync, writeFileSync } from 'node:fs'
import { createRequire } from 'node:module'
import { join } from 'node:path'

const root = new URL('..', import.meta.url).pathname
const path = join(root, 'README.md')
const { reference } = createRequire(import.meta.url)(join(root, 'dist', 'main.js'))
const stories = readdirSync(join(root, 'test/stories'))
  .map((name) => readFileSync(join(root, 'test/stories', name), 'utf8'))
  .join('\n')

/** The first session in the stories whose typed line begins like this one. */
const session = (line) => {
  const blocks = stories.split(/\n(?=\$ )|\n(?=# )|\n\n(?=\$ )/)
  const found = blocks.find((block) => block.startsWith(line))
  if (!found) throw new Error(`No story has ${line}`)
  return `${found.trimEnd()}\n`
}
const table = (head, rows) =>
  [head, head.map(() => '---'), ...rows]
    .map((row) => `| ${row.map((cell) => cell.replaceAll('|', '\\|')).join(' | ')} |`)
    .join('\n')

const between = (text, name, inner) =>
  text.replace(
    new RegExp(`(<!-- ${name} -->\n)[\\s\\S]*?(<!-- /${name} -->)`),
    (_, open, close) => `${open}${inner}\n${close}`,
  )

const before = readFileSync(path, 'utf8')
const { assumptions, madeUp } = await reference()
let after = before.replace(
  /^```console\n(\$ [^\n]*)\n[\s\S]*?^```$/gm,
  (_, line) => `\`\`\`console\n${session(line)}\`\`\``,
)
after = between(
  after,
  'assumptions',
  table(
    ['api.md', 'open', 'meanwhile', 'to change it'],
    assumptions.map(({ section, open, guess, change }) => [`§${section}`, open, guess, `\`${change}\``]),
  ),
)
after = between(
  after,
  'made-up',
  table(
    ['api.md', 'open', 'the sandbox'],
    madeUp.map(({ section, open, guess }) => [`§${section}`, open, guess]),
  ),
)

if (process.argv.includes('--check')) {
  if (before !== after) console.error('README.md is not fresh: npm run docs')
  process.exitCode = before === after ? 0 : 1
} else writeFileSync(path, after)
