import { defineConfig } from 'vitest/config'

export default defineConfig({
  test: {
    include: ['test/**/*.test.ts'],
    exclude: ['test/peers/**', 'node_modules/**'],
    // Every core, each file in a process of its own: flags of V8, signals and the disk's seams belong to a whole process.
    pool: 'forks',
    maxWorkers: '100%',
    // Long enough for a machine that does something else too: a test that hangs is all that they end.
    testTimeout: 120_000,
    hookTimeout: 120_000,
    reporters: process.env['CI'] ? ['default', 'json'] : ['default'],
    outputFile: { json: '.tmp/tests/unit.json' },
    coverage: { include: ['src/**'], provider: 'v8' },
  },
})
