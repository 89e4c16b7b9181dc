/** A message that was printed with --print-message and signed elsewhere. */
import { madeSigner } from '../chosen-signer.ts'

export const message = madeSigner({
  name: 'messageFile',
  flags: [
    { name: 'message-file', value: '<file>', about: 'Sign in with a message that was signed elsewhere' },
    { name: 'signature', value: '<hex>', about: 'The signature over the message of --message-file' },
  ],
  help: ['--print-message', 'the message alone, to be signed elsewhere; then --message-file and --signature'],
  make: async (input) => (await import('../signer-message.ts')).messageFileFrom(input),
})
