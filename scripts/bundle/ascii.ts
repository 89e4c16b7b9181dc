/** Files of ASCII alone: V8 reads them as they are, a byte a character, where one other letter makes it two. */
import type { Plugin } from 'rolldown'

/**
 * In strings, templates and patterns an escape means the character; names and tagged
 * templates of ours have no other letters.
 */
const escaped = (unit: string): string => `\\u${unit.charCodeAt(0).toString(16).padStart(4, '0')}`

export const ascii: Plugin = {
  name: 'ascii',
  generateBundle(_, bundle) {
    for (const file of Object.values(bundle))
      if (file.type === 'chunk') file.code = file.code.replace(/[^\0-\x7f]/g, escaped)
  },
}
