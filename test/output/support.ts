/** Stand-ins for the tests of output: a stream that remembers, and one call that emits. */
import { parseJson, type Json } from '../../src/contract/lossless-json.ts'
import { MoveError, type Fault } from '../../src/errors.ts'
import { emit, type OutputOptions } from '../../src/output/emit.ts'
import { createSecrets } from '../../src/output/redact.ts'
import { rows, type Column, type Result } from '../../src/output/view.ts'

export type Emitted = {
  text: string
  notes: string[]
  writes: string[]
  /** What it ended with (exit 10), though its rows are written. */
  failed?: string
  fault?: Fault
}

/** What stdout and the notes hold after a result was emitted. */
export async function emitted(
  result: Result,
  manner: Partial<Omit<OutputOptions, 'out'>> & { isTTY?: boolean; columns?: number },
): Promise<Emitted> {
  const writes: string[] = []
  const notes: string[] = []
  const { isTTY = false, columns = 80, ...rest } = manner
  const failure = await emit(result, {
    format: 'json',
    asked: true,
    note: (text) => void notes.push(text),
    secrets: createSecrets(),
    color: 0,
    actions: false,
    ...rest,
    out: {
      isTTY,
      columns,
      async write(text) {
        writes.push(text)
      },
    },
  }).catch((error: unknown) => {
    if (error instanceof MoveError && error.fault.exit === 10) return error
    throw error
  })
  return {
    text: writes.join(''),
    notes,
    writes,
    ...(failure && { failed: failure.message, fault: failure.fault }),
  }
}

export async function* sourceOf(items: Json[]): AsyncGenerator<Json> {
  yield* items
}

/** A list from JSON texts. */
export const listOf = (items: string[], columns: Column[] = [], empty = 'nothing here'): Result =>
  rows(sourceOf(items.map(parseJson)), columns, empty)

export const forbidden =
  /[\p{Cc}\p{Cf}\p{Cs}\p{Zl}\p{Zp}\p{Default_Ignorable_Code_Point}\p{Noncharacter_Code_Point}]/u
