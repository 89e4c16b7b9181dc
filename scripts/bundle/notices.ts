/** The licenses of everything that was bundled: each text once, under the names of the packages that it covers. */
import { readdirSync, readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import type { Plugin } from 'rolldown'

const line = '-'.repeat(72)

export const notices: Plugin = {
  name: 'notices',
  writeBundle({ dir = 'dist' }) {
    const roots = new Set(
      [...this.getModuleIds()].flatMap((id) => /^.*node_modules\/(?:@[^/]+\/)?[^/]+/.exec(id)?.[0] ?? []),
    )
    writeFileSync(join(dir, 'THIRD-PARTY.txt'), noticesOf([...roots]))
  },
}

/** The notices of packages by their folders: in an order that does not depend on the machine. */
export function noticesOf(roots: readonly string[]): string {
  const covered = new Map<string, Set<string>>()
  for (const root of roots) {
    const { name, version, license } = JSON.parse(readFileSync(join(root, 'package.json'), 'utf8')) as Record<
      string,
      string
    >
    const text = licenseIn(root)
    covered.set(text, (covered.get(text) ?? new Set()).add(`${name} ${version} (${license})`))
  }
  const entries = [...covered].map(([text, names]) => `${[...names].toSorted().join('\n')}\n\n${text}\n`)
  return entries.toSorted().join(`\n${line}\n\n`)
}

const licenseIn = (root: string): string => {
  const file = readdirSync(root).find((each) => /^licen[cs]e/i.test(each))
  return file ? unwrapped(readFileSync(join(root, file), 'utf8')) : ''
}

/** The paragraphs of a text in a line each, lists apart: equal ones are alike then, however they were wrapped. */
const unwrapped = (text: string): string =>
  text
    .trim()
    .split(/\r?\n[^\S\n]*\r?\n/)
    .map((part) =>
      /^\s*(?:[-*(]|\d)|^.*Copyright.*\n.*Copyright/im.test(part) ? part : part.replace(/\s+/g, ' ').trim(),
    )
    .join('\n\n')
    .replace(/\r\n/g, '\n')
