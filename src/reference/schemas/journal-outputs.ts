/** What the journal's commands print with --json. */
import type { JsonSchema } from './json-schema.ts'
import { flag, instant, list, orNull, record, text, whole, words } from './json-schema.ts'

const dryRun = { dry_run: words(true) }
const verdict = words('applied', 'not-applied')
const run = { run: orNull(text), line: orNull(whole) }
const answer = { status: orNull(whole), code: orNull(text) }
const planned = {
  profile: orNull(text),
  network: orNull(text),
  origin: orNull(text),
  address: orNull(text),
  key: orNull(text),
  operation: orNull(text),
  method: orNull(text),
  path: orNull(text),
  digest: orNull(text),
  body: orNull(text),
  balance: orNull(text),
}
const said = { as: orNull(verdict), note: orNull(text), evidence: orNull(text) }

export const journalOutputs: Record<string, JsonSchema> = {
  'journal ls': list(
    record({
      id: text,
      at: instant,
      state: text,
      operation: text,
      network: text,
      profile: orNull(text),
      address: text,
      ...answer,
      as: orNull(verdict),
      ...run,
    }),
  ),
  'journal show': record({
    id: text,
    state: text,
    ...said,
    at: instant,
    ...planned,
    forced: flag,
    over: list(text),
    ...answer,
    request_id: orNull(text),
    pid: orNull(whole),
    ...run,
    steps: list(record({ at: instant, state: text })),
  }),
  'journal export': list(
    record({
      id: orNull(text),
      at: instant,
      state: text,
      ...planned,
      forced: orNull(flag),
      over: orNull(list(text)),
      pid: orNull(whole),
      ...answer,
      request_id: orNull(text),
      ...said,
      ...run,
    }),
  ),
  'journal resolve': record({ id: text, state: words('resolved'), as: verdict, note: orNull(text) }, dryRun),
  'journal unlock': record({ name: text, freed: list(record({ what: text, pid: orNull(whole) })) }, dryRun),
  'journal prune': record({ dropped: whole, kept: whole, runs_dropped: whole }, dryRun),
}
