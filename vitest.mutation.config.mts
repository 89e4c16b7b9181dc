import { defineConfig } from 'vitest/config'

/** The quick tests of the rooms whose modules are mutated (stryker.config.mjs). */
export default defineConfig({
  test: {
    include: [
      'test/client/**/*.test.ts',
      'test/journal/**/*.test.ts',
      'test/output/**/*.test.ts',
      'test/bulk/**/{unresolved,flow,backoff,source,runs,sending}.test.ts',
    ],
    testTimeout: 60_000,
  },
})
