/** Where KYC stands: from the profile at the service, else from the last login, else unknown. Its line is in ./index.ts. */
import type { Json } from '../../contract/lossless-json.ts'
import { flatten, valueAt } from '../../output/fields.ts'
import type { CommandHandler } from '../../runtime/command.ts'
import { readCommand } from '../../operations/read.ts'
import type { Session } from '../../session/session.ts'
import type { Part } from '../../runtime/services.ts'
import { spanOf } from '../../output/time-span.ts'
import type { KycStatusValues } from './flags.ts'

/**
 * The fields of the profile are open (docs/service.md §2): the name that a login's answer
 * has comes first, then the same nested.
 */
const statusFields = ['kyc_status', 'kyc.status']

const readStatus = readCommand('user.profile', {
  made: async (data, session, tools) => statusWithSource(data as Json, session, tools),
})

export const run: CommandHandler<KycStatusValues> = async (given, tools) => {
  const wanted = given.flags.wait
  if (wanted === undefined) return readStatus(given, tools)
  return (await import('./wait.ts')).waited(readStatus, wanted, given, tools)
}

async function statusWithSource(data: Json, session: Session, tools: Part<'note', 'now'>): Promise<Json> {
  const found = statusFields.map((place) => valueAt(data, place)).find(isStatus)
  if (found !== undefined) return { kyc_status: found, source: 'profile', as_of: null }
  const fields = [...flatten(data).keys()].filter((field) => field !== 'value')
  await tools.note(
    `note: The profile has neither ${statusFields.join(' nor ')}. It has ${fields.join(', ') || 'no fields'}.`,
  )
  return (await fromLogin(session, tools)) ?? { kyc_status: 'unknown', source: null, as_of: null, fields }
}

/** What the login said whose session is in use. */
async function fromLogin(
  { record, credentials }: Session,
  tools: Part<'note', 'now'>,
): Promise<Json | undefined> {
  const { kycStatus, signedInAt, token } = record ?? {}
  if (kycStatus === undefined || credentials.token?.value !== token) return undefined
  const seconds = signedInAt && (tools.context.now().getTime() - Date.parse(signedInAt)) / 1000
  await tools.note(
    `note: This is what the login said${seconds ? ` ${spanOf(Math.max(0, seconds))} ago` : ''}.`,
  )
  return { kyc_status: kycStatus, source: 'login', as_of: signedInAt ?? null }
}

const isStatus = (value: Json | undefined): value is string => typeof value === 'string' && value !== ''
