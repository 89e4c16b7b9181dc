/** Wallet addresses: 0x and 40 hex digits, with the checksum of EIP-55 where the case is mixed. */
import { usage } from '../errors.ts'

/**
 * The address as it was given, once its form and checksum are right.
 * Throws CLI_USAGE; text that is not an address is described, never repeated: it may be a key.
 */
export async function checkAddress(text: string): Promise<string> {
  const digits = text.startsWith('0x') ? text.slice(2) : undefined
  if (digits === undefined) {
    throw usage('The address does not start with 0x. ENS names are not supported.', example)
  }
  if (!/^[0-9a-f]*$/i.test(digits)) {
    throw usage('The address has a character after 0x that is not a hex digit.', example)
  }
  if (digits.length !== 40) {
    throw usage(`The address has ${digits.length} hex digits after 0x; it needs 40.`, example)
  }
  if (isMixed(digits) && (await checksummed(text)) !== text) {
    throw usage(
      `The address ${text} has a wrong checksum: a digit or the case of a letter is not what its wallet wrote.`,
      'Copy it again from the wallet. If you are sure of every digit, write it in lowercase.',
    )
  }
  return text
}

const example = 'An address looks like 0xd8dA6BF26964aF9D7eEd9e03E53415D37aA96045.'
const isMixed = (digits: string) => /[a-f]/.test(digits) && /[A-F]/.test(digits)

/** The address with the upper and lower case of EIP-55. Takes 0x and 40 hex digits of any case. */
export async function checksummed(address: string): Promise<string> {
  const { getAddress } = await import('./encoding.ts')
  return getAddress(address)
}

/** Whether two addresses are one, without regard to case. */
export const sameAddress = (a: string, b: string): boolean => a.toLowerCase() === b.toLowerCase()
