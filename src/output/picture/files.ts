/** A picture as a file that needs nothing else: an SVG, or a page that holds the drawing and its values as a table. */
import { colors } from './colors.ts'
import { drawing } from './drawing.ts'
import { element, verbatim } from './markup.ts'
import type { Picture } from './picture.ts'

export const svgFile = (picture: Picture): string =>
  `<?xml version="1.0" encoding="UTF-8"?>\n${drawing(picture, { headed: true }).markup}\n`

const pageStyle = `${colors}
:root { color-scheme: light dark; }
body { font: 1rem/1.5 system-ui, sans-serif; max-width: 62rem; margin: 0 auto; padding: 2rem 1rem; background: var(--paper); color: var(--ink); }
h1 { font-size: 1.5rem; margin: 0; }
h2 { font-size: 1.15rem; margin: 2rem 0 .5rem; }
p { color: var(--muted); margin: .25rem 0 1rem; }
figure { margin: 0; }
svg { width: 100%; height: auto; }
dl { display: grid; grid-template-columns: max-content 1fr; gap: .25rem 1.5rem; margin: 1rem 0; }
dt { font-weight: 600; }
dd { margin: 0; font-variant-numeric: tabular-nums; }
.scroll { overflow-x: auto; }
table { border-collapse: collapse; width: 100%; font-variant-numeric: tabular-nums; }
th, td { text-align: start; padding: .3rem .75rem .3rem 0; border-bottom: 1px solid var(--grid); white-space: nowrap; }
.right { text-align: end; }`

/** Nothing may be loaded or run, whatever the page holds. */
const policy = "default-src 'none'; style-src 'unsafe-inline'; base-uri 'none'; form-action 'none'"

export function htmlFile(picture: Picture): string {
  const { title, subtitle, totals, table } = picture
  const { columns, rows } = table
  const kind = (at: number) => (columns[at]?.right ? { class: 'right' } : {})
  const page = element(
    'html',
    { lang: 'en' },
    element(
      'head',
      {},
      verbatim(`<meta charset="utf-8"><meta http-equiv="Content-Security-Policy" content="${policy}">`),
      verbatim('<meta name="viewport" content="width=device-width, initial-scale=1">'),
      element('title', {}, title),
      element('style', {}, verbatim(pageStyle)),
    ),
    element(
      'body',
      {},
      element(
        'main',
        {},
        element('h1', {}, title),
        element('p', {}, subtitle),
        element('figure', {}, drawing(picture, { headed: false })),
        element('h2', {}, 'Totals'),
        element(
          'dl',
          {},
          ...totals.flatMap(([name, value]) => [element('dt', {}, name), element('dd', {}, value)]),
        ),
        element('h2', { id: 'days' }, 'Days'),
        element(
          'div',
          { class: 'scroll', role: 'region', 'aria-labelledby': 'days', tabindex: 0 },
          element(
            'table',
            { 'aria-labelledby': 'days' },
            element(
              'thead',
              {},
              element(
                'tr',
                {},
                ...columns.map((column, at) => element('th', { scope: 'col', ...kind(at) }, column.title)),
              ),
            ),
            element(
              'tbody',
              {},
              ...rows.map((row) =>
                element(
                  'tr',
                  {},
                  ...row.map((cell, at) =>
                    at === 0 ? element('th', { scope: 'row' }, cell) : element('td', kind(at), cell),
                  ),
                ),
              ),
            ),
          ),
        ),
      ),
    ),
  )
  return `<!doctype html>\n${page.markup}\n`
}
