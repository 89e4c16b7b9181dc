/** Shows the address of a signer. Its line is in ./index.ts. */
import { usage } from '../../errors.ts'
import { signerNamed } from '../../login/signer-kinds.ts'
import { one } from '../../output/view.ts'
import type { CommandHandler } from '../../runtime/command.ts'
import { addressOf } from '../../wallet/signer.ts'
import type { AddressValues } from './flags.ts'

export const run: CommandHandler<AddressValues> = async (given, tools) => {
  const signer = signerNamed(given, tools)
  if (!signer || !('open' in signer.kind))
    throw usage(
      'No signer given.',
      'Give one with --keystore, --private-key-file, --mnemonic-file or --exec.',
    )
  const input = { value: signer.value, given, tools, answers: {} }
  const named = await signer.kind.named?.(input)
  if (named !== undefined) return one({ address: named })
  const { sign } = await signer.kind.open(input)
  return one({ address: await addressOf(sign, tools.context.signal) })
}
