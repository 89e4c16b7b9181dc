/** Every reading operation answers with the envelope, and every answer is labelled as what it is. */
import type { OperationName } from '../../contract/operations.ts'
import { operationNames, operationOf } from '../../contract/operations.ts'
import { ask, whose } from '../ask.ts'
import { fail, Failed, skip, type Check, type Need } from '../check.ts'
import type { Ground } from '../ground.ts'
import { codeOf, dataOf, nameOf, refusedAs, type Seen } from '../seen.ts'

/** The operations that change nothing. */
export const readings: OperationName[] = operationNames.filter((name) => operationOf(name).kind === 'read')

/** What an operation cannot be asked without. */
export function needsOf(name: OperationName): Need[] {
  const { session, input } = operationOf(name)
  if (Object.values(input).some((each) => each.in === 'path')) return ['key', 'address']
  if (session === 'unless-address') return ['key', 'user']
  return session === 'user' ? ['key', 'session'] : ['key']
}

/** Inputs that the operation cannot do without. */
export function inputOf(name: OperationName, ground: Ground): object {
  const { session, input } = operationOf(name)
  if (input['address']?.in === 'path') return { address: ground.address }
  return session === 'unless-address' ? whose(ground) : {}
}

/** An address may own no NFT, and the document says how that is answered (api.md §4). */
export const ownsNone = (seen: Seen): boolean =>
  seen.request.operation === 'nft.collectionOf' && codeOf(seen) === 'NFT_001'

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
        if (!ownsNone(seen)) return void dataOf(seen, ground)
        refusedAs('NFT_001', seen, ground, nameOf(seen))
        return 'this address owns no NFT'
      } catch (error) {
        if (error instanceof Failed) ground.broken.add(name)
        throw error
      }
    },
  }
})

export const jsonType: Check = {
  name: 'json',
  suite: 'read',
  needs: ['key'],
  asserts: 'every answer of this run is labelled application/json',
  section: '4 Common rules',
  run: async ({ heard }) => {
    const bodies = heard.filter(({ text, status }) => text !== '' && status !== 429)
    if (bodies.length === 0) return skip('no answer with a body came')
    const odd = bodies.find(({ headers }) => !isJson(headers.get('content-type')))
    if (odd)
      return fail(`${nameOf(odd)}: ${odd.headers.get('content-type')?.slice(0, 80) ?? 'no content type'}`)
    return `${bodies.length} answers`
  },
}

const isJson = (type: string | undefined) => /^application\/([\w.-]+\+)?json\s*(;|$)/i.test(type ?? '')
