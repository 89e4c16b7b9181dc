/** The requests that other credentials are tried with: what reads, in each of its forms, and the writes of the suite full. */
import type { OperationName } from '../contract/operations.ts'
import { isPlain } from '../contract/plain.ts'
import type { CheckedResponse } from './checked-response.ts'
import { inputOf, needsAddress } from './checks/envelope.ts'
import { malformed } from './checks/submit.ts'
import { ask, askLogin, askSubmit, type As } from './requests.ts'
import { isLive, type SmokeContext } from './smoke-context.ts'

/** An answer, and what its request had beyond the usual. */
export type Probe = { seen: CheckedResponse; words: string }

export async function* authenticationProbes(
  names: readonly OperationName[],
  ground: SmokeContext,
  as: As,
): AsyncGenerator<Probe> {
  for (const name of names)
    for (const { input, words } of formsOf(name, ground, as))
      yield { seen: await ask(ground, name, input, as), words }
  for await (const seen of askedToWrite(ground, as)) yield { seen, words: '' }
}

type Form = { input: object; words: string }

/**
 * What an operation is asked: what it cannot do without, and further queries that it answered well in this run, until each
 * of their parameters was there once. Data of an address may be open to any session, so no session token is judged by it.
 */
function formsOf(name: OperationName, ground: SmokeContext, { token }: As): Form[] {
  const usual = inputOf(name, ground)
  const tried = new Set(Object.keys(usual))
  const inPath = needsAddress(name) ? usual : {}
  const forms: Form[] = [{ input: usual, words: '' }]
  for (const { request, body } of ground.heard) {
    if (request.operation?.name !== name || body?.['success'] !== true) continue
    const query = Object.fromEntries(new URL(request.url).searchParams)
    const names = Object.keys(query).filter((each) => !tried.has(each))
    if (names.length === 0 || (token !== undefined && 'address' in query)) continue
    for (const each of names) tried.add(each)
    forms.push({ input: { ...inPath, ...query }, words: ` with ${names.join(' and ')}` })
  }
  return forms
}

/**
 * What the writes of the suite full answer. Nothing changes where they are taken: the motion
 * is malformed, the sign-in is the run's own.
 */
async function* askedToWrite(ground: SmokeContext, as: As): AsyncGenerator<CheckedResponse> {
  const { sign, write, token, sound } = ground
  if (!write) return
  if (sign && as.token === undefined && sound.has('auth.login')) {
    const seen = await askLogin(ground, await sign(), as)
    const { token: issued } = isPlain(seen.body?.['data']) ? seen.body['data'] : {}
    if (typeof issued === 'string') ground.secret(issued)
    yield seen
  }
  if (isLive(token, ground)) yield await askSubmit(ground, malformed(ground), as)
}
