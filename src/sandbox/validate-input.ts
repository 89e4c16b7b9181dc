/** Checks path and query values by the contract's schemas. */
import { digits } from '../contract/lossless-json.ts'
import { validate } from '../contract/validate.ts'
import type { Operation } from '../contract/operations.ts'
import { fail, type Failure } from './answer.ts'

/** The first value that is not what the contract says. Values that the contract does not know pass. */
export function inputProblem(operation: Operation, given: Record<string, string>): Failure | undefined {
  for (const [name, input] of Object.entries(operation.input)) {
    const text = given[name]
    if (input.in === 'body' || text === undefined) continue
    const numeral = input.schema.type === 'integer' && /^\d{1,9}$/.test(text)
    const [wrong] = validate(input.schema, numeral ? digits(text) : text)
    if (wrong) return fail('BAD_REQUEST', `${name} is not valid.`, `${name}: expected ${wrong.expected}`)
  }
  return undefined
}

/** One page of a list; page and limit as sent, limit 20 by default and 100 at most. */
export function pageOf<T>(all: T[], given: Record<string, string>, defaultLimit: number) {
  const page = Number(given['page'] ?? 1)
  const limit = Math.min(Number(given['limit'] ?? defaultLimit), 100)
  return {
    items: all.slice((page - 1) * limit, page * limit),
    page,
    limit,
    total: all.length,
    pages: Math.ceil(all.length / limit),
  }
}
