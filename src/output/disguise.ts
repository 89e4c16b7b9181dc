/** Text as it was before serializers escaped it, with the way back to where each character came from. */

/** Where a span of the rewritten text was in the text before. */
export type Way = (from: number, to: number) => [from: number, to: number]
export type Rewritten = { text: string; back: Way }

/** What a match stands for; nothing where it stays as it is. */
type Meaning = (match: RegExpExecArray) => string | undefined

/**
 * The text with every match replaced by what it means. Positions are kept by piece, so
 * that its cost is that of the matches.
 */
export function rewrite(text: string, pattern: RegExp, meaning: Meaning): Rewritten {
  const pieces: string[] = []
  /** Of each piece: where it begins after and before, and 1 where it is no copy. */
  const [after, before, changed]: [number[], number[], number[]] = [[], [], []]
  let [size, done] = [0, 0]
  const add = (piece: string, from: number, isChanged: number): void => {
    after.push(size)
    before.push(from)
    changed.push(isChanged)
    pieces.push(piece)
    size += piece.length
  }
  for (let match = pattern.exec(text); match; match = pattern.exec(text)) {
    const meant = meaning(match)
    if (meant === undefined) continue
    if (match.index > done) add(text.slice(done, match.index), done, 0)
    add(meant, match.index, 1)
    done = match.index + match[0].length
  }
  if (pieces.length === 0) return { text, back: (from, to) => [from, to] }
  add(text.slice(done), done, 0)
  const pieceAt = (index: number): number => {
    let [low, high] = [0, after.length - 1]
    while (low < high) {
      const middle = (low + high + 1) >> 1
      if (after[middle]! <= index) low = middle
      else high = middle - 1
    }
    return low
  }
  const back: Way = (from, to) => {
    const [first, last] = [pieceAt(from), pieceAt(to - 1)]
    const start = before[first]! + (changed[first] ? 0 : from - after[first]!)
    const end = changed[last] ? (before[last + 1] ?? text.length) : before[last]! + to - after[last]!
    return [start, end]
  }
  return { text: pieces.join(''), back }
}

