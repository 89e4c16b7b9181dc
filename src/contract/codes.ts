/**
 * The codes that a failure can bear, the service's (docs/service.md §7) and our own, and
 * what each means for a script and for a person.
 */
import type { Outcome } from './outcome.ts'

/** `never`: it would fail again. `later`: the same command may be run again. `after`: once what `fix` says is done. */
export type Retry = 'never' | 'later' | 'after'
/** `outcome`: that of every failure of the code; where it is missing each failure says its own. */
export type CodeEntry = { exit: number; retry: Retry; outcome?: Outcome; when: string; fix: string }

/** The service's codes with their HTTP status (docs/service.md §7). */
export const serviceCodes = {
  AUTH_001: {
    status: 401,
    exit: 4,
    retry: 'after',
    when: 'no authentication information was supplied',
    fix: 'movecli login',
  },
  AUTH_002: {
    status: 401,
    exit: 4,
    retry: 'after',
    when: 'the authentication information is invalid or expired',
    fix: 'movecli login',
  },
  RATE_001: {
    status: 429,
    exit: 7,
    retry: 'later',
    when: 'the request rate is over the limit',
    fix: 'Wait, or allow a longer wait with --max-wait.',
  },
  MOTION_001: {
    status: 400,
    exit: 5,
    retry: 'never',
    when: 'the motion data is malformed',
    fix: 'Check the values with --dry-run.',
  },
  MOTION_002: {
    status: 400,
    exit: 5,
    retry: 'never',
    when: 'verification of the zk-Motion proof failed',
    fix: 'Make a new proof for exactly these values.',
  },
  NFT_001: {
    status: 404,
    exit: 6,
    retry: 'never',
    when: 'the NFT does not exist',
    fix: 'movecli nft ls',
  },
  CHAIN_001: {
    status: 503,
    exit: 8,
    retry: 'later',
    when: 'the blockchain service is temporarily unavailable',
    fix: 'Try again in a few minutes.',
  },
} as const satisfies Record<string, CodeEntry & { status: number }>
export type ServiceCode = keyof typeof serviceCodes

const stoppedFix = 'Run it again; for several profiles with --skip-within.'

