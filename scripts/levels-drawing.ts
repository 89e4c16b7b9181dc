/** docs/levels.svg: the levels of the source, drawn from its import lines. */
import { filesBelow, folderOf, importsOf, levels, ownOf } from './imports.ts'

const about: Record<string, string> = {
  cli: 'one line in, one exit code out',
  commands: 'nouns and verbs',
  operations: 'operations as commands',
  writes: 'what stands before a write',
  bulk: 'many rows',
  login: 'signing in',
  activity: 'recorded activity',
  mcp: 'commands as tools for agents',
  session: 'whom we speak to, as whom',
  reference: 'what is told about commands',
  runtime: 'what a command is handed',
  config: 'what the user has told us',
  smoke: 'checks of a network',
  client: 'HTTP',
  journal: 'what was sent',
  output: 'tables, JSON, prompts',
  wallet: 'signers and signatures',
  sandbox: 'the other side of the wire',
  'errors.ts': 'a failure with its code',
  contract: 'the service as data',
  disk: 'locks, logs, files',
}

const box = { width: 196, height: 44 }
const step = { x: 212, y: 74 }
const margin = 12
const widest = Math.max(...levels.map((names) => names.length))
const width = margin * 2 + (widest - 1) * step.x + box.width

type Box = { name: string; x: number; y: number }

/** The drawing for the source below `root`; it follows the reader's light or dark theme. */
export function levelsDrawing(root: string): string {
  const boxes = new Map(
    levels.flatMap((names, row) =>
      names.map((name, at): [string, Box] => {
        const x = width / 2 + (at - (names.length - 1) / 2) * step.x - box.width / 2
        return [name, { name, x, y: margin + row * step.y }]
      }),
    ),
  )
  const height = margin * 2 + (levels.length - 1) * step.y + box.height
  return [
    `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 ${width} ${height}" role="img" aria-labelledby="title about">`,
    '<title id="title">The levels of the source</title>',
    `<desc id="about">${levels.map((names) => names.join(', ')).join('; below it ')}. Each imports only what is below it.</desc>`,
    style,
    ...nearest(edgesOf(root)).map(([from, to]) => line(boxes.get(from)!, boxes.get(to)!)),
    ...[...boxes.values()].map(drawn),
    '</svg>\n',
  ].join('\n')
}

const style = `<style>
svg { font-family: system-ui, sans-serif; background: #ffffff }
rect { fill: #f4f6f8; stroke: #57606a }
text { fill: #1f2328; font-size: 15px; text-anchor: middle }
.about { fill: #57606a; font-size: 12px }
path { fill: none; stroke: #8c959f; stroke-width: 1.2 }
@media (prefers-color-scheme: dark) {
svg { background: #0d1117 }
rect { fill: #161b22; stroke: #8b949e }
text { fill: #e6edf3 }
.about { fill: #9198a1 }
path { stroke: #6e7681 }
}
</style>`

type Edge = [from: string, to: string]

/** Which folder imports which. */
function edgesOf(root: string): Edge[] {
  const own = ownOf(importsOf(root, filesBelow(root, 'src')))
  const names = new Set(own.map(({ file, to }) => `${folderOf(file)} ${folderOf(to)}`))
  return [...names]
    .toSorted()
    .map((pair) => pair.split(' ') as Edge)
    .filter(([from, to]) => from !== to)
}

/** Only the edges that no longer way implies: what is below what stays to be seen. */
function nearest(edges: readonly Edge[]): Edge[] {
  const next = (name: string) => edges.filter(([from]) => from === name).map(([, to]) => to)
  const reaches = (from: string, to: string): boolean =>
    next(from).some((each) => each === to || reaches(each, to))
  return edges.filter(([from, to]) => !next(from).some((each) => each !== to && reaches(each, to)))
}

function line(from: Box, to: Box): string {
  const [x1, y1] = [from.x + box.width / 2, from.y + box.height]
  const [x2, y2] = [to.x + box.width / 2, to.y]
  const bend = (y2 - y1) / 2
  return `<path d="M${x1} ${y1}C${x1} ${y1 + bend} ${x2} ${y2 - bend} ${x2} ${y2}"/>`
}

const drawn = ({ name, x, y }: Box): string =>
  [
    `<rect x="${x}" y="${y}" width="${box.width}" height="${box.height}" rx="6"/>`,
    `<text x="${x + box.width / 2}" y="${y + 19}">${name}</text>`,
    `<text class="about" x="${x + box.width / 2}" y="${y + 36}">${about[name] ?? ''}</text>`,
  ].join('\n')
