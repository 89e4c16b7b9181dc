/** Tests that need more than Node and npm; they fail where something is missing. */
import { defineConfig } from 'vitest/config'

const json = process.env['CI'] ? [['json', { outputFile: '.tmp/tests/peers.json' }] as [string, object]] : []

export default defineConfig({
  test: {
    include: ['test/peers/**/*.test.ts'],
    testTimeout: 120_000,
    hookTimeout: 120_000,
    reporters: ['default', ...json],
  },
})
