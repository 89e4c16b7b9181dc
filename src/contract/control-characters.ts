/** Control characters, as Unicode's class Cc has them. */

/** Does the text hold one? Asked at every start: a pattern with a class of Unicode would load the tables of all of them. */
export function hasControls(text: string): boolean {
  for (let at = 0; at < text.length; at++) {
    const code = text.charCodeAt(at)
    if (code < 0x20 || (code > 0x7e && code < 0xa0)) return true
  }
  return false
}
