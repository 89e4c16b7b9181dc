/** The flags of a body whose fields are open (docs/service.md §4): written as `gh api` takes them. */
import type { Flag } from '../runtime/command.ts'

export const bodyFlags: readonly Flag[] = [
  {
    name: 'raw-field',
    short: 'f',
    value: '<key=text>',
    about: 'A text field of the body; a[b] nests, a[] adds to a list; may be repeated',
    many: true,
  },
  {
    name: 'field',
    short: 'F',
    value: '<key=value>',
    about: 'The same with a type: numbers, true, false, null, @file, @- for stdin; all else is text',
    many: true,
  },
  { name: 'input', value: '<file>', about: 'The whole body as JSON from a file; - is stdin' },
]
