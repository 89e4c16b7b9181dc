/**
 * Mutations of the modules that money hangs on: each change of the code must make a test fail. `npm run mutation`; one file
 * with its own tests: `MUTATE=src/client/retry.ts TESTS="test/client/retry.test.ts test/client/patience.test.ts" npm run mutation`.
 */
export default {
  testRunner: 'vitest',
  plugins: ['@stryker-mutator/vitest-runner'],
  vitest: { configFile: 'vitest.mutation.config.mts' },
  coverageAnalysis: 'perTest',
  mutate: process.env.MUTATE?.split(',') ?? [
    'src/client/{classify-response,retry,budget,rate-headers}.ts',
    'src/journal/owner.ts',
    'src/journal/writes/{fold,conflicts,claim-evidence,amounts}.ts',
    'src/journal/runs/{log-records,replay,run-paths,row-digest}.ts',
    'src/contract/motion-units.ts',
    'src/bulk/send/{backoff,prefetch}.ts',
    'src/bulk/input/check-input.ts',
    'src/output/{sanitize,redact}.ts',
  ],
  reporters: ['clear-text', 'progress'],
  tempDirName: '.tmp/stryker',
  concurrency: Number(process.env.WORKERS ?? 2),
  // A test that is slow because the machine is busy kills no mutant.
  timeoutMS: 15_000,
  // TypeScript 7 has no compiler for it to ask; types are stripped by the test runner.
  tsconfigFile: 'none.json',
  disableTypeChecks: false,
}