/** Our own codes, for what the service has no word for. */
export const localCodes = {
  CLI_BUG: {
    exit: 1,
    retry: 'never',
    when: 'a bug in movecli',
    fix: 'Run it again with -vv and report what it prints.',
  },
  CLI_OUTPUT: {
    exit: 1,
    retry: 'after',
    when: 'the result could not be written',
    fix: 'Check where the output goes, and whether the disk is full. Repeat no write whose outcome is applied.',
  },
  CLI_USAGE: {
    exit: 2,
    retry: 'after',
    when: 'the command, a flag or a value is wrong; nothing was sent',
    fix: 'See the --help of the command, or movecli help flags.',
  },
  CLI_LOOKS_LIKE_PRIVATE_KEY: {
    exit: 2,
    outcome: 'not_sent',
    retry: 'never',
    when: 'a wallet secret was given as API key; nothing was stored or sent',
    fix: 'Give the API key. A wallet signs with --keystore or --private-key-file.',
  },
  CLI_UNSAFE_FILE: {
    exit: 2,
    outcome: 'not_sent',
    retry: 'after',
    when: 'a secret file can be read by others',
    fix: 'Run chmod 600 on the file.',
  },
  CLI_PROVER: {
    exit: 2,
    outcome: 'not_sent',
    retry: 'after',
    when: 'the prover made no proof; the motion was not sent',
    fix: 'Run the prover by itself: it must print the proof and nothing else.',
  },
  CLI_NO_NETWORK: {
    exit: 3,
    outcome: 'not_sent',
    retry: 'after',
    when: 'no network is chosen',
    fix: 'Run movecli login, or add -n testnet or -n sandbox.',
  },
  CLI_NO_BASE_URL: {
    exit: 3,
    outcome: 'not_sent',
    retry: 'after',
    when: 'the network has no base URL',
    fix: 'movecli config set networks.<name>.baseUrl https://…/v1',
  },
  CLI_CONFIG: {
    exit: 3,
    outcome: 'not_sent',
    retry: 'after',
    when: 'the configuration is missing, unreadable or unsafe; nothing was sent',
    fix: 'movecli doctor',
  },
  CLI_INSECURE_URL: {
    exit: 3,
    outcome: 'not_sent',
    retry: 'never',
    when: 'the base URL is not https',
    fix: 'Use an https:// base URL.',
  },
  CLI_STATE: {
    exit: 3,
    outcome: 'not_sent',
    retry: 'after',
    when: 'the state folder cannot be written; nothing was sent',
    fix: 'Make it writable, or set MOVECLI_STATE_DIR.',
  },
  CLI_KEYCHAIN: {
    exit: 3,
    outcome: 'not_sent',
    retry: 'after',
    when: "the system's keychain cannot be used",
    fix: 'Unlock it, or run movecli login --key --store file.',
  },
  CLI_NO_API_KEY: {
    exit: 4,
    outcome: 'not_sent',
    retry: 'after',
    when: 'there is no API key; nothing was sent',
    fix: 'Run movecli login --key, or set MOVECLI_API_KEY.',
  },
  CLI_UNFIT_CREDENTIAL: {
    exit: 4,
    outcome: 'not_sent',
    retry: 'after',
    when: 'the API key or session token of a variable or a profile has characters that no HTTP header can carry; nothing was sent',
    fix: 'Copy it again, without spaces or line breaks.',
  },
  CLI_TOKEN_EXPIRED: {
    exit: 4,
    outcome: 'not_sent',
    retry: 'after',
    when: 'the session token has expired; nothing was sent',
    fix: 'movecli login',
  },
  CLI_PROFILE_CHANGED: {
    exit: 4,
    outcome: 'not_sent',
    retry: 'after',
    when: 'the profile was signed out, or signed in as another wallet, while the command was running; it sent nothing more',
    fix: 'movecli login',
  },
  CLI_NOT_SIGNED_IN: {
    exit: 4,
    outcome: 'not_sent',
    retry: 'after',
    when: 'there is no session',
    fix: 'movecli login',
  },
  CLI_SKIPPED: {
    exit: 4,
    retry: 'after',
    when: 'smoke checks were skipped, because they lack a session, an address, a signer or a prover',
    fix: 'Give what the skipped checks need.',
  },
  CLI_WRONG_PASSWORD: {
    exit: 4,
    outcome: 'not_sent',
    retry: 'after',
    when: 'the password does not open the keystore; nothing was sent',
    fix: 'Try again with the right password.',
  },
  CLI_SIGNATURE: {
    exit: 4,
    outcome: 'not_sent',
    retry: 'never',
    when: 'the signature is not from the wallet of the address; nothing was sent',
    fix: 'Sign with the wallet of that address.',
  },
  CLI_FOREIGN_CREDENTIAL: {
    exit: 4,
    outcome: 'not_sent',
    retry: 'after',
    when: 'the credential was stored for another service; nothing was sent',
    fix: 'Sign in there with movecli login --base-url.',
  },
  CLI_LOGIN_ANSWER: {
    exit: 4,
    retry: 'after',
    when: 'the answer to the login cannot be trusted; nothing was stored',
    fix: 'Check the base URL.',
  },
  CLI_REJECTED: {
    exit: 5,
    retry: 'never',
    when: 'the service rejected the request',
    fix: 'Check the request with --dry-run.',
  },
  CLI_NOT_FOUND: {
    exit: 6,
    retry: 'never',
    when: 'the service did not find it',
    fix: 'Check the path or the address.',
  },
  CLI_RATE_LIMITED: {
    exit: 7,
    retry: 'later',
    when: 'the request rate is over the limit',
    fix: 'Wait, or allow a longer wait with --max-wait.',
  },
  CLI_UNAVAILABLE: {
    exit: 8,
    retry: 'later',
    when: 'the service is unavailable',
    fix: 'Try again in a few minutes.',
  },
  CLI_CONNECT: {
    exit: 8,
    retry: 'later',
    when: 'cannot connect to the service; nothing was sent',
    fix: 'Check the base URL and the network connection.',
  },
  CLI_TLS: {
    exit: 8,
    retry: 'after',
    when: 'the TLS connection to the service cannot be trusted; nothing was sent',
    fix: 'Check the base URL. To trust a certificate authority of your own, set NODE_EXTRA_CA_CERTS to its file.',
  },
  CLI_TIMEOUT: {
    exit: 8,
    retry: 'later',
    when: 'the service did not answer in time',
    fix: 'Try again, or allow more time with --timeout.',
  },
  CLI_UNEXPECTED_RESPONSE: {
    exit: 8,
    retry: 'later',
    when: 'unexpected response from the service',
    fix: 'Check the base URL.',
  },
  CLI_BUSY: {
    exit: 8,
    outcome: 'not_sent',
    retry: 'later',
    when: 'another movecli process is doing the same; nothing was sent',
    fix: 'Wait for it, or allow a longer wait with --max-wait.',
  },
  CLI_OUTCOME_UNKNOWN: {
    exit: 9,
    retry: 'never',
    when: 'a write was sent and no usable answer came: it may have been applied',
    fix: 'Do not repeat it before you know its outcome: movecli token claim --reconcile (nft mint and nft upgrade have it too), or movecli journal ls --state unknown',
  },
  CLI_EARLIER_UNKNOWN: {
    exit: 9,
    outcome: 'not_sent',
    retry: 'never',
    when: 'it is unknown whether an earlier write was applied, or whether it was for the same wallet; nothing was sent',
    fix: 'Settle the earlier one first, with --reconcile or movecli journal resolve. If the wallet is unknown, sign in, or send it with --profile alone.',
  },
  CLI_PARTIAL: {
    exit: 10,
    retry: 'after',
    when: 'finished with failures',
    fix: 'Check the rows that failed.',
  },
  CLI_CONSENT: {
    exit: 11,
    outcome: 'not_sent',
    retry: 'after',
    when: 'a confirmation is needed or was refused; nothing was sent',
    fix: 'Answer yes, or add --yes.',
  },
  CLI_WAIT_OVER: {
    exit: 12,
    retry: 'later',
    when: 'timed out waiting for a person or a condition',
    fix: 'Run it again.',
  },
  CLI_INTERRUPTED: { exit: 130, retry: 'later', when: 'interrupted', fix: stoppedFix },
  CLI_TERMINATED: { exit: 143, retry: 'later', when: 'terminated', fix: stoppedFix },
} as const satisfies Record<string, CodeEntry>
export type LocalCode = keyof typeof localCodes

