/** A page of help in columns: as wide as usual, or as a narrower terminal. */

export const usualWidth = 80

/** The width of a page on a terminal of so many columns. */
export const widthOf = ({ isTTY, columns }: { isTTY: boolean; columns: number }): number =>
  isTTY ? Math.min(usualWidth, Math.max(columns, 40)) : usualWidth

/** The parts that there are, an empty line between two. */
export const joinParts = (parts: readonly (string | false | undefined)[]): string =>
  `${parts.filter(Boolean).join('\n\n')}\n`
export const block = (title: string, lines: readonly string[], width: number): string =>
  [title, ...lines.map((line) => `  ${continued(line, width)}`)].join('\n')

/** A long command goes on in the next line as a shell would have it, broken before a flag. */
function continued(line: string, width: number): string {
  if (line.length + 2 <= width) return line
  const at = line.lastIndexOf(' -', width - 4)
  return at < 20 ? line : `${line.slice(0, at)} \\\n    ${line.slice(at + 1)}`
}

/** Two columns under their title. */
export const titled = (
  title: string,
  rows: readonly (readonly [string, string])[],
  width: number,
  widest?: number,
): string => [title, ...table(rows, width, widest)].join('\n')

/** Two columns within the width; the second begins on a line of its own where the first is too long. */
export function table(
  rows: readonly (readonly [string, string])[],
  width = usualWidth,
  widest = 28,
): string[] {
  const first = Math.min(width < usualWidth ? 20 : widest, Math.max(...rows.map(([left]) => left.length)))
  return rows.flatMap(([left, right]) => {
    const indent = ' '.repeat(first + 4)
    const lines = wrap(right, width, indent, first + 4).split('\n')
    if (left.length > first) return [`  ${left}`, `${indent}${lines[0]}`, ...lines.slice(1)]
    return [`  ${left.padEnd(first)}  ${lines[0]}`, ...lines.slice(1)]
  })
}

/** Text in lines of at most `width` columns; lines after the first begin with `indent`, the first stands at column `from`. */
export function wrap(text: string, width = usualWidth, indent = '', from = 0): string {
  const lines: string[] = []
  let line = ''
  for (const word of text.split(/\s+/)) {
    const used = lines.length === 0 ? from : indent.length
    if (line && used + line.length + 1 + word.length > width) {
      lines.push(line)
      line = word
    } else line = line ? `${line} ${word}` : word
  }
  return [...lines, line].join(`\n${indent}`)
}
