/** The flags of motion, and the values of them that its bodies are given. */
import { writeProfilesFlags } from '../../operations/write-profiles-flags.ts'
import { unresolvedFlags } from '../../writes/unresolved-flags.ts'
import { flagsOf } from '../../operations/contract-flags.ts'
import { pagingFlags, readingFlags } from '../../operations/read-flags.ts'
import { watchFlag } from '../../operations/watch-flag.ts'
import { bulkFlags } from '../../bulk/flags.ts'
import type { Flag, ValuesOf } from '../../runtime/flag.ts'
import { asWrittenFile } from '../../runtime/flag-parsers.ts'

export const dailyFlags = [
  ...flagsOf('motion.daily'),
  { name: 'explain', about: 'Show mft, k_day and each multiplier side by side' },
  watchFlag,
  ...readingFlags,
] as const satisfies readonly Flag[]
export type DailyValues = ValuesOf<typeof dailyFlags>

export const historyFlags = [
  ...flagsOf('motion.history'),
  ...pagingFlags,
  { name: 'chart', about: 'Draw steps and earnings per day' },
  {
    name: 'svg',
    value: '<file>',
    parse: asWrittenFile('history.svg'),
    about: 'Write a drawing of the days as SVG',
    complete: 'file',
  },
  {
    name: 'html',
    value: '<file>',
    parse: asWrittenFile('history.html'),
    about: 'Write a page with the drawing and its values as a table',
    complete: 'file',
  },
  ...readingFlags,
] as const satisfies readonly Flag[]
export type HistoryValues = ValuesOf<typeof historyFlags>

export const submitFlags = [
  ...flagsOf('motion.submit'),
  { name: 'proof-file', value: '<file>', about: 'Read the proof from a file' },
  { name: 'prover', value: '<program>', about: 'Program that makes the proof' },
  ...unresolvedFlags,
  ...writeProfilesFlags,
  {
    name: 'from',
    value: '<file>',
    about: 'Submit the rows of an .ndjson or .csv file, or - for standard input',
    once: true,
    agent: 'rows',
  },
  ...bulkFlags,
] as const satisfies readonly Flag[]
export type SubmitValues = ValuesOf<typeof submitFlags>
