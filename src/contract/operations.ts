/** Every operation of the service (docs/service.md §4): the table that client, sandbox, commands and documents read. */
import type { JSONSchema } from 'json-schema-to-ts'
import type { ServiceCode } from './codes.ts'
import { dailyRecord, loginResult, open, type Shape } from './records.ts'
import { nftTypes } from './service.ts'

/** One named value of a request. `secret` values leave the machine only towards the service. */
export type Input = {
  in: 'path' | 'query' | 'body'
  schema: JSONSchema & object
  about: string
  example?: string
  required?: true
  secret?: true
}

export type Operation = {
  method: 'GET' | 'POST' | 'PUT'
  path: string
  section: string
  about: string
  /** `write` goes through the journal; an `idempotent` one may be sent again without harm. */
  kind: 'read' | 'write' | 'login'
  idempotent?: true
  /** Moves value: asked before it is sent. */
  confirm?: true
  /** Not sent while an earlier one of the same owner is unknown: any of them, or one of an equal motion or body. */
  heldBy?: 'owner' | 'motion' | 'body'
  /** The command that shows what became of it, where balance and history cannot. */
  shownBy?: string
  /** No claim looks like what it does to a balance: evidence on a claim takes no notice of it. */
  keepsBalance?: true
  /** After a later write, what an earlier one set is no longer known. */
  supersedes?: true
  /** The body's fields are open (docs/service.md §4): any JSON object. */
  openBody?: true
  /** Every value of the body is personal: kept as digests, shown by its length. */
  personal?: true
  /** Nothing of the body comes out again, also not where the service repeats it in its answer. */
  neverEcho?: true
  /** Answers with a list of some shape. */
  list?: true
  /** Whose data it is: of the session's user, of nobody, or of the session's user unless an address is given. */
  session: 'user' | 'none' | 'unless-address'
  /** Seconds that one request may take where the user says nothing. */
  timeout?: number
  input: Record<string, Input>
  result: JSONSchema & object
  failures: readonly ServiceCode[]
}

const address = { type: 'string', format: 'address' } as const
const nonNegative = { type: 'number', minimum: 0 } as const
const slow = 120
const paging = {
  page: { in: 'query', schema: { type: 'integer', minimum: 1 }, about: 'Page number', example: '2' },
  limit: { in: 'query', schema: { type: 'integer', minimum: 1 }, about: 'Items per page', example: '50' },
} as const
const nftType = {
  type: { in: 'query', schema: { enum: nftTypes }, about: 'Kind of equipment', example: 'shoes' },
} as const

