/** A picture as one SVG element: panels of bars and lines above a common axis of days. No script, no font, no image. */
import { line } from 'd3-shape'
import { colorOf, colors, drawingStyle } from './colors.ts'
import { element, rounded, verbatim, type Markup } from './markup.ts'
import type { Mark, Panel, Picture, Series } from './picture.ts'
import { bands, linearScale, type Bands, type Scale } from './scale.ts'

const width = 960
const edge = { left: 72, right: 24 }
const headHeight = 84
const panelHeight = 190
const titleHeight = 34
const footHeight = 36
/** Above this number the days of a panel are one shape, without words of their own. */
const mostShapes = 400
const mostLabels = 8

/** `headed`: title, subtitle and totals are part of it; a page has its own. */
export function drawing(picture: Picture, { headed }: { headed: boolean }): Markup {
  const { days, panels, title, subtitle } = picture
  const head = headed ? headHeight : 0
  const height = head + panels.length * panelHeight + footHeight
  const over = bands(days.length, edge.left, width - edge.right)
  return element(
    'svg',
    {
      xmlns: 'http://www.w3.org/2000/svg',
      class: 'picture',
      viewBox: `0 0 ${width} ${height}`,
      width,
      height,
      role: 'img',
      'aria-labelledby': 'picture-title picture-about',
    },
    element('title', { id: 'picture-title' }, title),
    element('desc', { id: 'picture-about' }, describe(picture)),
    element('style', {}, verbatim(`${colors}${drawingStyle}`)),
    element('rect', { class: 'paper', width, height }),
    ...(headed
      ? [
          words(edge.left, 30, title, { class: 'head', 'font-size': 18 }),
          words(edge.left, 50, subtitle),
          words(edge.left, 70, totalsText(picture)),
        ]
      : []),
    ...panels.flatMap((panel, at) =>
      drawPanel(panel, head + at * panelHeight, over, colorsBefore(panels, at), days),
    ),
    ...dayLabels(days, over, height - footHeight + 20),
  )
}

/** What a screen reader says in place of the shapes. */
const describe = (picture: Picture): string => {
  const { days, panels } = picture
  const period = days.length === 1 ? days[0] : `${days[0]} to ${days.at(-1)}`
  const shown = panels.map(({ title }) => title.toLowerCase()).join(', ')
  return `${days.length} ${days.length === 1 ? 'day' : 'days'}, ${period}: ${shown} per day. ${totalsText(picture)}.`
}

const totalsText = ({ totals }: Picture): string =>
  totals.map(([name, value]) => `${name} ${value}`).join(', ')

const colorsBefore = (panels: readonly Panel[], at: number): number =>
  panels.slice(0, at).reduce((count, { kind, series }) => count + (kind === 'bars' ? series.length : 0), 0)

function drawPanel(
  { title, kind, series }: Panel,
  top: number,
  over: Bands,
  first: number,
  days: readonly string[],
): Markup[] {
  const [from, to] = [top + panelHeight - 12, top + titleHeight]
  const values = series.flatMap(({ marks }) =>
    marks.flatMap(({ value }) => (value === undefined ? [] : [value])),
  )
  const scale = linearScale(values, { zero: kind === 'bars', from, to })
  const color = (at: number) => colorOf(kind === 'bars' ? first + at : at)
  return [
    words(edge.left, top + 18, title, { class: 'head' }),
    ...(series.length > 1 ? legend(series, top + 18, color) : []),
    ...scale.ticks.flatMap((tick) => gridLine(tick, scale)),
    ...series.flatMap((each, at) =>
      kind === 'bars'
        ? bars(each, scale, over, color(at), days)
        : curve(each, scale, over, { color: color(at), dash: dashes[at % dashes.length] }, days),
    ),
  ]
}

/** Lines are told apart by their dashes too. */
const dashes = [undefined, '6 4', '2 3', '10 3 2 3'] as const

const words = (x: number, y: number, text: string, more: Record<string, string | number> = {}): Markup =>
  element('text', { x, y, ...more }, text)

function gridLine(tick: number, { at }: Scale): Markup[] {
  const y = at(tick)
  return [
    element('line', { class: 'grid', x1: edge.left, x2: width - edge.right, y1: y, y2: y }),
    words(edge.left - 8, y + 4, String(tick), { 'text-anchor': 'end' }),
  ]
}

function bars(
  { name, marks }: Series,
  { at }: Scale,
  over: Bands,
  color: string,
  days: readonly string[],
): Markup[] {
  const drawn = marks.flatMap(({ value, words: said }, day) => {
    if (value === undefined) return []
    const [low, high] = [at(Math.min(0, value)), at(Math.max(0, value))]
    return [{ day, said, x: over.left(day), y: high, height: low - high }]
  })
  if (drawn.length > mostShapes) {
    const path = drawn.map(
      ({ x, y, height }) =>
        `M${rounded(x)} ${rounded(y)}h${rounded(over.width)}v${rounded(height)}h${rounded(-over.width)}z`,
    )
    return [element('path', { class: `bar ${color}`, d: path.join('') })]
  }
  return drawn.map(({ day, said, x, y, height }) =>
    element('rect', { class: `bar ${color}`, x, y, width: over.width, height }, hover(days[day], name, said)),
  )
}

function curve(
  { name, marks }: Series,
  { at }: Scale,
  over: Bands,
  { color, dash }: { color: string; dash: string | undefined },
  days: readonly string[],
): Markup[] {
  const path = line<Mark>()
    .defined(({ value }) => value !== undefined)
    .x((_, day) => over.middle(day))
    .y(({ value }) => at(value ?? 0))
    .digits(2)(marks)
  const dots = marks.length > mostShapes ? [] : marks
  return [
    ...(path === null
      ? []
      : [element('path', { class: `line ${color}`, d: path, 'stroke-dasharray': dash })]),
    ...dots.flatMap(({ value, words: said }, day) =>
      value === undefined
        ? []
        : [
            element(
              'circle',
              { class: `dot ${color}`, cx: over.middle(day), cy: at(value), r: 2.5 },
              hover(days[day], name, said),
            ),
          ],
    ),
  ]
}

/** A browser shows it where the pointer rests. */
const hover = (day: string | undefined, name: string, said: string): Markup =>
  element('title', {}, `${day ?? ''}: ${name} ${said}`)

function legend(series: readonly Series[], y: number, color: (at: number) => string): Markup[] {
  const step = 130
  const left = width - edge.right - series.length * step
  return series.flatMap(({ name }, at) => [
    element('line', {
      class: `line ${color(at)}`,
      x1: left + at * step,
      x2: left + at * step + 28,
      y1: y - 4,
      y2: y - 4,
      'stroke-dasharray': dashes[at % dashes.length],
    }),
    words(left + at * step + 36, y, short(name)),
  ])
}

/** A name that fits its place in the legend. */
const short = (name: string): string => (name.length > 14 ? `${name.slice(0, 13)}…` : name)

/** As many days as there is room for, the first one always. */
function dayLabels(days: readonly string[], over: Bands, y: number): Markup[] {
  const every = Math.ceil(days.length / mostLabels)
  return days.flatMap((day, at) =>
    at % every === 0 ? [words(over.middle(at), y, short(day), { 'text-anchor': 'middle' })] : [],
  )
}