/** Backslashes of JSON, JavaScript, C and protobuf, entities of HTML and XML, percent signs of URLs, doubled quotes. */
const escapes =
  /((?:\\+(?:x[\da-f]{2}|[0-3][0-7]{2}))+)|\\+(?:u\{([\da-f]{1,6})\}|u([\da-f]{4})|([\s\S]))?|&(?:#x([\da-f]{1,6})|#(\d{1,7})|([a-z]{2,8}));?|((?:%[\da-f]{2})+)|("{2,}|'{2,}|`{2,})/g
const mayHold = /[\\&%]|(["'`])\1/
/** Escapes in escapes: JSON in JSON in a URL. */
const mostRounds = 6

/** Lower-case text without any of these escapes, however often they were applied. */
export function unescaped(text: string): Rewritten {
  const ways: Way[] = []
  let now = text
  for (let round = 0; round < mostRounds && mayHold.test(now); round++) {
    const next = rewrite(now, escapes, plainOf)
    if (next.text === now) break
    now = next.text
    ways.push(next.back)
  }
  return {
    text: now,
    back: (from, to) => ways.reduceRight<[number, number]>((span, way) => way(...span), [from, to]),
  }
}

/** Equals signs of mail headers (RFC 2047) and quoted-printable text, and where either ends a line. */
const quotedPrintable = /(?:\?=\s+)?=\?[\w-]{1,40}\?q\?|=\s{1,4}|((?:=[\da-f]{2})+)/g
const mayBeQuoted = /=(?:[2-9a-f][\da-f]|\s)/

/** The text as it was before it was written so, without escapes; undefined where nothing of it is. */
export function unquotedPrintable({ text, back }: Rewritten): Rewritten | undefined {
  if (!mayBeQuoted.test(text)) return undefined
  const plain = rewrite(text, quotedPrintable, ([, bytes]) =>
    bytes === undefined ? '' : lower(bytesOf(bytes.replaceAll('=', ''))),
  )
  const clear = unescaped(plain.text)
  return { text: clear.text, back: (from, to) => back(...plain.back(...clear.back(from, to))) }
}

function plainOf(match: RegExpExecArray): string | undefined {
  const [, bytes, braced, unit, escaped, hex, decimal, name, percents, quotes] = match
  const code = braced ?? unit ?? hex
  if (code !== undefined) return characterOf(parseInt(code, 16))
  if (decimal !== undefined) return characterOf(Number(decimal))
  if (name !== undefined) return /^(?:nbsp|tab|newline)$/.test(name) ? ' ' : named(name)
  const encoded = bytes ?? percents
  if (encoded !== undefined)
    return lower(bytesOf(encoded.replace(octalByte, hexOfOctal).replace(/[\\x%]+/g, '')))
  if (escaped !== undefined) return blanks.includes(escaped) ? ' ' : escaped
  return quotes?.charAt(0) ?? ''
}

const octalByte = /\\([0-3][0-7]{2})/g
const hexOfOctal = (_: string, digits: string): string => parseInt(digits, 8).toString(16).padStart(2, '0')

/** Of \n, \r, \t, \b, \f. */
const blanks = 'nrtbf'
const characterOf = (code: number): string | undefined =>
  code <= 0x10ffff ? lower(String.fromCodePoint(code)) : undefined

/** UTF-8, and Latin-1 where it is none. */
function bytesOf(hex: string): string {
  const bytes = Buffer.from(hex, 'hex')
  const text = bytes.toString()
  return text.includes('\ufffd') ? bytes.toString('latin1') : text
}

/** The names that HTML has for what stands in secrets, in small letters. */
const entities: Record<string, string> = Object.fromEntries(
  `amp & lt < gt > quot " apos ' sol / bsol \\ plus + equals = colon : semi ; comma , period . excl ! quest ? num #
  dollar $ percnt % commat @ lpar ( rpar ) lsqb [ rsqb ] lbrack [ rbrack ] lcub { rcub } lbrace { rbrace } ast *
  hat ^ lowbar _ grave \` verbar | vert | hyphen - dash - szlig \u00df aelig \u00e6 oelig \u0153 fjlig fj eth \u00f0 thorn \u00fe
  oslash \u00f8 lstrok \u0142 dstrok \u0111 tstrok \u0167 hstrok \u0127 imath \u0131 lsquo \u2018 rsquo \u2019 ldquo \u201c rdquo \u201d
  ndash \u2013 mdash \u2014 hellip \u2026 mldr \u2026 ordf \u00aa ordm \u00ba middot \u00b7 deg \u00b0 sect \u00a7 euro \u20ac pound \u00a3 yen \u00a5`
    .split(/\s+/)
    .map((word, at, all) => [word, all[at + 1] ?? ''])
    .filter((_, at) => at % 2 === 0),
)
/** What HTML calls marks of letters, U+0300 to U+030C, then U+0327 and U+0328. */
const marks = 'grave acute circ tilde macr - breve dot uml - ring dblac caron cedil ogon'.split(' ')
/** What a name means: one such as `rcaron` is a letter and its mark. */
function named(name: string): string | undefined {
  const mark = marks.indexOf(name.slice(1))
  if (mark < 0) return entities[name]
  return (name.charAt(0) + String.fromCharCode((mark > 12 ? 0x31a : 0x300) + mark)).normalize('NFC')
}

/**
 * Every character stays where it was: one letter alone, the Turkish I with a dot, has a longer small form. The sigma at the
 * end of a word is as any other: in capitals they are one.
 */
export const lower = (text: string): string =>
  (text.includes('\u0130')
    ? text.replace(/[^\u0130]+/g, (letters) => letters.toLowerCase())
    : text.toLowerCase()
  ).replaceAll('\u03c2', '\u03c3')
