/** Findings without anything that is nobody's business: folders, addresses and hosts are shortened. */
import type { Part } from '../../runtime/services.ts'
import { escapedQuotes } from '../../runtime/shell-word.ts'
import type { Finding } from './check.ts'

/** The findings as they may stand in a ticket. */
export function anonymous(
  findings: readonly Finding[],
  { context, folders }: Part<'folders', 'home'>,
): Finding[] {
  const places: [string, string][] = [
    [folders.config, '<settings>'],
    [folders.state, '<state>'],
    [context.home, '~'],
  ]
  const clean = (text: string): string =>
    places
      .reduce(
        (words, [path, name]) =>
          path.length > 1 ? words.replaceAll(path, name).replaceAll(escapedQuotes(path), name) : words,
        text,
      )
      .replace(/\b(https?:\/\/)[^/\s,;)]+/gi, '$1…')
      .replace(/0x[0-9a-f]{40}\b/gi, (address) => `${address.slice(0, 6)}…${address.slice(-4)}`)
      .replace(/(?:[A-Z]:)?[/\\](?:home|users|root)[/\\][^/\\\s]+/gi, '~')
      .replace(/(^|[\s"'(=])(?:[A-Z]:[/\\]|\/)[^\s"'),;]+/gi, (path, lead: string) =>
        /\/v1$|^\s*\/…/.test(path) ? path : `${lead}<path>`,
      )
  return findings.map((finding) => ({
    ...finding,
    found: clean(finding.found),
    fix: finding.fix === null ? null : clean(finding.fix),
  }))
}
