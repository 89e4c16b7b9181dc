/** Signs with a key of a BIP-39 mnemonic at an HD path. Nothing that goes wrong repeats a word of it. */
import { usage } from '../../errors.ts'
import type { Signer } from '../signer.ts'
import { privateKeySigner } from './private-key.ts'

/** The path of the first account in most wallets. */
export const usualPath = "m/44'/60'/0'/0/0"

/** A signer over 12 to 24 English words. Throws CLI_USAGE for words that are no mnemonic and for a path that cannot be. */
export async function mnemonicSigner(text: string, path: string = usualPath): Promise<Signer> {
  const words = text.trim().toLowerCase().split(/\s+/)
  if (![12, 15, 18, 21, 24].includes(words.length))
    throw usage(
      `The mnemonic has ${words.length} words; it needs 12, 15, 18, 21 or 24.`,
      'Check the file: one line with the words, and nothing else.',
    )
  const derivation = checkedPath(path)
  const { english, toPrivateKey, validate } = await import('ox/Mnemonic')
  const mnemonic = words.join(' ')
  if (!validate(mnemonic, english))
    throw usage(
      'The words are not a mnemonic: a word is not in the English list, or the last one does not fit the others.',
      'Check the spelling and the order of the words.',
    )
  return privateKeySigner(toPrivateKey(mnemonic, { as: 'Hex', path: derivation }))
}

/** The path with ' as its mark of hardened steps, which may be written h too. BIP-44 hardens the first three. */
function checkedPath(path: string): string {
  const [, first, coin, account, rest = ''] = /^m\/(44)\/(\d+)\/(\d+)((?:\/\d+)*)$/.exec(path) ?? []
  if (first)
    throw usage(
      '--hd-path has no hardened part. A shell removes single quotes.',
      `Write h for each of them (m/${first}h/${coin}h/${account}h${rest}), or put the path in double quotes.`,
    )
  const parts = /^m((?:\/\d{1,10}['hH]?){1,10})$/.exec(path)?.[1]?.slice(1).split('/')
  if (parts?.every((part) => Number.parseInt(part, 10) < 2 ** 31)) return path.replace(/h/gi, "'")
  throw usage(`--hd-path is not a path such as ${usualPath}.`, `Leave it out for ${usualPath}.`)
}
