/** Where KYC stands: from the profile at the service, else from the last login, else unknown. Its line is in ./index.ts. */
import type { Json } from '../../contract/digits.ts'
import { flatten, valueAt } from '../../output/fields.ts'
import { textFlag, type Body } from '../../runtime/command.ts'
import { reader } from '../../operations/read.ts'
import type { Session } from '../../session/session.ts'
import type { Tools } from '../../runtime/services.ts'
import { spanOf } from '../../output/time-span.ts'

/** The fields of the profile are open (docs/service.md §2): the name that a login's answer has comes first, then the same nested. */
const places = ['kyc_status', 'kyc.status']

const read = reader('user.profile', {
  made: async (data, session, tools) => statusOf(data as Json, session, tools),
})

export const run: Body = async (given, tools) => {
  const wanted = textFlag(given, 'wait')
  if (wanted === undefined) return read(given, tools)
  return (await import('./wait.ts')).waited(read, wanted, given, tools)
}

async function statusOf(data: Json, session: Session, tools: Tools): Promise<Json> {
  const found = places.map((place) => valueAt(data, place)).find(isStatus)
  if (found !== undefined) return { kyc_status: found, source: 'profile', as_of: null }
  const fields = [...flatten(data).keys()].filter((field) => field !== 'value')
  await tools.note(
    `note: the profile has neither ${places.join(' nor ')}; it has ${fields.join(', ') || 'no fields'}`,
  )
  return (await fromLogin(session, tools)) ?? { kyc_status: 'unknown', source: null, as_of: null, fields }
}

/** What the login said whose session is in use. */
async function fromLogin({ record, chosen }: Session, tools: Tools): Promise<Json | undefined> {
  const { kycStatus, signedInAt, token } = record ?? {}
  if (kycStatus === undefined || chosen.token?.value !== token) return undefined
  const seconds = signedInAt && (tools.context.now().getTime() - Date.parse(signedInAt)) / 1000
  await tools.note(
    `note: this is what the login said${seconds ? ` ${spanOf(Math.max(0, seconds))} ago` : ''}`,
  )
  return { kyc_status: kycStatus, source: 'login', as_of: signedInAt ?? null }
}

const isStatus = (value: Json | undefined): value is string => typeof value === 'string' && value !== ''
