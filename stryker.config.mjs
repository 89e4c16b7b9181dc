/** Mutations of the pure modules that money hangs on: each change of the code must make a test fail. `npm run mutation`. */
export default {
  testRunner: 'vitest',
  plugins: ['@stryker-mutator/vitest-runner'],
  vitest: { configFile: 'vitest.mutation.config.mts' },
  coverageAnalysis: 'perTest',
  mutate: process.env.MUTATE?.split(',') ?? [
    'src/client/{outcome,retry,budget,rate-headers}.ts',
    'src/journal/{writes,doubt,evidence,owner}.ts',
    'src/journal/runs/{records,load,place}.ts',
    'src/commands/motion/{units,content}.ts',
    'src/commands/motion/bulk/{gate,ahead,check}.ts',
    'src/output/{safe,redact}.ts',
  ],
  reporters: ['clear-text', 'progress'],
  tempDirName: '.tmp/stryker',
  concurrency: 2,
  // TypeScript 7 has no compiler for it to ask; types are stripped by the test runner.
  tsconfigFile: 'none.json',
  disableTypeChecks: false,
}
