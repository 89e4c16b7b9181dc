/** A program of the user's that signs. */
import { openedSigner } from '../chosen-signer.ts'

export const program = openedSigner({
  name: 'exec',
  flags: [
    {
      name: 'exec',
      value: '<program>',
      about: 'A program that signs and answers on stdout; its arguments follow --',
    },
    {
      name: 'wait',
      value: '<duration>',
      about: 'Time for the signer to answer (default 2m; 5m in a browser)',
    },
  ],
  prompt: { name: 'a program that signs', question: 'Path of the program' },
  help: ['--exec <program>', 'a program of yours: one JSON line in, one out'],
  open: async (input) => (await import('../signer-program.ts')).programFrom(input),
})
