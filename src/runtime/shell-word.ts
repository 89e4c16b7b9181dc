/** Text as one word of a shell, quoted where it must be. */
export const shellWord = (text: string): string =>
  /^[\w./:@%+,~-]+$/.test(text) ? text : `'${escapedQuotes(text)}'`

/** Text as it stands between single quotes of a shell. */
export const escapedQuotes = (text: string): string => text.replaceAll("'", String.raw`'\''`)
