/** Tests that need more than Node and npm; they fail where something is missing. */
import { defineConfig } from 'vitest/config'

export default defineConfig({
  test: {
    include: ['test/peers/**/*.test.ts'],
    // A file for each core: most of their time is that of the programs they start.
    maxWorkers: '100%',
    testTimeout: 120_000,
    hookTimeout: 120_000,
    // What a browser or another program does next may take seconds beside a second file.
    expect: { poll: { timeout: 20_000 } },
    reporters: process.env['CI'] ? ['default', 'json'] : ['default'],
    outputFile: { json: '.tmp/tests/peers.json' },
  },
})
