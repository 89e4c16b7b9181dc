/** Which operation is asked for: the contract's paths, below the base URL's (docs/service.md §4). */
import { operationNames, operationOf, type OperationName } from '../contract/operations.ts'
import { fail, type Failure } from './answer.ts'

export type Route = { name: OperationName; params: Record<string, string> }

const routes = operationNames.map((name) => {
  const { method, path } = operationOf(name)
  return {
    name,
    method,
    parts: path.split('/').map((text) => ({ text, name: /^\{(.+)\}$/.exec(text)?.[1] })),
  }
})
type Part = (typeof routes)[number]['parts'][number]

/** The operation of a method and a path (relative to the base URL), or what is wrong with them. */
export function routeOf(method: string, path: string): Route | Failure {
  const given = path.split('/')
  const found = routes.flatMap((route) => {
    const params = match(route.parts, given)
    return params ? [{ ...route, params }] : []
  })
  const route = found.find((each) => each.method === method)
  if (route) return { name: route.name, params: route.params }
  const methods = found.map((each) => each.method).join(', ')
  return methods
    ? fail('METHOD_NOT_ALLOWED', `${path} is not asked with ${method}.`, `allowed: ${methods}`)
    : fail('NOT_FOUND', `There is no operation at this path.`, `path: ${path}`)
}

function match(wanted: readonly Part[], given: readonly string[]): Record<string, string> | undefined {
  if (wanted.length !== given.length) return undefined
  const params: Record<string, string> = {}
  for (const [index, { text, name }] of wanted.entries()) {
    const value = given[index] ?? ''
    if (name === undefined ? text !== value : value === '') return undefined
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
