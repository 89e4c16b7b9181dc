/** Flags that come from the contract: an operation's inputs as a person types them. */
import { operationOf, type Input, type OperationName } from '../contract/operations.ts'
import type { CommandFlag } from '../runtime/command.ts'
import type { FlagKey, FlagName, InputName } from '../runtime/flag-names.ts'

/** The flags of an operation's query and body inputs (docs/service.md §4), in the contract's order. */
export const flagsOf = (name: OperationName): CommandFlag[] =>
  Object.entries(operationOf(name).input)
    .filter(([, input]) => input.in !== 'path')
    .map(([key, input]) => flagOf(key, input))

/** `device_id` → `deviceId`: the name under which a flag's value is found. */
export function camelCase(name: FlagName | InputName): FlagKey
export function camelCase(name: string): string
export function camelCase(name: string): string {
  return name.replace(/[-_](\w)/g, (_, letter: string) => letter.toUpperCase())
}

function flagOf(key: string, input: Input): CommandFlag {
  const name = key.replaceAll('_', '-') as FlagName
  const choices = input.schema.enum as readonly string[] | undefined
  return {
    name,
    value: `<${choices ? name : placeholder(input, name)}>`,
    about: input.about,
    ...(choices && { choices }),
  }
}

const placeholder = ({ schema }: Input, name: string): string => {
  if (schema.format === 'date') return 'day'
  return schema.type === 'integer' ? 'n' : name
}

/** What was given for an operation's inputs, as the text it was typed in. */
export function givenInputs(
  name: OperationName,
  flags: Readonly<Record<string, unknown>>,
): Record<string, string> {
  const pairs = Object.keys(operationOf(name).input).flatMap((key) => {
    const value = flags[camelCase(key)]
    return typeof value === 'string' ? [[key, value] as const] : []
  })
  return Object.fromEntries(pairs)
}
