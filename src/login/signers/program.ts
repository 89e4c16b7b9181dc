/** A program of the user's that signs. */
import { asDuration } from '../../runtime/flag-parsers.ts'
import { openedKind } from '../chosen-signer.ts'

export const program = openedKind({
  flagKey: 'exec',
  flags: [
    {
      name: 'exec',
      value: '<program>',
      about: 'A program that signs and answers on stdout; its arguments follow --',
    },
    {
      name: 'wait',
      value: '<duration>',
      parse: asDuration({ least: 1e-6, most: 24 * 3600, form: 'between 1s and 24h', example: '10m' }),
      about: 'Time for the signer to answer (default 2m; 5m in a browser)',
    },
  ],
  prompt: { name: 'a program that signs', question: 'Path of the program' },
  help: ['--exec <program>', 'a program of yours: one JSON line in, one out'],
  open: async (input) => (await import('../signer-program.ts')).programFrom(input),
})
