/** Shows the address of a signer. Its line is in ./index.ts. */
import { usage } from '../../errors.ts'
import { signerNamed } from '../../login/named-signer.ts'
import { flagOfSigner, isOpened, signerKinds, type addressFlags } from '../../login/signer-kinds.ts'
import { titled } from '../../output/view.ts'
import type { CommandHandler } from '../../runtime/command.ts'
import type { ValuesOf } from '../../runtime/flag.ts'
import { addressOf } from '../../wallet/signer.ts'

const flags = signerKinds.filter(isOpened).map(flagOfSigner)

export const run: CommandHandler<ValuesOf<typeof addressFlags>> = async (given, tools) => {
  const signer = signerNamed(given, tools.context.env)
  if (!signer || !isOpened(signer.kind))
    throw usage('No signer given.', `Give one with ${flags.slice(0, -1).join(', ')} or ${flags.at(-1)}.`)
  const input = { value: signer.value, given, tools, answers: {} }
  const named = await signer.kind.knownAddress?.(input)
  if (named !== undefined) return titled({ address: named })
  const { sign } = await signer.kind.open(input)
  return titled({ address: await addressOf(sign, tools.context.signal) })
}
