/** Signing far from the network: the message is printed, signed elsewhere, and brought back with its signature. */
import { usage } from '../errors.ts'
import { text, type Result } from '../output/view.ts'
import { readText } from '../runtime/input-files.ts'
import type { Part } from '../runtime/services.ts'
import type { ChosenSigner, SignerInput, SignInPlace } from './chosen-signer.ts'
import { composerFor } from './sign-in.ts'

const largestMessage = 16 * 1024

/** The message that a wallet elsewhere is to sign, and nothing else. Throws CLI_USAGE without an address. */
export async function printedMessage(
  tools: Part<'note', 'now' | 'random'>,
  place: SignInPlace,
): Promise<Result> {
  const { address } = place
  if (address === undefined)
    throw usage('--print-message needs --address.', 'Give the address of the wallet that will sign.')
  const { checksummed } = await import('../wallet/address.ts')
  const compose = await composerFor(tools, place)
  const message = compose(await checksummed(address))
  // The one line break that is not part of it, also where the message ends in one of its own.
  return text(`${message}\n`, { message })
}

/** A message that was printed before, with the signature over it. Throws CLI_USAGE for any other text. */
export async function messageFileFrom({
  value,
  given,
  tools,
  place,
}: SignerInput<{ readonly signature?: string | undefined }>): Promise<ChosenSigner> {
  const { resolved, network, baseUrl, address } = place
  const signature = given.flags.signature
  if (address === undefined || signature === undefined)
    throw usage(
      '--message-file needs --signature and --address.',
      'For example movecli login --message-file message.txt --signature 0x… --address 0x….',
    )
  const file = await readText(value, tools, { what: 'a sign-in message', most: largestMessage })
  const { checkMessage } = await import('../wallet/message-file.ts')
  const { checksummed } = await import('../wallet/address.ts')
  const template = resolved.get('auth.messageTemplate')?.value
  const message = await checkMessage(file, {
    address,
    baseUrl,
    domain: resolved.get('auth.domain')?.value || new URL(baseUrl).host,
    chainId: resolved.get('auth.chainId')?.value ?? 1,
    network,
    now: tools.context.now(),
    ...(template && { template }),
  })
  const who = await checksummed(address)
  return { sign: async () => ({ address: who, message, signature }), needsPerson: true }
}
