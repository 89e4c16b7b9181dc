/**
 * Reads what watches, phones and services export, and prints rows that `motion submit
 * --from` takes. Its line is in ./index.ts.
 */
import { createImporter } from '../../activity/source/importer.ts'
import type { Problems } from '../../activity/source/problems.ts'
import type { Collection } from '../../activity/collect/collection.ts'
import type { MergeResult as Imported } from '../../activity/merge/rows.ts'
import { resultsOf } from '../../activity/results.ts'
import type { Source } from '../../activity/sample.ts'
import { toDiskError } from '../../disk/disk-error.ts'
import { openSpool } from '../../disk/spool.ts'
import { interrupted, misconfigured, usage } from '../../errors.ts'
import { progress } from '../../output/progress.ts'
import type { Rows } from '../../output/view.ts'
import type { CommandHandler } from '../../runtime/command.ts'
import { looksLikeASecret, notAPath } from '../../runtime/not-a-path.ts'
import type { Part } from '../../runtime/services.ts'
import { explainColumns, rowColumns } from './import-columns.ts'
import { importOptions, type ImportOptions } from './import-options.ts'
import { nothingRead, partly } from './import-problems.ts'
import { importSummary } from './import-summary.ts'
import type { ImportValues } from './import-flags.ts'

/** Sources that are named in an error. */
const mostListed = 20

export const run: CommandHandler<ImportValues> = async (given, tools) => {
  if (given.args.length === 0)
    throw usage('No file given.', 'Name a file, a folder or a zip, or - for standard input.')
  if (given.args.includes(''))
    throw usage('The name of a file is empty.', 'Name a file, a folder or a zip, or - for standard input.')
  const options = await importOptions(given, tools)
  const importer = await readExports(given.args, options, tools)
  const explained = given.flags.explain === true
  const problems = importer.problems()
  if (importer.files() === 0) throw nothingRead(problems, explained)
  const collection = importer.collection()
  const preference = preferenceOf(collection, options.sources)
  const found = resultsOf(collection, { ...options, preference })
  await tools.note(importSummary(importer.files(), found, collection, options.zoned))
  return {
    kind: 'rows',
    rows: each(found.results, explained, options.device, problems),
    columns: explained ? explainColumns : rowColumns[options.per],
    empty: 'no motion in these files for what was asked',
    defaultFormat: tools.context.stdout.isTTY ? 'table' : 'ndjson',
  }
}

/** Reads every path to its end, with progress on a terminal. */
async function readExports(
  paths: readonly string[],
  { bounds, zone }: ImportOptions,
  tools: Part<'folders' | 'globals', 'env' | 'secrets' | 'signal' | 'stderr' | 'stdin'>,
) {
  const { signal, stdin, stderr, env } = tools.context
  const secret = await firstOf(paths, async (path) => path !== '-' && (await looksLikeASecret(path)))
  if (secret !== undefined) throw notAPath(secret, tools.context.secrets, { what: 'recorded activity' })
  const line = progress({
    stream: stderr.stream,
    isTTY: stderr.isTTY,
    quiet: tools.globals['quiet'] === true,
    env,
  })
  const importer = createImporter({
    bounds,
    zone,
    signal,
    stdin: () => stdin.stream as AsyncIterable<Uint8Array>,
    spool: async () => openSpool(tools.folders.state).catch(unwritable),
    unwritable: (error) => unwritable(toDiskError('unwritable', tools.folders.state, error)),
    progress: (name, done, all) => line.update(progressText(name, done, all)),
  })
  const stop = (): void => void stdin.stream.destroy()
  if (paths.includes('-')) signal.addEventListener('abort', stop, { once: true })
  try {
    for (const path of paths) await importer.read(path)
    return importer
  } catch (error) {
    throw signal.aborted ? interrupted(signal) : error
  } finally {
    signal.removeEventListener('abort', stop)
    line.done()
  }
}

async function firstOf<T>(items: readonly T[], fits: (item: T) => Promise<boolean>): Promise<T | undefined> {
  for (const item of items) if (await fits(item)) return item
  return undefined
}

const unwritable = (error: Error): never => {
  throw misconfigured(
    `${error.message}.`,
    'A zip that comes through a pipe is kept there while it is read.',
    'CLI_STATE',
  )
}

const progressText = (name: string, done: number, all: number): string =>
  all > done
    ? `Reading ${name}: ${megabytes(done)} of ${megabytes(all)} (${Math.floor((done / all) * 100)}%)`
    : `Reading ${name}: ${megabytes(done)}`

const megabytes = (bytes: number): string => `${Math.round(bytes / 1_000_000)} MB`

/** The sources that were named come first, in that order. Throws CLI_USAGE for a name that no source bears. */
function preferenceOf(
  { streams, activities, openLines, totals }: Collection,
  wanted: readonly string[],
): (source: Source) => number {
  const sources = [...streams, ...activities, ...openLines, ...totals].map(({ source }) => source)
  const fits = ({ name, kind }: Source, word: string): boolean =>
    kind === word || name.toLowerCase().includes(word)
  const unknown = wanted.find((word) => !sources.some((source) => fits(source, word)))
  if (unknown !== undefined) {
    const names = [...new Set(sources.map(({ name }) => name))].toSorted().slice(0, mostListed)
    throw usage(
      `No source is called "${unknown.slice(0, 40)}".`,
      `Sources in these files: ${names.join(', ') || 'none'}.`,
    )
  }
  return (source) => {
    const place = wanted.findIndex((word) => fits(source, word))
    return place < 0 ? wanted.length : place
  }
}

async function* each(
  results: readonly Imported[],
  explained: boolean,
  device: string | undefined,
  problems: Problems,
): Rows {
  for (const { row, origins } of results) {
    if (explained) yield* origins
    else if (row) yield { ...row, ...(device !== undefined && { device_id: device }) }
  }
  if (problems.named.length > 0) throw partly(problems, explained)
}
