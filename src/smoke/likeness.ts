/** A credential that is as like a real one as can be, and is not it. */

const alphabet = 'ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789-_'

/**
 * The text with another last letter or digit. The new one is of the same kind: a digit in a text of digits, a hex digit
 * in one of hex digits. Elsewhere its highest bit in base64 differs, for the lower ones of a last character may mean nothing.
 */
export function almost(text: string): string {
  const at = text.search(/[0-9A-Za-z][^0-9A-Za-z]*$/)
  if (at < 0) return `${text}x`
  return text.slice(0, at) + other(text[at] ?? '', text) + text.slice(at + 1)
}

function other(char: string, text: string): string {
  if (/^[\d-]+$/.test(text)) return String((Number(char) + 5) % 10)
  if (/^(?:0x)?[\da-f-]+$/i.test(text)) {
    const digit = ((Number.parseInt(char, 16) + 8) % 16).toString(16)
    return /[A-F]/.test(text) ? digit.toUpperCase() : digit
  }
  return alphabet[alphabet.indexOf(char) ^ 32] ?? 'x'
}
