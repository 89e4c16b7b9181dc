/** A path as people write it for `api`: below the base URL, with or without the version, its parts percent-encoded. */
import type { Pair } from '../../client/compose.ts'
import {
  operationNames,
  operationOf,
  type NamedOperation,
  type OperationName,
} from '../../contract/operations.ts'
import { apiVersion } from '../../contract/service.ts'
import { usage } from '../../errors.ts'

export type RequestPath = { path: string; query: Pair[] }

const pathHint = 'For example movecli api GET /motion/daily; the base URL comes from the configuration.'
const versionPrefix = new RegExp(`^/?(?:api/)?${apiVersion}(?=/|$)`, 'i')

/** Path and query below the base URL. Throws CLI_USAGE for a full URL and for what would lead out of the base URL. */
export function placeOf(text: string): RequestPath {
  if (/^[a-z][a-z0-9+.-]*:\/|^\/\//i.test(text)) throw usage('api takes a path, not a full URL.', pathHint)
  if (text.includes('#')) throw usage('A path has no # in it.', 'Write it as %23 where it is meant.')
  const [all, search] = halves(text)
  const inner = all.replace(versionPrefix, '').replace(/^\//, '').replace(/\/$/, '')
  const root = inner === '' && all !== ''
  const path = root ? '/' : `/${inner.split('/').map(part).join('/')}`
  // The base URL ends with it: some services would take the rest for a path of theirs.
  if (versionPrefix.test(path)) throw usage('The path has the version twice. Nothing was sent.', pathHint)
  return {
    path,
    query: search === undefined ? [] : [...new URLSearchParams(search)],
  }
}

const halves = (text: string): [string, string?] => {
  const at = text.indexOf('?')
  return at < 0 ? [text] : [text.slice(0, at), text.slice(at + 1)]
}

/** Decoded and encoded again, so that one path has one spelling. */
function part(text: string): string {
  const wrong = (what: string) => usage(`The path has ${what}.`, pathHint)
  if (text === '') throw wrong('an empty part')
  const plain = decodedPath(text)
  if (plain === undefined) throw wrong('an incomplete % escape')
  if (plain === '.' || plain === '..') throw wrong('a . or .. part')
  return encodeURIComponent(plain)
}

function decodedPath(text: string): string | undefined {
  try {
    return decodeURIComponent(text)
  } catch {
    return undefined
  }
}

/**
 * The operation of a method and path, and the values in its path, if the contract knows it (docs/service.md §4): however
 * the path is spelled, for a service may route without regard to case. Throws CLI_USAGE for a write that some services
 * would take for a known one and others would not.
 */
export function operationAt(
  method: string,
  path: string,
): { name: OperationName; values: Record<string, string> } | undefined {
  for (const name of operationNames) {
    const operation = operationOf(name)
    if (operation.method !== method) continue
    const values = valuesIn(operation.path, path)
    if (values) return { name, values }
    if (operation.kind === 'write' && valuesIn(operation.path, loosely(path))) throw disguised(operation.path)
  }
  return undefined
}

/** The operation that changes something at this path, under whatever method and however the path is spelled. */
export const operationLike = (path: string): NamedOperation | undefined =>
  operationNames
    .map(operationOf)
    .find(
      ({ kind, path: template }) =>
        kind !== 'read' && [path, loosely(path)].some((each) => valuesIn(template, each)),
    )

/**
 * As the most lenient of servers might read it: decoded again and again, without
 * parameters, doubled or odd slashes, an ending.
 */
function loosely(path: string): string {
  let plain = path
  for (let times = 0; times < 4; times++) plain = decodedPath(plain) ?? plain
  const parts = plain
    .normalize('NFKC')
    .replaceAll('\\', '/')
    .split('/')
    .map((each) => each.replace(/[;?#].*$/s, '').replace(/[\p{C}\p{Z}.]+$|^[\p{C}\p{Z}]+/gu, ''))
  const kept: string[] = []
  for (const each of parts) if (each !== '' && each !== '.') kept.push(each)
  return `/${kept.join('/').replace(/\.\w{1,5}$/, '')}`.replace(versionPrefix, '')
}

const disguised = (path: string) =>
  usage(`The path may mean ${path}, or something else. Nothing was sent.`, `Write it as ${path}.`)

function valuesIn(template: string, path: string): Record<string, string> | undefined {
  const [wanted, found] = [template.split('/'), path.split('/')]
  if (wanted.length !== found.length) return undefined
  const values: Record<string, string> = {}
  for (const [at, want] of wanted.entries()) {
    const have = found[at] ?? ''
    const name = /^\{(\w+)\}$/.exec(want)?.[1]
    if (name !== undefined) values[name] = decodeURIComponent(have)
    else if (want !== have.toLowerCase()) return undefined
  }
  return values
}
