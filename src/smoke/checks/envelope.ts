/** Every reading operation answers with the envelope, and every answer is labeled as what it is. */
import type { OperationName } from '../../contract/operations.ts'
import { operationNames, operationOf } from '../../contract/operations.ts'
import { ask, whose } from '../requests.ts'
import { fail, skip } from '../ends.ts'
import type { Check } from '../check.ts'
import type { Need } from '../smoke-context.ts'
import { pathToList, rowsAt } from '../../client/list-envelope.ts'
import { isOwn, type SmokeContext } from '../smoke-context.ts'
import { refusalCode, dataOf, requestName, notUtf8, refusedAs, skipSignedOut } from '../response.ts'
import type { Plain } from '../../contract/plain.ts'
import type { CheckedResponse } from '../checked-response.ts'

/** Is there an address in its path? */
export const needsAddress = (name: OperationName): boolean =>
  Object.values(operationOf(name).input).some((each) => each.in === 'path')

const reads = operationNames.filter((name) => operationOf(name).kind === 'read')
/** The operations that change nothing; what cannot do without an address comes last, for it may be learned on the way. */
export const readings: OperationName[] = [
  ...reads.filter((name) => !needsAddress(name)),
  ...reads.filter(needsAddress),
]

/** What an operation cannot be asked without. */
export function needsOf(name: OperationName): Need[] {
  const { session } = operationOf(name)
  if (needsAddress(name)) return ['key', 'address']
  if (session === 'unless-address') return ['key', 'user']
  return session === 'user' ? ['key', 'session'] : ['key']
}

/** Inputs that the operation cannot do without. */
export function inputOf(name: OperationName, ground: SmokeContext): object {
  if (needsAddress(name)) return { address: ground.address }
  return operationOf(name).session === 'unless-address' ? whose(ground) : {}
}

/** An address may own no NFT, and the document says how that is answered (section 4). */
export const ownsNone = (seen: CheckedResponse): boolean =>
  seen.request.operation?.name === 'nft.collectionOf' && refusalCode(seen) === 'NFT_001'

export const envelopes: Check[] = readings.map((name) => {
  const { method, path, section } = operationOf(name)
  return {
    name: `envelope ${name}`,
    suite: 'read',
    needs: needsOf(name),
    asserts: `${method} ${path} answers a 2xx with success true and an object as data`,
    section: `1, ${section}`,
    run: async (ground) => {
      try {
        const seen = await ask(ground, name, inputOf(name, ground))
        skipSignedOut(seen, ground)
        if (ownsNone(seen)) {
          refusedAs('NFT_001', seen, ground, requestName(seen))
          if (ground.owned && isOwn(ground))
            fail(
              `${requestName(seen)}: NFT_001, though GET /nft/collection has ${ground.owned} rows of this address`,
            )
          ground.sound.add(name)
          return 'this address owns no NFT'
        }
        const data = dataOf(seen, ground)
        ground.sound.add(name)
        if (name === 'nft.collection') ground.owned = rowsAt(data, pathToList(data) ?? []).length
        return learned(name, data, ground)
      } catch (error) {
        ground.broken.add(name)
        throw error
      }
    },
  }
})

/** Whose the session is, its profile may say: the field is not documented, so nothing is made of its absence. */
function learned(name: OperationName, { address }: Plain, ground: SmokeContext): string | undefined {
  if (name !== 'user.profile') return undefined
  if (typeof address !== 'string' || !/^0x[0-9a-fA-F]{40}$/.test(address)) return undefined
  ground.own = address
  if (ground.address !== undefined) return undefined
  ground.address = address
  return 'names the address'
}

export const jsonType: Check = {
  name: 'json',
  suite: 'read',
  needs: ['key'],
  asserts: 'every answer of this run is labeled application/json, and is UTF-8',
  section: '4 Common rules',
  run: async ({ heard }) => {
    const bodies = heard.filter(({ text, status }) => text !== '' && status !== 429)
    if (bodies.length === 0) return skip('no answer with a body came')
    const odd = bodies.find(({ headers }) => !isJson(headers.get('content-type')))
    if (odd)
      return fail(
        `${requestName(odd)}: ${odd.headers.get('content-type')?.slice(0, 80) ?? 'no content type'}`,
      )
    const garbled = bodies.find((seen) => seen.garbled)
    if (garbled) return fail(`${requestName(garbled)}: ${notUtf8}`)
    return `${bodies.length} answers`
  },
}

const isJson = (type: string | undefined) => /^application\/([\w.-]+\+)?json\s*(;|$)/i.test(type ?? '')
