/** docs/speed.svg and the tables of docs/speed.md, from the figures that `npm run bench` left in docs/speed.json. */

type Ratio = { cpu: number; wall: number; ms: number }
type Bulk = { rows: number; own: number; bare: number; ratio: number }
export type SpeedFigures = {
  date: string
  node: string
  cores: number
  load: number
  rounds: number
  startup: Record<string, Ratio>
  lists: Record<string, Ratio>
  bulk: Record<string, Bulk>
  npx: Record<string, Ratio>
  package: { packed: number; withoutJq: number; unpacked: number; files: number; packages: number }
}

const kB = (bytes: number) => `${Math.round(bytes / 1000)} kB`
const table = (head: string[], rows: (string | number)[][]) =>
  [head, head.map(() => '---'), ...rows].map((cells) => `| ${cells.join(' | ')} |`).join('\n')

/** Each block of the page by the name in its markers. */
const blocks = ({
  startup,
  lists,
  bulk,
  npx,
  package: weight,
  ...run
}: SpeedFigures): Record<string, string> => ({
  startup: table(
    ['command', 'CPU', 'wall'],
    Object.entries(startup).map(([name, { cpu, wall }]) => [`\`${name}\``, cpu.toFixed(2), wall.toFixed(2)]),
  ),
  run: `Node ${run.node} on ${run.cores} shared cores, load ${run.load}, medians of ${run.rounds} pairs, ${run.date}. No V8 code cache.`,
  lists: table(
    ['10,000 rows', 'CPU, as a multiple of NDJSON'],
    Object.entries(lists).map(([name, { cpu }]) => [name, cpu.toFixed(2)]),
  ),
  bulk: table(
    ['compared with bare undici', 'ratio', 'rows a second'],
    Object.entries(bulk).map(([name, { ratio, own, bare }]) => [name, ratio.toFixed(2), `${own} of ${bare}`]),
  ),
  npx: table(
    ['a first npx', 'CPU', 'wall'],
    Object.entries(npx).map(([name, { cpu, wall }]) => [name, cpu.toFixed(2), wall.toFixed(2)]),
  ),
  package: table(
    ['package', ''],
    [
      ['packed', kB(weight.packed)],
      ["packed, without jq's file", kB(weight.withoutJq)],
      ['unpacked', kB(weight.unpacked)],
      ['files', weight.files],
    ],
  ),
})

/** The page with its blocks made anew; what is written by hand stays. */
export const speedPage = (page: string, figures: SpeedFigures): string =>
  Object.entries(blocks(figures)).reduce(
    (text, [name, block]) =>
      text.replace(
        new RegExp(`(<!-- ${name} -->\n)[\\s\\S]*?(<!-- /${name} -->)`),
        (_, from: string, to: string) => `${from}\n${block}\n\n${to}`,
      ),
    page,
  )

const [step, left, unit] = [26, 190, 70]
const longest = 8

/** Bars of processor time, as multiples of `node -e 0`; what is longer than the drawing ends at its edge. */
export function speedDrawing({ startup }: SpeedFigures): string {
  const cases = Object.entries(startup)
  const width = left + longest * unit + 60
  const bars = cases.map(([name, { cpu }], at) => {
    const y = 10 + at * step
    const long = Math.round(Math.min(cpu, longest) * unit)
    const kind = name.includes(':') || name.startsWith('fetch') ? 'other' : 'own'
    return [
      `<text x="${left - 8}" y="${y + 15}" text-anchor="end">${name}</text>`,
      `<rect class="${kind}" x="${left}" y="${y}" width="${long}" height="${step - 6}"/>`,
      `<text x="${left + long + 6}" y="${y + 15}">${cpu.toFixed(2)}</text>`,
    ].join('\n')
  })
  const height = 20 + cases.length * step
  const line = left + unit
  return `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 ${width} ${height}" font-family="sans-serif" font-size="12">
<title>Processor time of a command, as a multiple of node -e 0</title>
<style>rect.own{fill:#2f6f9f}rect.other{fill:#999}text{fill:#222}@media(prefers-color-scheme:dark){text{fill:#ddd}}</style>
${bars.join('\n')}
<path d="M${line} 4V${height - 4}" stroke="#b33" stroke-dasharray="3 3"/>
</svg>
`
}
