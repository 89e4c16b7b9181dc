/** Limits for files that were made to hurt: a real export stays far below each of them. */

const MB = 1024 * 1024

export const limits = {
  /** Of a FIT file, which is read whole: three days at ten points a second. */
  fitBytes: 64 * MB,
  /** Of one FIT file: a triathlon has five. */
  sessions: 10_000,
  /** Of the counters of a watch, in one FIT file: ten days of the finest. */
  readings: 200_000,
  /** Lines of CSV whose numbers mean two things, until one tells which: a hundred thousand short ones. */
  waiting: 32 * MB,
  /** Between two tags of XML, and of a line of CSV. */
  piece: MB,
  depth: 64,
  attributes: 128,
  /** Files in one zip, zips within zips, and what all of it may unpack to. */
  entries: 250_000,
  zipDepth: 3,
  unpacked: 32 * 1024 * MB,
  /** Unpacked to packed size, beyond the first megabytes. */
  ratio: 300,
  ratioFrom: 32 * MB,
  /** Below a folder. */
  folderDepth: 16,
  folderFiles: 250_000,
  /** With each of their measures apart: every one is held against all others. */
  sources: 400,
  activities: 250_000,
  totals: 100_000,
  /** Lines of lists without an end, whose time is looked for; further ones have the time that they are taken to have. */
  openLines: 20_000,
  /** Impossible values of samples that are named; all are counted. */
  refused: 10_000,
  /** Files and lines that could not be read and are named; all are counted. */
  problems: 10_000,
} as const
