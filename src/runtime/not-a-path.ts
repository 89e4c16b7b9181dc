/** What is given in the place of a path may be the secret that belongs into the file: then it is not repeated. */
import { existsSync } from 'node:fs'
import { dirname } from 'node:path'
import { usage, type MoveError } from '../errors.ts'
import { looksLikeWalletSecret } from '../wallet/secret-shape.ts'
import type { Secrets } from '../output/redact.ts'

/** Nothing has this name, and no folder would hold it. `from` is the variable that gave it. */
export function notAPath(
  path: string,
  secrets: Pick<Secrets, 'add'>,
  { what, from }: { what: string; from?: string },
): MoveError {
  secrets.add(path)
  return usage(
    `${from === undefined ? `The file for ${what}` : `The file that ${from} names`} does not exist. It is not shown, because it may be the secret itself.`,
    `Give the path of a file that holds ${what}.`,
  )
}

/** Of a file that holds a secret: only a path into a folder that exists is surely one. */
export const mayBeTheSecret = (path: string): boolean =>
  !existsSync(path) && (!/[/\\]/.test(path) || !existsSync(dirname(path)))

/** Of any other file or program: what has the form of a key, a mnemonic or a token, or of a flag with its value. */
export async function looksLikeASecret(path: string): Promise<boolean> {
  if (existsSync(path)) return false
  return (
    (await looksLikeWalletSecret(path)) ||
    (path.length >= 24 && !/[/\\.]/.test(path)) ||
    path.startsWith('-') ||
    /^ey[\w-]{8,}\.[\w-]+\.[\w-]*$/.test(path)
  )
}

/** What no file is named like, in a folder or not: data given in the place of the file that holds them. */
export function looksLikeData(path: string): boolean {
  if (existsSync(path)) return false
  if (/[{}"<>\r\n]/.test(path)) return true
  if (/^(?:[~/\\]|\.{1,2}[/\\]|[a-z]:[/\\])|\.(?:json|ndjson|jsonl|txt|csv|ya?ml)$/i.test(path)) return false
  return /[@']/.test(path) || (/\s/.test(path) && (/\d/.test(path) || !/[/\\]/.test(path)))
}
