/**
 * Every kind of signer. A new one is a file in `signers/` and its name in `wallets`;
 * flags, prompt, help and variables follow.
 */
import { camelCase } from '../runtime/flag.ts'
import { browser } from './signers/browser.ts'
import { keystore } from './signers/keystore.ts'
import { message } from './signers/message.ts'
import { mnemonic } from './signers/mnemonic.ts'
import { privateKey } from './signers/private-key.ts'
import { program } from './signers/program.ts'

/** What holds a key or leads to it, in the order of their flags. */
const wallets = [keystore, privateKey, mnemonic, browser, program] as const

export const walletFlags = wallets.flatMap<(typeof wallets)[number]['flags'][number]>(({ flags }) => [
  ...flags,
])
export const messageFlags = message.flags

export type SignerKind = (typeof wallets)[number] | typeof message
type Opened = Extract<SignerKind, { open: unknown }>
export const isOpened = (kind: SignerKind): kind is Opened => 'open' in kind

/** The flags of `wallet address`. */
export const addressFlags = wallets
  .filter(isOpened)
  .flatMap<Opened['flags'][number]>(({ flags }) => [...flags])

/** In the order in which a person is asked. */
const kinds: readonly SignerKind[] = [...wallets, message]
const isFirst = ({ prompt }: SignerKind) => prompt?.first === true
export const signerKinds: readonly SignerKind[] = [
  ...kinds.filter(isFirst),
  ...kinds.filter((kind) => !isFirst(kind)),
]
/** In the order of their flags. */
export const signerHelp = kinds.map(({ help }) => help)
export const signerVariables = kinds.flatMap(({ variables = [] }) => [...variables])

/** Flags that go with certain signers alone. */
export const flagsOfSigners = kinds.flatMap((kind) =>
  kind.flags
    .slice(1)
    .filter(({ name }) => !kind.usableAlone?.includes(name))
    .map(({ name }) => ({
      name: camelCase(name),
      flag: `--${name}`,
      takers: signerKinds.filter((each) => each === kind || each.sharedFlags?.includes(name)),
    })),
)

/** `--keystore` */
export const flagOfSigner = ({ flags }: SignerKind): string => `--${flags[0]?.name}`
