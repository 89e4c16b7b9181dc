/** The OpenAPI document: fresh, and what the exchanges say that were copied by hand from the API document. */
import { readFileSync } from 'node:fs'
import { expect, test } from 'vitest'
import { openApi } from '../src/contract/openapi.ts'
import { readEndpoints } from './spec/read.ts'

const file = readFileSync(new URL('../docs/openapi.json', import.meta.url), 'utf8')

type Any = Record<string, any> // oxlint-disable-line typescript/no-explicit-any
const document = JSON.parse(file) as Any
const paths = document['paths'] as Record<string, Record<string, Any>>
const everything = Object.entries(paths).flatMap(([path, methods]) =>
  Object.entries(methods).map(([method, operation]) => ({
    name: `${method.toUpperCase()} ${path}`,
    operation,
  })),
)
const operationOf = (name: string): Any => everything.find((each) => each.name === name)!.operation

const endpoints = readEndpoints()
const nameOf = ({ method, path }: { method: string; path: string }) => `${method} ${path}`

test('docs/openapi.json is as npm run docs writes it', () => {
  expect(`${JSON.stringify(openApi(), undefined, 2)}\n`).toBe(file)
})

test('it has every operation of the API document and no other', () => {
  expect(everything.map(({ name }) => name).toSorted()).toEqual(endpoints.map(nameOf).toSorted())
})

test('every operation asks for the API key in X-API-Key, and none insists on a session', () => {
  expect(document['components'].securitySchemes.apiKey).toMatchObject({ in: 'header', name: 'X-API-Key' })
  expect(everything.filter(({ operation }) => !('apiKey' in operation['security'][0]))).toEqual([])
  expect(everything.filter(({ operation }) => 'session' in operation['security'][0])).toEqual([])
})

test('how the session token travels is marked as an assumption', () => {
  expect(document['components'].securitySchemes.session).toMatchObject({
    'x-open': expect.stringContaining('§5.5'),
    'x-assumption': 'Authorization: Bearer <token>',
  })
})

test('each code stands below its status', () => {
  const found = new Set(
    everything.flatMap(({ operation }) =>
      Object.entries(operation['responses'] as Record<string, Any>).flatMap(([status, { $ref }]) =>
        ($ref as string | undefined)?.startsWith('#/components/responses/') && status !== 'default'
          ? ($ref as string)
              .split('/')
              .pop()!
              .split('-')
              .map((code) => `${code} ${status}`)
          : [],
      ),
    ),
  )
  expect([...found].toSorted()).toEqual([
    'AUTH_001 401',
    'AUTH_002 401',
    'CHAIN_001 503',
    'MOTION_001 400',
    'MOTION_002 400',
    'NFT_001 404',
    'RATE_001 429',
  ])
})

test('the collection has the documented parameters and defaults', () => {
  const parameters = operationOf('GET /nft/collection/{address}')['parameters'] as Any[]
  expect(parameters.map(({ name, in: place, required, schema }) => [name, place, required, schema])).toEqual([
    ['address', 'path', true, expect.objectContaining({ type: 'string' })],
    ['type', 'query', undefined, expect.objectContaining({ enum: ['shoes', 'apparel', 'accessories'] })],
    ['page', 'query', undefined, expect.objectContaining({ type: 'number', default: 1 })],
    ['limit', 'query', undefined, expect.objectContaining({ type: 'number', default: 20 })],
  ])
})

test('what only movecli asks for is no rule of the document', () => {
  const submission = operationOf('POST /motion/submit')['requestBody'].content['application/json'].schema
  expect(submission).not.toHaveProperty('required')
  expect(submission.properties.steps).toMatchObject({
    type: 'number',
    'x-movecli': 'a whole number, at least 0',
  })
  expect(file).not.toMatch(/"(minimum|writeOnly|format": "address)"/)
})

test('what is known by method and path alone is left open', () => {
  const bare = everything.filter(({ operation }) => operation['x-open'] !== undefined)
  expect(bare.map(({ name }) => name).toSorted()).toEqual(
    endpoints
      .filter((each) => each.bare)
      .map(nameOf)
      .toSorted(),
  )
  for (const { operation } of bare) {
    const { schema } = operation['responses']['200'].content['application/json']
    expect(schema.properties.data).toEqual({ $ref: '#/components/schemas/Open' })
    for (const parameter of (operation['parameters'] ?? []) as Any[])
      expect(parameter).toHaveProperty('x-assumption')
  }
})

test('every reference leads somewhere', () => {
  const references = [...file.matchAll(/"\$ref": "#\/([^"]+)"/g)].map(([, path]) => path!.split('/'))
  expect(references.length).toBeGreaterThan(50)
  for (const path of references)
    expect(path.reduce<unknown>((at, key) => (at as Any)?.[key], document)).toBeDefined()
})
