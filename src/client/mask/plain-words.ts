/**
 * The words in which a service refuses personal data: plain words and numbers are shown. What is neither may be a value in a
 * form that nobody looks for: cut and encoded, letter by letter.
 */

const redacted = '[redacted]'
/** Few languages have longer words without blanks. */
const longestWord = 24
const longestNumber = 20
/** Nothing that matters fits in as few characters: 5MB, 4th, v2. */
const longestMixed = 5
/** As many short parts in a row may be bytes, or the letters of a name. */
const fewestListed = 5

/** The text without what is neither a word, a number nor a time, and without lists of single letters and bytes. */
export const plainWords = (text: string): string =>
  withoutLists(
    text.replace(/\S+/g, (chunk) => {
      const inner = chunk.replace(/^["'([{]+|(?<!["')\]},;:.!?])["')\]},;:.!?]+$/g, '')
      return isShownChunk(inner) ? chunk : chunk.replace(inner, redacted)
    }),
  )

const timestamp = /^\d{4}-\d\d-\d\dT\d\d:\d\d(?::\d\d(?:\.\d{1,9})?)?(?:Z|[-+]\d\d:?\d\d)?$/
/** Of escapes, of encodings and of documents that machines read, and what nobody sees. */
const oddMarks = /[\\^~`<>\p{C}]|%(?!$)|#(?!\d{1,3}$)|&#?\w+;/u

const isShownChunk = (chunk: string): boolean =>
  timestamp.test(chunk) ||
  (!oddMarks.test(chunk) &&
    chunk.split(/[^\p{L}\p{N}\p{M}]+/u).every((part) => partsOf(part).every(isShownPart)))

/** Scripts without capitals have no blanks around numbers and words of others, and many none between words. */
const partsOf = (part: string) => part.match(/\p{Lo}[\p{Lo}\p{Lm}\p{M}]*|[^\p{Lo}]+/gu) ?? []

const wordForms =
  /^(?:\p{Lu}?[\p{Ll}\p{M}]*|[\p{Lu}\p{M}]+(?:s|\d{1,4})?|\p{L}\p{Ll}+(?:\p{Lu}\p{Ll}+)*(?:ID|URL)?|\p{Lo}[\p{Lo}\p{Lm}\p{M}]*)$/u

function isShownPart(part: string): boolean {
  if (part.normalize('NFKC') !== part.normalize('NFC')) return false
  if (part.length <= longestMixed || /^\p{Lo}/u.test(part)) return true
  return /^\d+$/.test(part)
    ? part.length <= longestNumber
    : part.length <= longestWord && wordForms.test(part)
}

const longestListed = 3
/** What stands between two parts of a list: a comma and a blank. */
const longestGap = 3

function withoutLists(text: string): string {
  const lists: { from: number; to: number; size: number }[] = []
  for (const { 0: part, index: from } of text.matchAll(/[\p{L}\p{N}]+/gu)) {
    if (part.length > longestListed || !(part.length === 1 || /\d/.test(part))) continue
    const last = lists.at(-1)
    const [to, size] = [from + part.length, 1]
    if (last && from - last.to <= longestGap) Object.assign(last, { to, size: last.size + 1 })
    else lists.push({ from, to, size })
  }
  let [shown, done] = ['', 0]
  for (const { from, to, size } of lists) {
    if (size < fewestListed) continue
    shown += text.slice(done, from) + redacted
    done = to
  }
  return shown + text.slice(done)
}
