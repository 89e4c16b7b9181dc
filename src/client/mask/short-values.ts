/** Finds short values where they stand alone: names, codes, numbers. */
import type { Find, Hider } from './mask.ts'
import { seenAs } from './seen-as.ts'

/** The hider finds what is longer, also within a word. */
const longestShort = 5
/** No value is that short that was typed with more characters, be they escapes. */
const longestTyped = 60

/** Scripts without blanks between words: what is next to a value is no part of its word. */
const spaceless = /^[\p{sc=Han}\p{sc=Hiragana}\p{sc=Katakana}\p{sc=Hangul}\p{sc=Thai}]{2,}$/u
const inWord = /^[\p{L}\p{N}\p{M}]$/u

/** A short value in each form of Unicode. They are looked up, for there may be more than a pattern can hold. */
export function findShort(values: readonly string[], hider: Hider): Find {
  const forms = new Set<string>()
  /** Those with blanks, of which a text may have more. */
  const patterns = new Map<string, RegExp>()
  const anywhere = new Set<string>()
  for (const value of values) {
    if (value.length > longestTyped) continue
    for (const seen of seenAs(value.trim(), hider)) {
      const short = seen.normalize('NFC').trim()
      if (short === '' || short.length > longestShort) continue
      const close = short.replace(/\s+/g, '')
      for (const form of [seen, short, short.normalize('NFD'), ...(spaceless.test(close) ? [close] : [])]) {
        if (/\s/.test(form))
          patterns.set(form, new RegExp(form.split(/\s+/).map(escapedPattern).join('\\s+'), 'gu'))
        else forms.add(form)
        if (spaceless.test(close)) anywhere.add(form)
      }
    }
  }
  const sizes = new Map<string, Set<number>>()
  for (const form of forms)
    sizes.set(form.charAt(0), new Set([...(sizes.get(form.charAt(0)) ?? []), form.length]))
  return (text) => {
    const spans: [number, number][] = []
    const found = (form: string, at: number, end: number) => {
      if (anywhere.has(form) || standsAlone(text, at, end)) spans.push([at, end])
    }
    for (let at = 0; at < text.length && sizes.size > 0; at++)
      for (const size of sizes.get(text.charAt(at)) ?? []) {
        const form = text.slice(at, at + size)
        if (forms.has(form)) found(form, at, at + size)
      }
    for (const [form, pattern] of patterns)
      for (const { 0: words, index } of text.matchAll(pattern)) found(form, index, index + words.length)
    return spans
  }
}

const escapedPattern = (text: string) => text.replace(/[\\^$.*+?()[\]{}|/]/g, '\\$&')

/** A letter or digit at an edge has none beside it. */
const standsAlone = (text: string, at: number, end: number) =>
  !(inWord.test(text.charAt(at)) && inWord.test(text.charAt(at - 1))) &&
  !(inWord.test(text.charAt(end - 1)) && inWord.test(text.charAt(end)))