/** The exit codes by name. */
export const exits = {
  bug: 1,
  usage: 2,
  config: 3,
  auth: 4,
  rejected: 5,
  notFound: 6,
  limited: 7,
  unavailable: 8,
  unknown: 9,
  partial: 10,
  consent: 11,
  waitOver: 12,
  interrupted: 130,
  terminated: 143,
} as const
export type ExitName = keyof typeof exits

/** What a script may rely on (semver). */
export const exitCodes = {
  0: 'done (an empty list is done)',
  1: 'a bug in movecli',
  2: 'wrong usage or input, nothing sent',
  3: 'configuration missing, unreadable or unsafe, nothing sent',
  4: 'authentication',
  5: 'the service rejected the request',
  6: 'not found',
  7: 'rate limited',
  8: 'unavailable, safe to run again',
  9: 'outcome unknown, do not repeat',
  10: 'finished with failures',
  11: 'confirmation needed or refused',
  12: 'timed out waiting for a person or a condition',
  130: 'interrupted',
  143: 'terminated',
} as const satisfies Record<number, string>

/** The entry of a code, or nothing for a code that neither the service's document nor movecli has. */
export const codeEntry = (code: string): CodeEntry | undefined =>
  Object.hasOwn(serviceCodes, code)
    ? serviceCodes[code as ServiceCode]
    : Object.hasOwn(localCodes, code)
      ? localCodes[code as LocalCode]
      : undefined
