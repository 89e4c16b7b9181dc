/** What commands print with --json that are about this machine, by their words. */
import type { JsonSchema } from './json-schema.ts'
import {
  cases,
  decimal,
  flag,
  instant,
  list,
  map,
  open,
  orNull,
  record,
  text,
  whole,
  words,
} from './json-schema.ts'

const dryRun = { dry_run: words(true) }
/** A change made here; with --dry-run the same with `dry_run`. */
const change = (fields: Parameters<typeof record>[0]): JsonSchema => record(fields, dryRun)

/** A request that --dry-run shows in place of sending it. */
export const request = record({
  dry_run: words(true),
  method: text,
  url: text,
  headers: map(text),
  body: open,
})

const summary = {
  profile: text,
  current: flag,
  network: orNull(text),
  base_url: orNull(text),
  address: orNull(text),
  signer: orNull(text),
}
const finding = record({
  check: text,
  status: words('passed', 'failed', 'skipped'),
  found: text,
  fix: orNull(text),
})
const login = {
  address: orNull(text),
  kyc_status: orNull(text),
  expires_at: orNull(text),
  network: text,
  profile: text,
}
const store = words('file', 'keychain')
const origins = ['profile', 'network', 'base_url', 'address', 'kyc_status', 'expires_at', 'store']

export const localOutputs: Record<string, JsonSchema> = {
  '': cases({
    'without a command': record({ profile: orNull(text), network: orNull(text), help: text }),
    'with --version': record({ version: text }),
    'with --help': record({ text }),
  }),
  login: cases({
    'signed in, or an API key stored': record(login),
    'with --print-message': record({ message: text }),
    'with --dry-run': request,
    'with --dry-run and no signer': record({
      dry_run: words(true),
      network: text,
      profile: text,
      origin: text,
      stores: list(text),
    }),
  }),
  logout: change({
    profile: orNull(text),
    removed: list(words('token', 'api_key', 'signer')),
    from: text,
    left_in: orNull(text),
    token_valid_until: orNull(text),
  }),
  whoami: record({
    ...Object.fromEntries(origins.map((name) => [name, orNull(name === 'store' ? store : text)])),
    origins: record(Object.fromEntries(origins.map((name) => [name, text]))),
  }),
  'profile ls': list(record({ ...summary, expires_at: orNull(text) })),
  'profile use': change({ profile: text, network: orNull(text) }),
  'profile show': record({
    ...summary,
    settings: map(text),
    credentials: record({
      origin: orNull(text),
      store: orNull(store),
      api_key: flag,
      token: flag,
      expires_at: orNull(text),
      kyc_status: orNull(text),
      signed_in_at: orNull(text),
    }),
    kept_in: record({ settings: text, credentials: text }),
  }),
  'wallet list': list(record({ name: text, address: orNull(text), file: text })),
  'wallet address': record({ address: text }),
  'profile rm': change({
    profile: text,
    removed: list(words('settings', 'signer', 'api_key', 'token')),
    from: list(text),
    token_valid_until: orNull(text),
  }),
  'config get': record({ key: text, value: text }),
  'config set': change({ key: text, value: text, profile: orNull(text) }),
  'config unset': change({ key: text, was: orNull(text), profile: orNull(text) }),
  'config list': list(
    cases({
      'a setting in force': record({ key: text, value: text }, { origin: text }),
      'with --all': record(
        { key: text, value: orNull(text), default: orNull(text), values: text, about: text },
        { origin: orNull(text) },
      ),
    }),
  ),
  'alias set': change({ name: text, line: text, before: orNull(text) }),
  'alias list': list(record({ name: text, line: text })),
  'alias delete': change({ name: text, line: text }),
  'config path': record({ path: text, state: text }),
  doctor: cases({
    checks: list(finding),
    'with --report': record({ version: text, node: text, platform: text, checks: list(finding) }),
  }),
  'sandbox start': cases({
    'once it is ready': record({
      base_url: text,
      api_key: text,
      address: text,
      private_key: text,
      pid: whole,
    }),
    'with --dry-run': record({
      dry_run: words(true),
      host: text,
      port: whole,
      folder: orNull(text),
      command: list(text),
    }),
  }),
  'sandbox status': record({
    running: flag,
    base_url: text,
    pid: orNull(whole),
    folder: text,
    bytes: whole,
  }),
  'sandbox reset': record({ folder: text }, { reset: words(true), ...dryRun }),
  'sandbox proof': record({ proof: text }),
  completion: record({ shell: text, script: text }),
  explain: record({
    code: text,
    kind: words('service', 'movecli', 'exit'),
    meaning: text,
    exit_code: whole,
    http_status: orNull(whole),
    retry: words('never', 'later', 'after'),
    retry_text: text,
    fix: text,
    codes: list(text),
  }),
  help: record({ topic: text, text }),
  commands: list(
    record({
      command: text,
      summary: text,
      about: orNull(text),
      aliases: list(text),
      operation: orNull(text),
      writes: flag,
      arguments: list(record({ name: text, about: text, required: flag, many: flag, values: list(text) })),
      flags: list(
        record({
          name: text,
          short: orNull(text),
          value: orNull(text),
          about: text,
          many: flag,
          values: list(text),
          environment: list(text),
        }),
      ),
      words_after_dashes: flag,
      exit_codes: list(whole),
      examples: list(text),
      input: { type: 'object', description: 'JSON Schema of arguments and flags' },
      output: { type: 'object', description: 'JSON Schema of what --json prints' },
    }),
  ),
  'motion import': cases({
    rows: list(
      record(
        { id: text, date: text, source: text },
        { steps: whole, distance: decimal, duration: whole, device_id: text, interval: text },
      ),
    ),
    'with --explain': list(
      record({
        id: text,
        date: text,
        field: words('steps', 'distance', 'duration'),
        source: text,
        taken: decimal,
        left_out: orNull(decimal),
        reason: orNull(text),
      }),
    ),
  }),
  mcp: { type: 'object', description: 'Messages of the Model Context Protocol, one a line' },
  limits: record({
    network: text,
    base_url: text,
    limit: orNull(whole),
    used: whole,
    left: orNull(whole),
    left_for_bulk: orNull(whole),
    free_at: orNull(instant),
  }),
}
