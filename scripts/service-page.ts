/** docs/service.md: its words are written by hand, its tables come from the contract as the OpenAPI document says it. */
import { serviceCodes } from '../src/contract/codes.ts'
import { openApi } from '../src/contract/openapi.ts'
import { operationNames, operationOf, type OperationName } from '../src/contract/operations.ts'
import { assumptions, defaultPageSize, hourlyLimit, nftTypes } from '../src/contract/service.ts'
import { cell, filled, table } from './markdown.ts'

type Schema = {
  type?: string
  format?: string
  enum?: readonly string[]
  description?: string
  default?: string | number
  properties?: Record<string, Schema>
}
type Endpoint = {
  summary: string
  parameters?: readonly { name: string; in: string; schema: Schema }[]
  requestBody?: { content: Record<string, { schema: Schema }> }
}

/** The page with its tables, from the page as it is. */
export const servicePage = (page: string): string =>
  Object.entries(blocks()).reduce((filling, [name, block]) => filled(filling, name, block), page)

function blocks(): Record<string, string> {
  const { schemas } = openApi().components
  return {
    'daily-record': record(schemas.DailyRecord),
    'nft-types': nftTypes.map((type) => `- \`${type}\``).join('\n'),
    endpoints: shown.map(endpoint).join('\n\n'),
    further: table(['Method and path', 'What it does'], bare.map(oneLine)),
    codes: table(
      ['Code', 'HTTP', 'When'],
      Object.entries(serviceCodes).map(([code, { status, when }]) => [`\`${code}\``, `${status}`, when]),
    ),
    limits: table(
      ['Limit', 'Value'],
      [
        ['Requests without a session', `${hourlyLimit.default} an hour`],
        ['Requests of authenticated users', `${hourlyLimit.session} an hour`],
        ['Page of an NFT collection', `${defaultPageSize} items where \`limit\` is not sent`],
      ],
    ),
    ...Object.fromEntries(openSections.map((section) => [`open ${section}`, openPoints(section)])),
  }
}

const isBare = (name: OperationName) => operationOf(name).section.endsWith('Further operations')
const shown = operationNames.filter((name) => !isBare(name))
const bare = operationNames.filter(isBare)

const oneLine = (name: OperationName): string[] => {
  const { method, path, about } = operationOf(name)
  return [`\`${method} ${path}\``, about]
}

function endpoint(name: OperationName): string {
  const { method, path, about, failures } = operationOf(name)
  const paths = openApi().paths as Record<string, Record<string, Endpoint>>
  const { parameters = [], requestBody } = paths[path]![method.toLowerCase()]!
  const body = requestBody?.content['application/json']?.schema
  const answers: Partial<Record<OperationName, string>> = {
    'auth.login': `\`data\` of the answer:\n\n${record(openApi().components.schemas.LoginResult)}`,
    'motion.daily': '`data` of the answer is the daily motion record (§2).',
  }
  const own = failures.filter((code) => !/^(AUTH|RATE)_/.test(code))
  return [
    `### ${method} ${path}`,
    `${about}.`,
    table(
      ['Input', 'In', 'Type', 'Meaning'],
      [
        ...parameters.map((each) => [`\`${each.name}\``, each.in, typeOf(each.schema), meaning(each.schema)]),
        ...Object.entries(body?.properties ?? {}).map(([field, schema]) => [
          `\`${field}\``,
          'body',
          typeOf(schema),
          meaning(schema),
        ]),
      ],
    ),
    answers[name] ?? '**Open**: the fields of the answer.',
    own.length > 0 && `Failures of its own: ${own.map((code) => `\`${code}\``).join(', ')} (§7).`,
  ]
    .filter(Boolean)
    .join('\n\n')
}

const record = (schema: Schema): string => table(['Field', 'Type', 'Meaning'], fields(schema))

/** A row for each field, those of an inner record as `earnings.mft`. */
const fields = ({ properties = {} }: Schema, above = ''): string[][] =>
  Object.entries(properties).flatMap(([name, schema]) => [
    [`\`${above}${name}\``, typeOf(schema), meaning(schema)],
    ...fields(schema, `${above}${name}.`),
  ])

const formats: Record<string, string> = { date: 'YYYY-MM-DD', 'date-time': 'ISO 8601' }
const typeOf = ({ type, format }: Schema): string =>
  [type ?? 'string', format && formats[format]].filter(Boolean).join(', ')

const capital = (text: string): string => text.slice(0, 1).toUpperCase() + text.slice(1)

const meaning = ({ description = '', enum: values, default: fallback }: Schema): string =>
  [
    cell(capital(description)),
    values && `one of ${values.map((value) => `\`${value}\``).join(', ')}`,
    fallback === undefined ? '' : `default ${fallback}`,
  ]
    .filter(Boolean)
    .join('; ')

const openSections = [...new Set(assumptions.map(({ section }) => section.split('.')[0] ?? ''))]
const openPoints = (section: string): string =>
  table(
    ['Open', 'What movecli does meanwhile', 'To change it'],
    assumptions
      .filter((each) => each.section.split('.')[0] === section)
      .map(({ open, guess, change }) => [open, guess, change].map(cell)),
  )
