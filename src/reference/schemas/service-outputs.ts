/** What commands print with --json that ask the service: from the contract where the service's document shows the record. */
import { operationOf } from '../../contract/operations.ts'
import type { CommandEntry } from '../command-tree.ts'
import type { JsonSchema } from './json-schema.ts'
import { cases, instant, list, open, orNull, record, text, whole, words } from './json-schema.ts'
import { request } from './local-outputs.ts'

/** Records that movecli makes itself of what the service answers. */
const made: Record<string, JsonSchema> = {
  'kyc status': record(
    { kyc_status: text, source: orNull(words('profile', 'login')), as_of: orNull(text) },
    { fields: list(text) },
  ),
}
made['kyc'] = made['kyc status']!

/** Of a flag: what the command prints with it. */
const withFlag: Record<string, (entry: CommandEntry) => JsonSchema> = {
  watch: ({ operation }) => ({
    description: 'One record a line, each time it changed',
    ...(operation && documented(operation)),
  }),
  profiles: ({ writes }) =>
    writes
      ? list(
          record(
            {
              profile: text,
              address: orNull(text),
              status: words('applied', 'skipped', 'rejected', 'not_sent', 'unknown'),
            },
            { reason: text, error: record({ code: text, message: text }, { hint: text }), data: open },
          ),
        )
      : list({
          type: 'object',
          required: ['profile'],
          properties: { profile: text, error: record({ code: text, message: text }) },
        }),
  reconcile: () =>
    record(
      {
        operation: text,
        address: text,
        records: list(record({ id: text, as: words('applied', 'not-applied', 'unknown'), evidence: text })),
      },
      { dry_run: words(true) },
    ),
  from: () =>
    list(
      record(
        {
          row: whole,
          id: orNull(text),
          status: words('applied', 'skipped', 'rejected', 'unknown', 'invalid'),
        },
        { code: text, message: text, data: open },
      ),
    ),
  plan: () =>
    record({
      run: text,
      rows: whole,
      left: whole,
      applied: whole,
      invalid: whole,
      sent_before: whole,
      limit: orNull(whole),
      free_now: orNull(whole),
      done_at: instant,
      token_expires_at: orNull(text),
      token_lives: orNull({ type: 'boolean' }),
    }),
}

const check = record(
  {
    name: text,
    status: words('passed', 'failed', 'skipped'),
    ms: whole,
    asserts: text,
    section: text,
  },
  { message: text },
)

export const smokeOutput: JsonSchema = cases({
  'the suite': record({
    network: text,
    base_url: text,
    suite: words('read', 'auth', 'full'),
    checks: list(check),
    passed: whole,
    failed: whole,
    skipped: whole,
  }),
  'with --watch': { type: 'object', description: 'One check a line, each time it changed' },
})

export const apiOutput: JsonSchema = cases({
  'data as it came': open,
  'with -i': record({ status: whole, headers: { type: 'object' }, data: open }),
  'with --dry-run': request,
})

/** The output of a command that is about one operation. */
export function serviceOutput(
  entry: CommandEntry & { operation: NonNullable<CommandEntry['operation']> },
): JsonSchema {
  const { flags, writes, operation } = entry
  const own = made[entry.path.join(' ')]
  const usual: { [when: string]: JsonSchema } = own
    ? { 'the status': own }
    : { [operationOf(operation).about]: documented(operation) }
  const flagged = flags.flatMap(({ name }) =>
    withFlag[name] ? [[`with --${name}`, withFlag[name](entry)] as const] : [],
  )
  return cases({
    ...usual,
    ...(writes && { 'with --dry-run': request }),
    ...Object.fromEntries(flagged),
    ...(!own && departing(operation)),
  })
}

function documented(name: NonNullable<CommandEntry['operation']>): JsonSchema {
  const { list: many, result } = operationOf(name)
  return many ? list(result) : result
}

/** What the service sends otherwise than documented is printed as it came; --strict makes it a failure. */
function departing(name: NonNullable<CommandEntry['operation']>): { [when: string]: JsonSchema } {
  const { list: many, result } = operationOf(name)
  if (many) return { 'an answer without a list, as it came': open }
  return Object.keys(result).length > 0 ? { 'an answer that is not as documented, as it came': open } : {}
}
