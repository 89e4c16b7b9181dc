import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { derived } from '../scripts/derived.ts'

const root = join(import.meta.dirname, '..')

test.each(Object.entries(derived(root)))(
  '%s is as the lines make it: else run npm run docs',
  (path, text) => {
    expect(readFileSync(join(root, path), 'utf8') === text).toBe(true)
  },
)
