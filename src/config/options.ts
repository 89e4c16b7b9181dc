/** One table: every global option and config key, where its value may come from, and what it must be. */
import { networks, tokenDefaults } from '../contract/service.ts'
import { formats } from '../output/view.ts'
import {
  domain,
  headerName,
  oneLine,
  profileName,
  scheme,
  template,
  timeZone,
  type Validator,
} from './validators.ts'

/** How a value is read: `times` counts how often a switch was given. */
export type OptionKind = 'text' | 'choice' | 'duration' | 'count' | 'url' | 'switch' | 'times'

export type Option = {
  about: string
  kind: OptionKind
  flag?: { name: string; short?: string; value?: string; many?: true }
  /** Environment variables, the first that is set counts. */
  env?: readonly string[]
  /** May be kept in the settings: under its own name, under `networks.<name>.`, or either. */
  key?: 'own' | 'network' | 'both'
  /** May not be kept for one profile. */
  global?: true
  default?: string
  choices?: readonly string[]
  check?: Validator
  /** What a value looks like, where kind and choices do not say it. */
  form?: string
  /** Least number, of seconds too. */
  least?: number
}

const daySeconds = 86_400

export const options = {
  profile: {
    about: 'Which profile',
    kind: 'text',
    flag: { name: 'profile', short: 'p', value: '<name>' },
    env: ['MOVECLI_PROFILE'],
    key: 'own',
    global: true,
    check: profileName,
    form: 'the name of a profile',
  },
  network: {
    about: 'Which network',
    kind: 'choice',
    flag: { name: 'network', short: 'n', value: '<name>' },
    env: ['MOVECLI_NETWORK'],
    choices: networks,
  },
  baseUrl: {
    about: 'Base address, ending in /v1',
    kind: 'url',
    flag: { name: 'base-url', value: '<url>' },
    env: ['MOVECLI_BASE_URL'],
    key: 'network',
  },
  json: { about: 'The result as JSON on stdout', kind: 'switch', flag: { name: 'json' } },
  format: {
    about: 'Format of the result (default: a table on a terminal, TSV in a pipe)',
    kind: 'choice',
    flag: { name: 'format', value: '<form>' },
    env: ['MOVECLI_FORMAT'],
    key: 'own',
    choices: formats,
  },
  fields: { about: 'Only these fields, as a,b.c', kind: 'text', flag: { name: 'fields', value: '<names>' } },
  noHeader: {
    about: 'Leave out the header line of CSV and TSV',
    kind: 'switch',
    flag: { name: 'no-header' },
  },
  jq: { about: 'Filter the JSON with jq', kind: 'text', flag: { name: 'jq', value: '<expression>' } },
  quiet: { about: 'Only errors on stderr', kind: 'switch', flag: { name: 'quiet', short: 'q' } },
  verbose: {
    about: 'Requests and timing on stderr; twice: headers and bodies too, redacted',
    kind: 'times',
    flag: { name: 'verbose', short: 'v', many: true },
    env: ['MOVECLI_DEBUG'],
  },
  timeout: {
    about: 'Maximum time for one request (default 30s; 120s for claim, mint and upgrade)',
    kind: 'duration',
    flag: { name: 'timeout', value: '<duration>' },
    env: ['MOVECLI_TIMEOUT'],
    key: 'own',
    default: '30',
    least: 0.001,
  },
  retries: {
    about: 'Attempts to repeat a request that is safe to repeat (default 3, 0 = none)',
    kind: 'count',
    flag: { name: 'retries', value: '<n>' },
    env: ['MOVECLI_RETRIES'],
    key: 'own',
    default: '3',
  },
  rateLimit: {
    about: 'Requests an hour for motion submit --from, --all and --watch; 0 = unlimited',
    kind: 'count',
    flag: { name: 'rate-limit', value: '<n>' },
    env: ['MOVECLI_RATE_LIMIT'],
    key: 'own',
  },
  maxWait: {
    about: 'Maximum time to wait for the rate limit (default 1m; 1h for bulk submissions)',
    kind: 'duration',
    flag: { name: 'max-wait', value: '<duration>' },
    key: 'own',
    default: '1m',
  },
  dryRun: {
    about: 'Print what a write would send; sends and changes nothing',
    kind: 'switch',
    flag: { name: 'dry-run' },
  },
  yes: { about: 'Answer yes to confirmations', kind: 'switch', flag: { name: 'yes', short: 'y' } },
  noInput: {
    about: 'Never prompt',
    kind: 'switch',
    flag: { name: 'no-input' },
    env: ['MOVECLI_NO_INPUT', 'CI'],
  },
  strict: {
    about: 'A documented field that is missing or of another type is a failure',
    kind: 'switch',
    flag: { name: 'strict' },
  },
  color: {
    about: 'When to use color',
    kind: 'choice',
    flag: { name: 'color', value: '<when>' },
    env: ['NO_COLOR', 'FORCE_COLOR', 'CLICOLOR', 'CLICOLOR_FORCE', 'TERM'],
    key: 'own',
    default: 'auto',
    choices: ['auto', 'always', 'never'],
  },
  deviceId: {
    about: 'Device identifier of submitted motion',
    kind: 'text',
    env: ['MOVECLI_DEVICE_ID'],
    key: 'own',
    check: oneLine,
    form: 'one line of text',
  },
  timezone: {
    about: 'Time zone of today and yesterday (default: TZ)',
    kind: 'text',
    key: 'own',
    check: timeZone,
    form: 'a time zone such as Europe/Berlin or UTC',
  },
  'credentials.store': {
    about:
      "Where a login keeps secrets: the system's keychain, a file for you alone, or the keychain if it works",
    kind: 'choice',
    key: 'own',
    default: 'auto',
    choices: ['auto', 'keychain', 'file'],
  },
  'auth.tokenHeader': {
    about: 'Header of the session token',
    kind: 'text',
    key: 'both',
    default: tokenDefaults.header,
    check: headerName,
    form: 'the name of an HTTP header',
  },
  'auth.tokenScheme': {
    about: 'Scheme before the token (default Bearer); may be empty',
    kind: 'text',
    key: 'both',
    default: tokenDefaults.scheme,
    check: scheme,
    form: 'one word, or empty',
  },
  'auth.messageTemplate': {
    about: 'Text that the wallet signs (default: an EIP-4361 message)',
    kind: 'text',
    key: 'both',
    check: template,
    form: 'a text with {timestamp}; also {address}, {nonce}, {domain}, {network}',
  },
  'auth.domain': {
    about: 'Domain in the sign-in message (default: host and port of the base URL)',
    kind: 'text',
    key: 'both',
    check: domain,
    form: 'a host, with a port where it has one',
  },
  'auth.chainId': {
    about: 'Chain ID in the sign-in message',
    kind: 'count',
    key: 'both',
    default: '1',
    least: 1,
  },
} as const satisfies Record<string, Option>

export type OptionName = keyof typeof options
export const optionNames = Object.keys(options) as OptionName[]
export const optionOf = (name: OptionName): Option => options[name]

/** Longest duration that a timer can hold. */
export const longestDuration = 24 * daySeconds

export type Variable = { name: string; about: string; secret?: true }

/**
 * Credentials of the service in the environment (for signers see src/login/signers): a
 * name that ends in _FILE holds a path.
 */
export const credentialVariables: readonly Variable[] = [
  { name: 'MOVECLI_API_KEY', about: 'API key', secret: true },
  { name: 'MOVECLI_API_KEY_FILE', about: 'File with the API key' },
  { name: 'MOVECLI_TOKEN', about: 'Session token', secret: true },
  { name: 'MOVECLI_TOKEN_FILE', about: 'File with the session token' },
]
