/** The one check of an API key or a session token, wherever it comes from: fit for a header, and no secret of a wallet. */
import type { SelectedCredentials } from '../config/select-credentials.ts'
import { moveError, type MoveError, unauthenticated, usage } from '../errors.ts'
import { looksLikeWalletSecret } from '../wallet/secret-shape.ts'

/**
 * Where a credential comes from: `typed` by a person, `issued` by the service; `source`
 * is the variable or profile that has it.
 */
export type CredentialSource = { typed?: boolean; issued?: boolean; source?: string }
type CredentialKind = { what: string; most: number }

const keyKind: CredentialKind = { what: 'API key', most: 4096 }
const tokenKind: CredentialKind = { what: 'session token', most: 8192 }

/**
 * The API key without blanks around it. Throws CLI_LOOKS_LIKE_PRIVATE_KEY (exit 2) for a wallet's secret, which is not echoed;
 * for one that is empty or that no header can carry CLI_USAGE (exit 2), or CLI_UNFIT_CREDENTIAL (exit 4) where `source` names
 * a variable or a profile.
 */
export async function fitKey(text: string, from: CredentialSource): Promise<string> {
  const key = text.trim()
  if (key === '')
    throw usage('The API key is empty.', 'Find it in the user area of the service, under API management.')
  return fit(key, keyKind, from)
}

/** The session token without blanks around it. Throws as fitKey does for a wallet's secret and for what no header can carry. */
export const fitToken = async (text: string, from: CredentialSource): Promise<string> =>
  fit(text.trim(), tokenKind, from)

/** Whether a header can carry the token. */
export const fitsHeader = (text: string): boolean => carries(text, tokenKind)

/** Throws as fitKey and fitToken do for what was chosen to be sent. */
export async function fitChosen({ apiKey, token }: SelectedCredentials): Promise<void> {
  if (apiKey) await fitKey(apiKey.value, apiKey)
  // A stored token came from the service: whatever it looks like, it is no secret of a wallet.
  if (token) await fitToken(token.value, { source: token.source, issued: token.origin === 'profile' })
}

async function fit(text: string, kind: CredentialKind, from: CredentialSource): Promise<string> {
  if (!from.issued && (await looksLikeWalletSecret(text))) {
    // Sixty-four digits without 0x may be either; in a file or a variable they are meant.
    const either = /^[0-9a-f]{64}$/i.test(text)
    if (!either || from.typed) throw walletSecret(kind, from, either)
  }
  if (carries(text, kind)) return text
  const hint = 'Copy it again, without spaces or line breaks.'
  throw from.source === undefined
    ? usage(`The ${kind.what} holds characters that no header can carry.`, hint)
    : unauthenticated(
        'CLI_UNFIT_CREDENTIAL',
        `The ${kind.what} of ${from.source} holds characters that no header can carry. Nothing was sent.`,
        hint,
      )
}

const carries = (text: string, { most }: CredentialKind) => text.length <= most && /^[\x21-\x7e]+$/.test(text)

function walletSecret({ what }: CredentialKind, { source }: CredentialSource, either: boolean): MoveError {
  const which = source === undefined ? 'This' : `The ${what} of ${source}`
  const key = what === 'API key' ? "the service's API key" : `a ${what}`
  return moveError('CLI_LOOKS_LIKE_PRIVATE_KEY', {
    message: `${which} looks like the secret of a wallet, not ${key}. It was neither stored nor sent.`,
    hint: either
      ? 'A wallet signs in with --keystore or --private-key-file. If it is the API key, give it with --key-file.'
      : 'A wallet signs in with --keystore or --private-key-file.',
  })
}
