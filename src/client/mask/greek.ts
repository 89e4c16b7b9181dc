/** Greek values as HTML names their letters; no other text of ours has these. */
const letterNames =
  'alpha beta gamma delta epsilon zeta eta theta iota kappa lambda mu nu xi omicron pi rho sigmaf sigma tau upsilon phi chi psi omega'.split(
    ' ',
  )
const first = 0x3b1

/** The value with names of letters, for each sigma that may end its words; nothing where it has no such letter. */
export function greekNamesOf(value: string): string[] {
  const small = value.toLowerCase().replace(/\u03c3(?!\p{L})/gu, '\u03c2')
  const forms = [small, small.replaceAll('\u03c2', '\u03c3')].map((text) =>
    text.replace(/[\u03b1-\u03c9]/g, (letter) => `&${letterNames[letter.charCodeAt(0) - first]};`),
  )
  return forms[0] === small ? [] : forms
}
