/** The flags of a body whose fields are open (docs/service.md §4): written as `gh api` takes them. */
import type { Flag, ValuesOf } from '../runtime/flag.ts'

export const bodyFlags = [
  {
    name: 'raw-field',
    short: 'f',
    value: '<key=text>',
    about: 'Add a text field to the body; a[b] nests, a[] adds to a list; may be repeated',
    many: true,
    agent: false,
  },
  {
    name: 'field',
    short: 'F',
    value: '<key=value>',
    about: 'Add a typed field: number, true, false, null, @file, or @- for stdin; anything else is text',
    many: true,
    agent: false,
  },
  {
    name: 'input',
    value: '<file>',
    about: 'Read the whole body as JSON from a file, or - for stdin',
    agent: 'body',
  },
] as const satisfies readonly Flag[]

export type BodyValues = ValuesOf<typeof bodyFlags>
