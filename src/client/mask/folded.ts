/** Text as its letters and digits alone, in which a value is found however it was written. */

/** Letters and digits alone, in small letters without marks. */
export const lettersAndDigits = (text: string): string =>
  ascii.test(text) ? text.replace(/[^A-Za-z\d]+/g, '').toLowerCase() : foldedOfScripts(text)

const ascii = /^[\0-\x7f]*$/

const foldedOfScripts = (text: string): string =>
  text
    .normalize('NFKD')
    .toLowerCase()
    .replace(/[^\P{Nd}0-9]/gu, digitOf)
    .replace(/\u00df/g, 'ss')
    .replace(/[^\p{L}\p{N}]+/gu, '')

/** The digit that a sign of any script stands for: each script has its ten in a row. */
function digitOf(sign: string): string {
  const code = sign.codePointAt(0)!
  let digit = 0
  while (digit < 9 && /\p{Nd}/u.test(String.fromCodePoint(code - digit - 1))) digit += 1
  return String(digit)
}

export const lettersAsWritten = (text: string): string[] => text.match(/[\p{L}\p{M}]+/gu) ?? []
export const lettersOnly = (text: string): string[] => lettersAsWritten(text).map(lettersAndDigits)

/** Runs of some characters, one at every so many places; not those of one character alone, which stand in any amount. */
export function runsOfSize(text: string, size: number, step: number): string[] {
  const found: string[] = []
  for (let at = 0; at + size <= text.length; at += step) {
    const run = text.slice(at, at + size)
    if (run !== run.charAt(0).repeat(size)) found.push(run)
  }
  return found
}

/** Is one of the runs in the text? */
export function hasRun(text: string, size: number, runs: Set<string>): boolean {
  if (runs.size > 0)
    for (let at = 0; at + size <= text.length; at += 1) if (runs.has(text.slice(at, at + size))) return true
  return false
}