export const operations = {
  'auth.login': {
    method: 'POST',
    path: '/auth/login',
    section: '4 POST /auth/login',
    about: 'Sign in with a wallet signature',
    kind: 'login',
    session: 'none',
    input: {
      address: { in: 'body', schema: address, about: 'Wallet address', required: true },
      signature: {
        in: 'body',
        schema: { type: 'string' },
        about: 'Signature, 0x and hex',
        required: true,
        secret: true,
      },
      message: { in: 'body', schema: { type: 'string' }, about: 'The signed message', required: true },
    },
    result: loginResult,
    failures: ['AUTH_001', 'AUTH_002', 'RATE_001'],
  },
  'motion.daily': {
    method: 'GET',
    path: '/motion/daily',
    section: '4 GET /motion/daily',
    about: 'One day of motion and what it earned',
    kind: 'read',
    session: 'unless-address',
    input: {
      date: {
        in: 'query',
        schema: { type: 'string', format: 'date' },
        about: 'Day: YYYY-MM-DD, today or yesterday',
        example: '2026-01-31',
      },
      address: { in: 'query', schema: address, about: 'Wallet address of another user' },
    },
    result: dailyRecord,
    failures: ['AUTH_001', 'AUTH_002', 'RATE_001'],
  },
  'motion.history': {
    method: 'GET',
    path: '/motion/history',
    section: '4 Further operations',
    about: 'Days of motion, page by page',
    kind: 'read',
    list: true,
    session: 'user',
    input: paging,
    result: open,
    failures: ['AUTH_001', 'AUTH_002', 'RATE_001'],
  },
  'motion.submit': {
    method: 'POST',
    path: '/motion/submit',
    section: '4 POST /motion/submit',
    about: 'Submit motion with its zero-knowledge proof',
    kind: 'write',
    heldBy: 'motion',
    keepsBalance: true,
    session: 'user',
    input: {
      steps: { in: 'body', schema: { type: 'integer', minimum: 0 }, about: 'Step count', example: '5000' },
      distance: {
        in: 'body',
        schema: nonNegative,
        about: 'Distance: kilometers, or 5.2km, 800m',
        example: '3.2km',
      },
      duration: {
        in: 'body',
        schema: nonNegative,
        about: 'Active time: seconds, or 31m, 1h02m',
        example: '31m',
      },
      proof: { in: 'body', schema: { type: 'string' }, about: 'zk-Motion proof', secret: true },
      device_id: { in: 'body', schema: { type: 'string' }, about: 'Device identifier', example: 'watch-7' },
    },
    result: open,
    failures: ['MOTION_001', 'MOTION_002', 'AUTH_001', 'AUTH_002', 'RATE_001'],
  },
  'nft.collection': {
    method: 'GET',
    path: '/nft/collection',
    section: '4 Further operations',
    about: 'Your NFT equipment',
    kind: 'read',
    list: true,
    session: 'user',
    input: { ...nftType, ...paging },
    result: open,
    failures: ['AUTH_001', 'AUTH_002', 'RATE_001'],
  },
  'nft.collectionOf': {
    method: 'GET',
    path: '/nft/collection/{address}',
    section: '4 GET /nft/collection/{address}',
    about: "A user's NFT equipment",
    kind: 'read',
    list: true,
    session: 'none',
    input: {
      address: { in: 'path', schema: address, about: 'Wallet address', required: true },
      ...nftType,
      ...paging,
    },
    result: open,
    failures: ['NFT_001', 'AUTH_001', 'AUTH_002', 'RATE_001'],
  },
  'nft.mint': {
    method: 'POST',
    path: '/nft/mint',
    section: '4 Further operations',
    about: 'Mint an NFT',
    kind: 'write',
    confirm: true,
    heldBy: 'owner',
    openBody: true,
    session: 'user',
    timeout: slow,
    input: {},
    result: open,
    failures: ['CHAIN_001', 'AUTH_001', 'AUTH_002', 'RATE_001'],
  },
  'nft.upgrade': {
    method: 'PUT',
    path: '/nft/upgrade',
    section: '4 Further operations',
    about: 'Upgrade an NFT',
    kind: 'write',
    confirm: true,
    heldBy: 'owner',
    openBody: true,
    session: 'user',
    timeout: slow,
    input: {},
    result: open,
    failures: ['NFT_001', 'CHAIN_001', 'AUTH_001', 'AUTH_002', 'RATE_001'],
  },
  'token.balance': {
    method: 'GET',
    path: '/token/balance',
    section: '4 Further operations',
    about: 'Balance of the reward token',
    kind: 'read',
    session: 'user',
    input: {},
    result: open,
    failures: ['CHAIN_001', 'AUTH_001', 'AUTH_002', 'RATE_001'],
  },
  'token.claim': {
    method: 'POST',
    path: '/token/claim',
    section: '4 Further operations',
    about: 'Claim earned tokens',
    kind: 'write',
    confirm: true,
    heldBy: 'owner',
    openBody: true,
    session: 'user',
    timeout: slow,
    input: {},
    result: open,
    failures: ['CHAIN_001', 'AUTH_001', 'AUTH_002', 'RATE_001'],
  },
  'token.price': {
    method: 'GET',
    path: '/token/price',
    section: '4 Further operations',
    about: 'Price of the reward token',
    kind: 'read',
    session: 'none',
    input: {},
    result: open,
    failures: ['CHAIN_001', 'AUTH_001', 'AUTH_002', 'RATE_001'],
  },
  'user.profile': {
    method: 'GET',
    path: '/user/profile',
    section: '4 Further operations',
    about: 'Your user profile',
    kind: 'read',
    session: 'user',
    input: {},
    result: open,
    failures: ['AUTH_001', 'AUTH_002', 'RATE_001'],
  },
  'user.settings': {
    method: 'PUT',
    path: '/user/settings',
    section: '4 Further operations',
    about: 'Change your settings',
    kind: 'write',
    idempotent: true,
    openBody: true,
    personal: true,
    keepsBalance: true,
    supersedes: true,
    session: 'user',
    input: {},
    result: open,
    failures: ['AUTH_001', 'AUTH_002', 'RATE_001'],
  },
  'user.kyc': {
    method: 'POST',
    path: '/user/kyc',
    section: '4 Further operations',
    about: 'Submit identity data (KYC)',
    kind: 'write',
    heldBy: 'body',
    shownBy: 'kyc status',
    confirm: true,
    openBody: true,
    personal: true,
    neverEcho: true,
    keepsBalance: true,
    session: 'user',
    input: {},
    result: open,
    failures: ['AUTH_001', 'AUTH_002', 'RATE_001'],
  },
} as const satisfies Record<string, Operation>

export type OperationName = keyof typeof operations
type Table = typeof operations
type InputTable<K extends OperationName> = Table[K]['input']
type RequiredKeys<T> = { [P in keyof T]: T[P] extends { required: true } ? P : never }[keyof T]
type ValueOf<I> = I extends { schema: infer S extends JSONSchema } ? Shape<S> : never

type InputsByName = {
  [K in OperationName]: {
    [P in Exclude<keyof InputTable<K>, RequiredKeys<InputTable<K>>>]?: ValueOf<InputTable<K>[P]>
  } & { [P in RequiredKeys<InputTable<K>>]: ValueOf<InputTable<K>[P]> }
}
type Results = { [K in OperationName]: Shape<Table[K]['result']> }

/** What a request of this operation is made of; numbers as Digits. */
export type InputOf<K extends OperationName> = InputsByName[K]

/** `data` of this operation's answer. */
export type ResultOf<K extends OperationName> = Results[K]

export const operationNames = Object.keys(operations) as OperationName[]

/** An entry with its name, as a request carries it. */
export type NamedOperation = Operation & { name: OperationName }

const named = Object.fromEntries(
  operationNames.map((name): [OperationName, NamedOperation] => [name, { name, ...operations[name] }]),
) as Record<OperationName, NamedOperation>

/** The entry as any operation: for code that works with all of them. */
export const operationOf = (name: OperationName): NamedOperation => named[name]

/** The entry of a name that may be none of ours, as a record's. */
export const findOperation = (name: string): NamedOperation | undefined =>
  Object.hasOwn(named, name) ? named[name as OperationName] : undefined
