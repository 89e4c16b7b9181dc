/** A message that was printed with --print-message and signed elsewhere. */
import type { FlagParser } from '../../runtime/flag.ts'
import { isKeySized, keySized } from '../../wallet/secret-shape.ts'
import { madeKind } from '../chosen-signer.ts'

/** Any text but one that may be a private key: that is refused before anything is read or opened. */
const asSignature: FlagParser<string> = (text) =>
  isKeySized(text)
    ? { message: keySized, hint: 'Give the signature over the message that --print-message printed.' }
    : { value: text }

export const message = madeKind({
  flagKey: 'messageFile',
  flags: [
    { name: 'message-file', value: '<file>', about: 'Sign in with a message that was signed elsewhere' },
    {
      name: 'signature',
      value: '<hex>',
      about: 'The signature over the message of --message-file',
      parse: asSignature,
    },
  ],
  help: ['--print-message', 'the message alone, to be signed elsewhere; then --message-file and --signature'],
  make: async (input) => (await import('../signer-message.ts')).messageFileFrom(input),
})
