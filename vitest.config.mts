import { defineConfig } from 'vitest/config'

const json = process.env['CI'] ? [['json', { outputFile: '.tmp/tests/unit.json' }] as [string, object]] : []

export default defineConfig({
  test: {
    include: ['test/**/*.test.ts'],
    exclude: ['test/peers/**', 'node_modules/**'],
    testTimeout: 60_000,
    hookTimeout: 60_000,
    reporters: ['default', ...json],
    coverage: { include: ['src/**'], provider: 'v8' },
  },
})
