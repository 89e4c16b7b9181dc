/** What the service is apart from its operations: version, headers, limits, and what its document leaves open. */

/** Last segment of every base address (docs/service.md §1, §9). */
export const apiVersion = 'v1'

/** Header of the caller's API key, on every request (docs/service.md §4, §5.1). */
export const apiKeyHeader = 'X-API-Key'

/** On every request, GET too (docs/service.md §4). */
export const jsonType = 'application/json'

/** Requests an hour (docs/service.md §8). */
export const hourlyLimit = { default: 1000, session: 5000 } as const

/** Items on a page of the NFT collection where `limit` is not sent (docs/service.md §8). */
export const defaultPageSize = 20

export const nftTypes = ['shoes', 'apparel', 'accessories'] as const

/** Ours is `sandbox`; the service's document names no base address (docs/service.md §1), so none is built in. */
export const networks = ['mainnet', 'testnet', 'sandbox'] as const
export type Network = (typeof networks)[number]

/** The base URL of a sandbox that nobody gave another one, with a server or without. */
export const sandboxBaseUrl = 'http://127.0.0.1:4017/v1'

/** How the session token travels is open (docs/service.md §5.5); bearer until the service says. */
export const tokenDefaults = { header: 'Authorization', scheme: 'Bearer' } as const

export type Assumption = { section: string; open: string; guess: string; change: string }

/** Where the service's document is silent: what movecli does meanwhile, and the switch that changes it. */
export const assumptions: readonly Assumption[] = [
  {
    section: '1',
    open: 'the base addresses of production and testnet',
    guess: 'none is built in',
    change: 'movecli config set networks.<name>.baseUrl',
  },
  {
    section: '4',
    open: 'which text the wallet signs',
    guess: 'an EIP-4361 message with the base URL as URI',
    change: 'movecli config set auth.messageTemplate, auth.domain or auth.chainId',
  },
  {
    section: '5.5',
    open: 'how the session token travels',
    guess: 'Authorization: Bearer <token>',
    change: 'movecli config set auth.tokenHeader or auth.tokenScheme',
  },
  {
    section: '5',
    open: 'which operations need a session',
    guess: 'the token is sent wherever there is one',
    change: 'movecli logout keeps the API key and removes the token',
  },
  {
    section: '4',
    open: 'which fields of a motion are required',
    guess: 'what is given is sent',
    change: 'give more or fewer flags',
  },
  {
    section: '4',
    open: 'the zone of "today"',
    guess: "without --date no date is sent, so the service's own today counts",
    change: 'motion daily --date, or movecli config set timezone',
  },
  {
    section: '2',
    open: 'record fields of NFTs, token, profile, KYC, history',
    guess: 'shown as the service sends them',
    change: '--fields',
  },
  {
    section: '8',
    open: 'window and counting key of the hourly limit',
    guess: 'a sliding hour, by API key',
    change: '--rate-limit and --max-wait',
  },
]
