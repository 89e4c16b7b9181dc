/** Pieces of a page: tables, and blocks between comments that a script fills. */

export const table = (head: readonly string[], rows: readonly (readonly string[])[]): string =>
  [head, head.map(() => '---'), ...rows].map((row) => `| ${row.join(' | ')} |`).join('\n')

/** Text for a cell: what would end the cell or begin a tag is escaped. */
export const cell = (text: string): string => text.replace(/[<>|]/g, (char) => `\\${char}`)

/** The page with the block between `<!-- name -->` and `<!-- /name -->` replaced. Throws where there is none. */
export function filled(page: string, name: string, block: string): string {
  const [open, close] = [`<!-- ${name} -->\n`, `<!-- /${name} -->`]
  const [from, to] = [page.indexOf(open), page.indexOf(close)]
  if (from < 0 || to < from) throw new Error(`No block ${name}`)
  return `${page.slice(0, from + open.length)}${block}\n${page.slice(to)}`
}

const titles = [
  'what-the-service-does',
  'resources-and-their-fields',
  'states-and-transitions',
  'endpoints',
  'authentication',
  'events',
  'errors',
  'limits',
  'versioning',
]

/** A link to a section of docs/service.md, as `§5.5`. */
export const section = (number: string): string => {
  const [top = ''] = number.split('.')
  return `[§${number}](service.md#${top}-${titles[Number(top) - 1]})`
}
