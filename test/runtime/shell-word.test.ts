import { execFileSync } from 'node:child_process'
import { expect, test } from 'vitest'
import { shellWord } from '../../src/runtime/shell-word.ts'

test.each([
  ['/home/ops/api-key.txt', '/home/ops/api-key.txt'],
  ['/home/ops/two words', "'/home/ops/two words'"],
  ["/home/o'brien/key;$(id)", String.raw`'/home/o'\''brien/key;$(id)'`],
  ['', "''"],
])('%j is %s to a shell', (text, word) => {
  expect(shellWord(text)).toBe(word)
  expect(execFileSync('sh', ['-c', `printf %s ${word}`], { encoding: 'utf8' })).toBe(text)
})
