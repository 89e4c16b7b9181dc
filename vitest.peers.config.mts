/** Tests that need more than Node and npm; they fail where something is missing. */
import { defineConfig } from 'vitest/config'

export default defineConfig({
  test: {
    include: ['test/peers/**/*.test.ts'],
    testTimeout: 120_000,
    hookTimeout: 120_000,
    reporters: process.env['CI'] ? ['default', 'json'] : ['default'],
    outputFile: { json: '.tmp/tests/peers.json' },
  },
})
