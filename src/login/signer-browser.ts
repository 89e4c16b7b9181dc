/** Signs in a browser, on this terminal's behalf. */
import { usage } from '../errors.ts'
import type { Prompter } from '../output/prompt/prompts.ts'
import type { Duration } from '../runtime/flag-parsers.ts'
import type { Part } from '../runtime/services.ts'
import type { ChosenSigner, SignerInput } from './chosen-signer.ts'
import { waitOf } from './signing-time.ts'

/** The flags that it reads. */
type BrowserValues = {
  readonly port?: number | undefined
  readonly noOpen?: true | undefined
  readonly wait?: Duration | undefined
  readonly contractWallet?: true | undefined
}

const usualWaitMs = 300_000

/** Listens at once, for the page's address is part of the message. Throws CLI_USAGE without an address off a terminal. */
export async function browserFrom({
  given,
  tools,
  place,
}: SignerInput<BrowserValues>): Promise<ChosenSigner> {
  const { network, baseUrl, address } = place
  const ask = await tools.ask()
  if (address === undefined && !ask)
    throw usage(
      '--browser needs --address when there is no terminal.',
      'Give the address of your wallet with --address.',
    )
  const { browserSigner } = await import('./browser/signer.ts')
  const { openInBrowser } = await import('./browser/open.ts')
  const { signer, domain, close } = await browserSigner({
    port: given.flags.port ?? 0,
    waitMs: waitOf(given.flags) ?? usualWaitMs,
    network,
    service: baseUrl,
    contractWallet: given.flags.contractWallet === true,
    random: tools.context.random,
    now: tools.context.now,
    say: tools.say,
    ...(address !== undefined && { address }),
    ...(given.flags.noOpen !== true && { open: async (url: string) => openInBrowser(url, tools) }),
    ...(ask && { confirm: async (question: string) => agreement(question, ask, tools) }),
  })
  return { sign: signer, domain, close, needsPerson: true }
}

/** --yes is a yes to this question too; what it says is shown all the same. */
async function agreement(question: string, ask: Prompter, tools: Part<'globals' | 'note'>): Promise<boolean> {
  if (tools.globals['yes'] !== true) return ask.confirm(question, { default: true })
  await tools.note(`${question} Yes (--yes).`)
  return true
}
