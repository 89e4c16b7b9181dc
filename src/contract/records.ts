/** The forms of what comes back, as JSON Schema (docs/service.md §2, §4). Types follow from the data; numbers are Digits. */
import type { FromSchema, JSONSchema } from 'json-schema-to-ts'
import type { Digits } from './lossless-json.ts'

const amount = { type: 'number' } as const

export const dailyRecord = {
  type: 'object',
  required: ['date', 'steps', 'distance', 'duration', 'calories', 'earnings'],
  properties: {
    date: { type: 'string', format: 'date' },
    steps: { type: 'number', description: 'step count' },
    distance: { type: 'number', description: 'kilometers' },
    duration: { type: 'number', description: 'seconds' },
    calories: { type: 'number', description: 'energy figure for the day' },
    earnings: {
      type: 'object',
      required: ['mft', 'k_day', 'multipliers'],
      properties: {
        mft: { type: 'number', description: 'reward token earned for the day' },
        k_day: { type: 'number', description: 'a second daily earnings figure' },
        multipliers: {
          type: 'object',
          required: ['nft', 'streak', 'social'],
          properties: { nft: amount, streak: amount, social: amount },
          description: 'factors applied to earnings',
        },
      },
    },
  },
} as const satisfies JSONSchema

export const loginResult = {
  type: 'object',
  required: ['token', 'expires_at', 'user'],
  properties: {
    token: { type: 'string', description: 'session token, JWT-like', writeOnly: true },
    expires_at: { type: 'string', format: 'date-time', description: 'when the token expires, in UTC' },
    user: {
      type: 'object',
      required: ['address', 'kyc_status'],
      properties: {
        address: { type: 'string', description: 'wallet address' },
        kyc_status: { type: 'string', description: 'KYC status of the user' },
      },
    },
  },
} as const satisfies JSONSchema

/** A record whose fields are open (docs/service.md §2): any JSON. */
export const open = {} as const satisfies JSONSchema

/** The type that a schema of the contract describes, its numbers as Digits. */
export type Shape<S extends JSONSchema> = FromSchema<
  S,
  {
    deserialize: [
      { pattern: { type: 'number' }; output: Digits },
      { pattern: { type: 'integer' }; output: Digits },
    ]
  }
>
export type DailyRecord = Shape<typeof dailyRecord>
export type LoginResult = Shape<typeof loginResult>
