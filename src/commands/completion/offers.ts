/**
 * What a shell offers for a value: words that are known beforehand, and marks (`@run`)
 * for what it looks up when TAB is pressed.
 */
import { plainFaults } from '../../sandbox/constants.ts'
import { serviceCodes } from '../../contract/codes.ts'
import { operationNames, operationOf } from '../../contract/operations.ts'
import { configKeys } from '../../config/keys.ts'
import { optionOf } from '../../config/options.ts'
import { outputOf } from '../../reference/schemas/outputs.ts'
import type { CommandEntry } from '../../reference/command-tree.ts'
import { isLocalPath, type Completion, type Valued } from '../../runtime/flag.ts'

/** Words and marks; none where any text will do. */
export type Offer = readonly string[]

/** Before the last comma of a list nothing is completed. */
export const listMark = '@list'

const apiPaths = [...new Set(operationNames.map((name) => operationOf(name).path.replace(/\{.*$/, '')))]

const offers: Record<Completion, Offer> = {
  profile: ['@profile'],
  alias: ['@alias'],
  file: ['@file'],
  keystore: ['@keystore', '@file'],
  'config-key': [...configKeys.keys()],
  'config-value': ['@value'],
  write: ['@write'],
  'unknown-write': ['@unknown'],
  run: ['@run'],
  lock: ['sandbox', 'journal', 'limits', 'settings', 'credentials', '@run'],
  day: ['today', 'yesterday', '@day'],
  'api-path': apiPaths,
  // Of the whole tree: ./words.ts.
  tool: [],
  fault: [...plainFaults, 'latency', ...Object.keys(serviceCodes)],
}

/** What to offer for a flag's or an argument's value. */
export function offerFor({ choices = [], complete, value = '' }: Valued): Offer {
  const live = complete ? offers[complete] : []
  if (choices.length + live.length > 0) return [...choices, ...live]
  if (value === '<day>') return offers.day
  if (value === '<keystore>') return offers.keystore
  return isLocalPath({ value }) ? offers.file : []
}

/** What `config set <key>` may be followed by, by key; a key whose values nobody knows beforehand has none. */
export const configValues = (): (readonly [key: string, Offer])[] =>
  [...configKeys].flatMap(([key, name]) => {
    const { choices = [] } = optionOf(name)
    const offer = name === 'profile' ? offers.profile : choices
    return offer.length > 0 ? [[key, offer] as const] : []
  })

/** The fields that --fields of a command may name, nested ones as `earnings.mft`. */
export function outputFields(entry: CommandEntry): Offer {
  const names = schemaNames(outputOf(entry) ?? {})
  return names.length > 0 ? [listMark, ...new Set(names)] : []
}

type Schema = { readonly [key: string]: unknown }

function schemaNames(schema: Schema, above = ''): string[] {
  const inner = [schema['items'], ...((schema['anyOf'] as Schema[] | undefined) ?? [])].filter(isSchema)
  const properties = Object.entries((schema['properties'] ?? {}) as Record<string, Schema>)
  return [
    ...inner.flatMap((each) => schemaNames(each, above)),
    ...properties.flatMap(([name, of]) => {
      const below = of['type'] === 'object' ? schemaNames(of, `${above}${name}.`) : []
      return below.length > 0 ? below : [`${above}${name}`]
    }),
  ]
}

const isSchema = (value: unknown): value is Schema => typeof value === 'object' && value !== null
