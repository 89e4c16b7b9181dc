/**
 * The contract as an OpenAPI 3.1 document: what the service's document says, and marked with `x-`
 * what it leaves open. No command loads this.
 */
import { serviceCodes, type ServiceCode } from './codes.ts'
import { operationNames, operationOf, type Input, type Operation } from './operations.ts'
import { inputSchema, openRecord, recordSchema } from './openapi-schema.ts'
import { dailyRecord, loginResult, open } from './records.ts'
import {
  apiKeyHeader,
  apiVersion,
  assumptions,
  defaultPageSize,
  hourlyLimit,
  jsonType,
  tokenDefaults,
} from './service.ts'

/** The document as plain data, ready for JSON. */
export const openApi = () => ({
  openapi: '3.1.0',
  info: {
    title: 'Sports-Health Rewards Service',
    version: `${apiVersion}.0`,
    description:
      'Made by `npm run docs` from the contract of movecli. `x-open`: the API document does not say. `x-assumption`: what movecli takes for granted meanwhile, and not the word of the service. `x-movecli`: what movecli checks before it sends, beyond what is documented.',
  },
  servers: [
    {
      url: `/${apiVersion}`,
      description: 'Below a base address, which ends in the version',
      'x-open': 'the addresses of production and testnet',
    },
  ],
  paths: pathsOf(),
  components: {
    securitySchemes: {
      apiKey: { type: 'apiKey', in: 'header', name: apiKeyHeader, description: 'On every request (§5.1)' },
      session: sessionScheme,
    },
    schemas: {
      DailyRecord: recordSchema(dailyRecord),
      LoginResult: recordSchema(loginResult),
      Open: openRecord,
      Failure: failure,
    },
    responses: Object.fromEntries([
      ...operationNames
        .flatMap((name) => Object.values(byStatus(operationOf(name))))
        .map((codes) => [responseName(codes), failureResponse(codes)]),
      ['Other', otherFailure],
    ]),
  },
  'x-every-request': { 'Content-Type': jsonType, section: '4, GET too; OpenAPI has no place for it' },
  'x-numbers': 'Amounts may have more digits than a double holds: keep them as they are written.',
  'x-limits': {
    'requests an hour': hourlyLimit,
    section: '8',
    'x-open': 'window, counting key, response headers, greatest `limit`',
  },
  'x-assumptions': assumptions,
})

const sessionScheme = {
  type: 'http',
  scheme: tokenDefaults.scheme.toLowerCase(),
  description: 'The token of POST /auth/login',
  'x-open': 'by which header and scheme the session token travels (§5.5)',
  'x-assumption': `${tokenDefaults.header}: ${tokenDefaults.scheme} <token>`,
}

const failure = {
  type: 'object',
  description: 'Failure envelope (§7)',
  required: ['success', 'error'],
  properties: {
    success: { type: 'boolean', enum: [false] },
    error: {
      type: 'object',
      required: ['code', 'message', 'details'],
      properties: {
        code: { type: 'string', 'x-open': 'codes of failures that §7 does not name' },
        message: { type: 'string' },
        details: { type: 'string' },
      },
    },
  },
}

const otherFailure = {
  description: 'Any other failure',
  content: { [jsonType]: { schema: ref('schemas', 'Failure') } },
  'x-open': 'which other statuses and codes there are',
}

function pathsOf(): Record<string, Record<string, unknown>> {
  const paths: Record<string, Record<string, unknown>> = {}
  for (const name of operationNames) {
    const operation = operationOf(name)
    paths[operation.path] = { ...paths[operation.path], [operation.method.toLowerCase()]: entry(name) }
  }
  return paths
}

function entry(name: (typeof operationNames)[number]) {
  const operation = operationOf(name)
  const bare = operation.section.endsWith('Further operations')
  const inputs = Object.entries(operation.input)
  const parameters = inputs.filter(([, input]) => input.in !== 'body').map((each) => parameter(each, bare))
  return {
    operationId: name,
    summary: operation.about,
    tags: [tagOf(name)],
    description: `§${operation.section}`,
    ...(bare && { 'x-open': 'everything but method and path' }),
    ...(parameters.length > 0 && { parameters }),
    ...(operation.method !== 'GET' && { requestBody: requestBody(operation) }),
    security: operation.kind === 'login' ? [{ apiKey: [] }] : [{ apiKey: [] }, { apiKey: [], session: [] }],
    ...(operation.kind !== 'login' && { 'x-assumption': sessionWords[operation.session] }),
    responses: {
      200: success(operation),
      ...Object.fromEntries(
        Object.entries(byStatus(operation)).map(([status, codes]) => [
          status,
          ref('responses', responseName(codes)),
        ]),
      ),
      default: ref('responses', 'Other'),
    },
  }
}

const sessionWords: Record<Operation['session'], string> = {
  user: 'needs a session',
  none: 'needs no session',
  'unless-address': 'needs a session unless an address is given',
}

/** A parameter; on a path without a section of its own it is an assumption. */
const parameter = ([name, input]: [string, Input], assumed: boolean) => ({
  name,
  in: input.in,
  ...(input.in === 'path' && { required: true }),
  schema: {
    ...inputSchema(name, input),
    ...(!assumed && name === 'page' && { default: 1 }),
    ...(name === 'limit' && !assumed && { default: defaultPageSize }),
  },
  ...(assumed && { 'x-assumption': 'taken from GET /nft/collection/{address}' }),
})

function requestBody({ input, openBody, kind }: Operation) {
  const fields = Object.entries(input).filter(([, each]) => each.in === 'body')
  const required = fields.filter(([, each]) => each.required).map(([name]) => name)
  const schema = {
    type: 'object',
    ...(required.length > 0 && { required }),
    properties: Object.fromEntries(fields.map(([name, each]) => [name, inputSchema(name, each)])),
    ...(kind === 'write' && { 'x-open': 'which fields are required' }),
  }
  return { required: true, content: { [jsonType]: { schema: openBody ? ref('schemas', 'Open') : schema } } }
}

function success({ result }: Operation) {
  const name = result === dailyRecord ? 'DailyRecord' : result === loginResult ? 'LoginResult' : 'Open'
  return {
    description: 'Success envelope (§1)',
    content: {
      [jsonType]: {
        schema: {
          type: 'object',
          required: ['success', 'data'],
          properties: { success: { type: 'boolean', enum: [true] }, data: ref('schemas', name) },
        },
      },
    },
    ...(result === open && { 'x-open': 'the fields of data' }),
  }
}

/** The operation's codes by their HTTP status (§7). */
function byStatus({ failures }: Operation): Record<number, ServiceCode[]> {
  const found: Record<number, ServiceCode[]> = {}
  for (const code of failures.toSorted()) (found[serviceCodes[code].status] ??= []).push(code)
  return found
}

const responseName = (codes: readonly ServiceCode[]) => codes.join('-')

const failureResponse = (codes: readonly ServiceCode[]) => ({
  description: codes.map((code) => `${code}: ${serviceCodes[code].when}`).join('; '),
  content: {
    [jsonType]: {
      schema: {
        allOf: [
          ref('schemas', 'Failure'),
          { properties: { error: { properties: { code: { enum: codes } } } } },
        ],
      },
    },
  },
})

function ref(kind: 'schemas' | 'responses', name: string) {
  return { $ref: `#/components/${kind}/${name}` }
}
function tagOf(name: string): string {
  return name.split('.')[0] ?? name
}
