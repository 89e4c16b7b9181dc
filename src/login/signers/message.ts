/** A message that was printed with --print-message and signed elsewhere. */
import type { Flag, ValuesOf } from '../../runtime/flag.ts'
import type { SignerInput, SignerKind } from '../chosen-signer.ts'

const flags = [
  { name: 'message-file', value: '<file>', about: 'Sign in with a message that was signed elsewhere' },
  { name: 'signature', value: '<hex>', about: 'The signature over the message of --message-file' },
] as const satisfies readonly Flag[]
type Input = SignerInput<Partial<ValuesOf<typeof flags>>>

export const message = {
  name: 'messageFile',
  flags,
  help: ['--print-message', 'the message alone, to be signed elsewhere; then --message-file and --signature'],
  make: async (input: Input) => (await import('../signer-message.ts')).messageFileFrom(input),
} as const satisfies SignerKind
