/** A recorded terminal as SVG, light or dark: text with its colors (SGR), one line below the other. */

export type Theme = 'light' | 'dark'
type Colors = Record<'background' | 'text' | 'dim' | 'red' | 'green' | 'yellow' | 'cyan' | 'bar', string>

const themes: Record<Theme, Colors> = {
  light: {
    background: '#ffffff',
    text: '#1f2328',
    dim: '#59636e',
    red: '#cf222e',
    green: '#116329',
    yellow: '#7d4e00',
    cyan: '#0b6b75',
    bar: '#d1d9e0',
  },
  dark: {
    background: '#0d1117',
    text: '#e6edf3',
    dim: '#9198a1',
    red: '#ff7b72',
    green: '#3fb950',
    yellow: '#d29922',
    cyan: '#39c5cf',
    bar: '#3d444d',
  },
}

const cell = { width: 8.43, height: 19 }
const margin = 16
const bar = 30

/** The picture of what a terminal showed; `title` is read to who cannot see it. */
export function terminalPicture(text: string, { theme, title }: { theme: Theme; title: string }): string {
  const colors = themes[theme]
  const lines = text.trimEnd().split('\n').map(piecesOf)
  const columns = Math.max(...lines.map((pieces) => pieces.reduce((sum, { words }) => sum + words.length, 0)))
  const [width, height] = [
    Math.ceil(columns * cell.width + 2 * margin),
    lines.length * cell.height + 2 * margin + bar,
  ]
  return [
    `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 ${width} ${height}" width="${width}" height="${height}" role="img" aria-label="${escaped(title)}">`,
    `<rect width="${width - 1}" height="${height - 1}" x="0.5" y="0.5" rx="8" fill="${colors.background}" stroke="${colors.bar}"/>`,
    ...[0, 1, 2].map((at) => `<circle cx="${20 + at * 18}" cy="18" r="5.5" fill="${colors.bar}"/>`),
    `<g font-family="ui-monospace, SFMono-Regular, Menlo, Consolas, monospace" font-size="14" fill="${colors.text}">`,
    ...lines.map((pieces, at) => line(pieces, bar + margin + (at + 0.75) * cell.height, colors)),
    '</g>',
    '</svg>\n',
  ].join('\n')
}

type Style = { bold?: boolean; color?: keyof Colors }
type Piece = Style & { words: string }

/** The pieces of a line that look alike. */
function piecesOf(text: string): Piece[] {
  let style: Style = text.startsWith('$ ') ? { bold: true } : {}
  const pieces: Piece[] = []
  // oxlint-disable-next-line no-control-regex
  for (const part of text.split(/(\u001b\[[\d;]*m)/)) {
    // oxlint-disable-next-line no-control-regex
    const codes = /^\u001b\[([\d;]*)m$/.exec(part)?.[1]
    if (codes === undefined) {
      if (part !== '') pieces.push({ ...style, words: part })
    } else for (const code of codes.split(';')) style = styled(style, Number(code))
  }
  return pieces
}

const painted: Record<number, keyof Colors> = { 31: 'red', 32: 'green', 33: 'yellow', 36: 'cyan' }

function styled(style: Style, code: number): Style {
  const { bold, color } = style
  if (code === 0) return {}
  if (code === 1) return { ...style, bold: true }
  if (code === 2) return { ...style, color: 'dim' }
  if (code === 22) return color && color !== 'dim' ? { color } : {}
  if (code === 39) return bold ? { bold } : {}
  const paint = painted[code]
  return paint ? { ...style, color: paint } : style
}

function line(pieces: readonly Piece[], y: number, colors: Colors): string {
  let column = 0
  const spans = pieces.map(({ words, bold, color }) => {
    const x = (margin + column * cell.width).toFixed(1)
    const length = (words.length * cell.width).toFixed(1)
    column += words.length
    const look = [color && `fill="${colors[color]}"`, bold && 'font-weight="600"'].filter(Boolean).join(' ')
    return `<tspan x="${x}" textLength="${length}"${look && ` ${look}`}>${escaped(words)}</tspan>`
  })
  return `<text y="${y.toFixed(1)}">${spans.join('')}</text>`
}

/** Spaces are kept as they are by no-break spaces alone: browsers fold the others. */
const escaped = (text: string): string =>
  text
    .replace(/[&<>"]/g, (char) => ({ '&': '&amp;', '<': '&lt;', '>': '&gt;', '"': '&quot;' })[char] ?? char)
    .replaceAll(' ', '\u00a0')
