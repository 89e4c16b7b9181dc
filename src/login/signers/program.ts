/** A program of the user's that signs. */
import type { Flag, ValuesOf } from '../../runtime/flag.ts'
import type { OpenInput, SignerKind } from '../chosen-signer.ts'

const flags = [
  {
    name: 'exec',
    value: '<program>',
    about: 'Sign in with a program that answers on stdout; its arguments follow --',
  },
  {
    name: 'wait',
    value: '<duration>',
    about: 'Time to sign (default 5m in a browser, 2m with --exec)',
  },
] as const satisfies readonly Flag[]
type Input = OpenInput<Partial<ValuesOf<typeof flags>>>

export const program = {
  name: 'exec',
  flags,
  addressFlags: [
    {
      name: 'exec',
      value: '<program>',
      about: 'A program that answers on stdout; its arguments follow --',
    },
    { name: 'wait', value: '<duration>', about: 'How long the program may take; 2m by default' },
  ],
  prompt: { name: 'a program that signs', question: 'Path of the program' },
  help: ['--exec <program>', 'a program of yours: one JSON line in, one out'],
  open: async (input: Input) => (await import('../signer-program.ts')).programFrom(input),
} as const satisfies SignerKind
