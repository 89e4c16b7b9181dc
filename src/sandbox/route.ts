/** Which operation is asked for: the contract's paths, below the base URL's (docs/service.md §4). */
import { operationNames, operationOf, type OperationName } from '../contract/operations.ts'
import { fail, type Failure } from './answer.ts'

export type Route = { name: OperationName; params: Record<string, string> }

/** The operation of a method and a path (relative to the base URL), or what is wrong with them. */
export function routeOf(method: string, path: string): Route | Failure {
  const found = operationNames.flatMap((name) => {
    const params = match(operationOf(name).path, path)
    return params ? [{ name, params }] : []
  })
  const route = found.find(({ name }) => operationOf(name).method === method)
  if (route) return route
  const methods = found.map(({ name }) => operationOf(name).method).join(', ')
  return methods
    ? fail('METHOD_NOT_ALLOWED', `${path} is not asked with ${method}.`, `allowed: ${methods}`)
    : fail('NOT_FOUND', `There is no operation at this path.`, `path: ${path}`)
}

function match(pattern: string, path: string): Record<string, string> | undefined {
  const wanted = pattern.split('/')
  const given = path.split('/')
  if (wanted.length !== given.length) return undefined
  const params: Record<string, string> = {}
  for (const [index, part] of wanted.entries()) {
    const value = given[index] ?? ''
    const name = /^\{(.+)\}$/.exec(part)?.[1]
    if (name === undefined ? part !== value : value === '') return undefined
    if (name !== undefined) params[name] = decodedSegment(value)
  }
  return params
}

function decodedSegment(text: string): string {
  try {
    return decodeURIComponent(text)
  } catch {
    return text
  }
}
