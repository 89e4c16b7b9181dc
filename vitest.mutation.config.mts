import { defineConfig } from 'vitest/config'

/** The quick tests of the folders whose modules are mutated (stryker.config.mjs). */
export default defineConfig({
  test: {
    include: process.env['TESTS']?.split(' ') ?? [
      'test/client/**/*.test.ts',
      'test/journal/**/*.test.ts',
      'test/output/**/*.test.ts',
      'test/bulk/**/{unresolved,flow,backoff,source,runs,sending}.test.ts',
      'test/commands/token/{unresolved,reconcile}.test.ts',
      'test/commands/motion/equal.test.ts',
      'test/commands/journal/bulk-rows.test.ts',
    ],
    testTimeout: 60_000,
  },
})
