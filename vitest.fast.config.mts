import { defineConfig, mergeConfig } from 'vitest/config'
import base from './vitest.config.mts'

/** `npm test`: units and stories, in seconds. What starts processes, waits, or repeats something many times is left to `npm run test:all`. */
export default mergeConfig(
  { ...base, test: { ...base.test, include: [] } },
  defineConfig({
    test: {
      include: [
        'test/{architecture,docs,openapi,secrets,stories}.test.ts',
        'test/{bulk/input,bulk/report,bulk/send,cli,client,config,contract,journal,output,sandbox,spec,wallet}/**/*.test.ts',
        'test/commands/{explain,help,nft,profile,root,user}/**/*.test.ts',
      ],
      exclude: [
        'test/{client/connection,wallet/signers}/**',
        'test/cli/grammar.test.ts',
        'test/client/{deadlines,late,transports}.test.ts',
        'test/config/{settings-file,keychain}.test.ts',
        'test/journal/{format,runs/index/row-table}.test.ts',
        'test/output/{buffer-until-done,format/jq,format/write-rows}.test.ts',
        'test/output/prompt/**',
        'test/sandbox/{disk,listen}.test.ts',
        'test/wallet/signature.test.ts',
      ],
      // Module state is shared by the files of a worker: nothing here replaces modules, and loading them once saves most of the time.
      isolate: false,
    },
  }),
)
