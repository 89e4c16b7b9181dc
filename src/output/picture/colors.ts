/** Colors of a picture, light and dark: text has a contrast of at least 4.5 to 1, shapes of at least 3 to 1. */

export const colors = `
:root, .picture { --paper: #ffffff; --ink: #1b1f24; --muted: #57606a; --grid: #d8dee4; --c1: #0b63ce; --c2: #8a4600; --c3: #1a7f37; --c4: #8250df; }
@media (prefers-color-scheme: dark) {
  :root, .picture { --paper: #0d1117; --ink: #e6edf3; --muted: #9da7b3; --grid: #30363d; --c1: #6cb2ff; --c2: #f0a35e; --c3: #56d364; --c4: #d2a8ff; }
}`

export const drawingStyle = `
.picture { font: 12px system-ui, sans-serif; }
.picture text { fill: var(--muted); }
.picture .head { fill: var(--ink); font-weight: 600; }
.picture .paper { fill: var(--paper); }
.picture .grid { stroke: var(--grid); }
.picture .c1 { --own: var(--c1); } .picture .c2 { --own: var(--c2); } .picture .c3 { --own: var(--c3); } .picture .c4 { --own: var(--c4); }
.picture .bar { fill: var(--own); }
.picture .line { fill: none; stroke: var(--own); stroke-width: 2; }
.picture .dot { fill: var(--own); }`

/** Names of the colors in the order in which series take them; the fifth has the first one's. */
export const colorOf = (at: number): string => `c${(at % 4) + 1}`
