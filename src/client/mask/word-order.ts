/** Finds values of several words whose words a text has in another order: PEMBERTON<<MARGUERITE, 29.03.1971. */
import type { Find } from './mask.ts'

/** Values of more words are found by what is next to each. */
const mostWords = 12
/** A shorter word stands in any sentence. */
const shortestWord = 2
/** Less of a value may be a coincidence: the United Kingdom where the United States were given. */
const leastShare = 0.75

/** Where the words of a value are that has all of its numbers, and most of its letters, in the text. */
export function findReordered(values: readonly string[]): Find {
  const lists = values
    .map((value) => new Set(wordsIn(value.toLowerCase()).map(({ word }) => word)))
    .filter(({ size }) => size > 1 && size <= mostWords)
  return (text) => {
    if (lists.length === 0) return []
    const places = wordsIn(text)
    const present = new Set(places.map(({ word }) => word))
    const found = new Set<string>()
    for (const words of lists) {
      const seen = [...words].filter((word) => present.has(word))
      if ([...words].some((word) => /^\d+$/.test(word) && !present.has(word))) continue
      if (seen.length > 1 && letterCount(seen) >= leastShare * letterCount([...words]))
        for (const word of seen) found.add(word)
    }
    return places.flatMap(({ word, from, to }) => (found.has(word) ? [[from, to]] : []))
  }
}

const letterCount = (words: readonly string[]): number => words.join('').length

/** Words in small letters without marks, with their places. */
const wordsIn = (text: string) =>
  [...text.matchAll(/[\p{L}\p{N}\p{M}]+/gu)].flatMap(({ 0: found, index }) => {
    const word = found.normalize('NFD').replace(/\p{M}+/gu, '')
    return word.length < shortestWord ? [] : [{ word, from: index, to: index + found.length }]
  })
