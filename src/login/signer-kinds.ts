/** Every kind of signer as data: its flag, its variable, what a person is asked, and where it is made. */
import { usage } from '../errors.ts'
import type { ParsedArgs } from '../runtime/command.ts'
import type { Tools } from '../runtime/services.ts'
import type { ChosenSigner, OpenInput, SignerInput } from './signer-choice.ts'
import type { SignerFlag, SignerValues } from './login-flags.ts'

export type SignerKind = {
  /** As given in camel case, and as typed. */
  name: SignerFlag
  flag: string
  /** Variable that names the same. */
  env?: 'MOVECLI_KEYSTORE' | 'MOVECLI_PRIVATE_KEY_FILE'
  /** How a person chooses it; `question` asks for the value where the flag takes one. */
  prompt?: { name: string; question?: string }
} & (
  | {
      /** Makes one that signs for a place alone. */
      make: (input: SignerInput) => Promise<ChosenSigner>
    }
  | {
      /** Opens one that has its address by itself. */
      open: (input: OpenInput) => Promise<ChosenSigner>
      /** The address that it names without being opened. */
      named?: (input: OpenInput) => Promise<string | undefined>
    }
)

/** The signer of a kind, whichever way it is made. */
export const makeSigner = async (kind: SignerKind, { place, ...input }: SignerInput): Promise<ChosenSigner> =>
  'open' in kind ? kind.open(input) : kind.make({ ...input, place })

export const signerKinds: readonly SignerKind[] = [
  {
    name: 'browser',
    flag: '--browser',
    prompt: { name: 'a wallet in the browser (MetaMask and the like, a Ledger behind it)' },
    make: async (input) => (await import('./signer-browser.ts')).browserFrom(input),
  },
  {
    name: 'keystore',
    flag: '--keystore',
    env: 'MOVECLI_KEYSTORE',
    prompt: {
      name: 'an encrypted keystore (geth, foundry, ethers …)',
      question: 'File or name of the keystore',
    },
    open: async (input) => (await import('./signer-files.ts')).keystoreFrom(input),
    named: async (input) => (await import('./signer-files.ts')).keystoreNames(input),
  },
  {
    name: 'privateKeyFile',
    flag: '--private-key-file',
    env: 'MOVECLI_PRIVATE_KEY_FILE',
    prompt: { name: 'a private key in a file', question: 'File of the private key' },
    open: async (input) => (await import('./signer-files.ts')).privateKeyFrom(input),
  },
  {
    name: 'mnemonicFile',
    flag: '--mnemonic-file',
    prompt: { name: 'a mnemonic in a file', question: 'File of the mnemonic' },
    open: async (input) => (await import('./signer-files.ts')).mnemonicFrom(input),
  },
  {
    name: 'exec',
    flag: '--exec',
    prompt: { name: 'a program that signs', question: 'Path of the program' },
    open: async (input) => (await import('./signer-program.ts')).programFrom(input),
  },
  {
    name: 'messageFile',
    flag: '--message-file',
    make: async (input) => (await import('./signer-message.ts')).messageFileFrom(input),
  },
]

export type NamedSigner = { kind: SignerKind; value: string }

/** The signer that flags or environment name; flags win. Throws CLI_USAGE for two, and for flags that belong to another. */
export function signerNamed(
  given: ParsedArgs<SignerValues>,
  { context: { env } }: Tools,
): NamedSigner | undefined {
  const typed = signerKinds.filter(({ name }) => given.flags[name] !== undefined)
  const [first, second] = typed
  if (first && given.flags.printMessage === true)
    throw usage(`Give one of --print-message and ${first.flag}.`, 'See movecli login --help.')
  if (first && second)
    throw usage(`Give one of ${first.flag} and ${second.flag}.`, 'See movecli login --help.')
  refuseStrays(given, first)
  const value = first && given.flags[first.name]
  if (first) return { kind: first, value: typeof value === 'string' ? value : '' }
  const kind = signerKinds.find((each) => each.env && env[each.env])
  return kind?.env && { kind, value: env[kind.env] ?? '' }
}

/** Flags that go with one signer alone. */
const goesWith: readonly { name: SignerFlag; flag: string; with: readonly SignerFlag[] }[] = [
  { name: 'hdPath', flag: '--hd-path', with: ['mnemonicFile'] },
  { name: 'port', flag: '--port', with: ['browser'] },
  { name: 'noOpen', flag: '--no-open', with: ['browser'] },
  { name: 'wait', flag: '--wait', with: ['browser', 'exec'] },
  { name: 'signature', flag: '--signature', with: ['messageFile'] },
]

function refuseStrays(given: ParsedArgs<SignerValues>, kind: SignerKind | undefined): void {
  for (const { name, flag, with: kinds } of goesWith) {
    if (given.flags[name] === undefined || (kind && kinds.includes(kind.name))) continue
    const flags = signerKinds.filter((each) => kinds.includes(each.name)).map((each) => each.flag)
    throw usage(`${flag} goes only with ${flags.join(' or ')}.`, 'See movecli login --help.')
  }
  if (given.passthrough.length > 0 && kind?.name !== 'exec')
    throw usage(
      'Only --exec takes arguments after --.',
      'For example movecli login --exec ./signer -- --index 2.',
    )
}
