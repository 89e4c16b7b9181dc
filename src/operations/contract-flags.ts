/** Flags that come from the contract: an operation's inputs as a person types them. */
import { operationOf, type Input, type OperationName, type operations } from '../contract/operations.ts'
import { camelCase, type Dashed, type Flag, type FlagParser, type ValuesOf } from '../runtime/flag.ts'
import { asCount, asDay, type TypedDay } from '../runtime/flag-parsers.ts'

type Inputs<K extends OperationName> = (typeof operations)[K]['input']
type InputFlag<N extends string, I> = Flag & { name: Dashed<N>; value: `<${string}>` } & (I extends {
    schema: { enum: infer E extends readonly string[] }
  }
    ? { choices: E }
    : I extends { in: 'query'; schema: { type: 'integer' } }
      ? { parse: FlagParser<number> }
      : I extends { schema: { format: 'date' } }
        ? { parse: FlagParser<TypedDay> }
        : unknown)
type InputFlags<K extends OperationName> = {
  [N in keyof Inputs<K> & string]: Inputs<K>[N] extends { in: 'path' } ? never : InputFlag<N, Inputs<K>[N]>
}[keyof Inputs<K> & string]

/** What a line with the flags of an operation gives to its body. */
export type InputValues<K extends OperationName> = ValuesOf<readonly InputFlags<K>[]>

/** The flags of an operation's query and body inputs (docs/service.md §4), in the contract's order. */
export const flagsOf = <K extends OperationName>(name: K): readonly InputFlags<K>[] =>
  Object.entries<Input>(operationOf(name).input)
    .filter(([, input]) => input.in !== 'path')
    .map(([key, input]) => flagOf(key, input) as InputFlags<K>)

function flagOf(key: string, input: Input): Flag {
  const name = key.replaceAll('_', '-')
  const choices = input.schema.enum as readonly string[] | undefined
  return {
    name,
    value: `<${choices ? name : placeholder(input, name)}>`,
    about: input.about,
    ...(choices && { choices }),
    ...parserOf(input),
  }
}

/** Of days, and of page and limit; a quantity of a body may be typed in other ways. */
function parserOf(input: Input): Pick<Flag, 'parse'> {
  if (input.schema.format === 'date') return { parse: asDay }
  return input.in === 'query' && input.schema.type === 'integer' ? { parse: asCount({ example: '50' }) } : {}
}

const placeholder = ({ schema }: Input, name: string): string => {
  if (schema.format === 'date') return 'day'
  return schema.type === 'integer' ? 'n' : name
}

/** What was given for an operation's inputs that are texts. */
export function givenInputs<K extends OperationName>(name: K, flags: InputValues<K>): Record<string, string> {
  const values: Readonly<Record<string, unknown>> = flags
  const pairs = Object.keys(operationOf(name).input).flatMap((key) => {
    const value = values[camelCase(key)]
    return typeof value === 'string' ? [[key, value] as const] : []
  })
  return Object.fromEntries(pairs)
}
