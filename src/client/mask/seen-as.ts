/** Values as they are looked for: lower case, with escapes and without. */
import type { Hider } from './mask.ts'

/** A value as `find` sees it in texts. */
export function seenAs(value: string, hider: Hider): string[] {
  const seen: string[] = []
  hider.redact(value, (text) => {
    seen.push(text)
    return []
  })
  return seen
}
