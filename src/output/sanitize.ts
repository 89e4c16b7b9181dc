/** Makes foreign text harmless: what could steer a terminal, hide or forge is shown visibly, never emitted. */

/**
 * Controls, format characters (bidirectional, zero-width, tags), line separators, lone surrogates, default-ignorable
 * ones (variation selectors, fillers), noncharacters. Emoji sequences lose their joiners, which terminals disagree on.
 */
const harmful =
  /[\p{Cc}\p{Cf}\p{Cs}\p{Zl}\p{Zp}\p{Default_Ignorable_Code_Point}\p{Noncharacter_Code_Point}]/gu
/** Nearly all text is this, and is let through at once. */
export const printableAscii = /^[\x20-\x7e]*$/

const shortEscapes: Record<string, string> = { '\n': '\\n', '\r': '\\r', '\t': '\\t' }

const visible = (character: string): string => {
  const code = character.codePointAt(0) ?? 0
  const hex = code.toString(16)
  return shortEscapes[character] ?? (code < 0x100 ? `\\x${hex.padStart(2, '0')}` : `\\u{${hex}}`)
}

/**
 * Foreign text as one harmless line: ESC becomes `\x1b`, a right-to-left override `\u{202e}`, a line break `\n`.
 * With `lines` it keeps its line breaks and tabs.
 */
export function sanitizeText(text: string, { lines = false } = {}): string {
  if (printableAscii.test(text)) return text
  return text.replace(harmful, (character) =>
    lines && (character === '\n' || character === '\t') ? character : visible(character),
  )
}

/** Words to quote: one harmless line of at most `max` characters, ending with `…` where it was cut. */
export function oneLine(text: string, max = 300): string {
  const line = sanitizeText(text.replace(/\s+/gu, ' ').trim())
  if (line.length <= max) return line
  const cut = line.slice(0, Math.max(0, max - 1))
  return `${/[\ud800-\udbff]$/.test(cut) ? cut.slice(0, -1) : cut}…`
}

/** JSON text whose harmful characters are `\u` escapes: the same data to every reader. */
export const escapeJson = (json: string): string =>
  printableAscii.test(json)
    ? json
    : json.replace(harmful, (character) => (character === '\n' ? '\n' : unicode(character)))

const unicode = (character: string): string =>
  [...Array(character.length).keys()]
    .map((at) => `\\u${character.charCodeAt(at).toString(16).padStart(4, '0')}`)
    .join('')

/** A TSV cell. Reversible: a backslash is doubled, so that every other one begins an escape. */
export const cellTsv = (text: string): string => sanitizeText(text.replaceAll('\\', '\\\\'))

/** What a spreadsheet would run as a formula, full-width forms too. */
const formula = /^\s*[=+\-@＝＋－＠]|^[\t\r]/u

/** What a spreadsheet takes for a negative number, and nothing else. */
const negative = /^-\d+(?:\.\d+)?(?:[eE][+-]?\d+)?$/

/** A CSV cell (RFC 4180), always on one line. A formula gets an apostrophe; `number` says it is a JSON number. */
export function cellCsv(text: string, number = false): string {
  const runs = !number && formula.test(text) && !negative.test(text)
  const guarded = (runs ? "'" : '') + sanitizeText(text)
  return /[",]|^ | $/.test(guarded) ? `"${guarded.replaceAll('"', '""')}"` : guarded
}

/** Breaks up what a GitHub runner would obey: `::` at a line's start, `##[` anywhere. */
export const escapeWorkflowCommands = (text: string): string =>
  text.replace(/^([^\S\n]*):(?=:)/gmu, '$1\\x3a').replaceAll('##[', '#\\x23[')

/** Breaks up in JSON text what a GitHub runner would obey; it stays the same data. */
export const unworkflowJson = (json: string): string => json.replaceAll('##[', '#\\u0023[')
