/** Profile, settings and KYC. */
import { writeJson } from '../../contract/lossless-json.ts'
import { fail } from '../answer.ts'
import type { HandlerContext, Handler } from '../handler.ts'
import { accountOf, type Account } from '../state.ts'

/** `none`, then `pending`, then, `kycDelay` later, `verified`. */
export const kycStatus = (
  { kycAt }: Account,
  { now, kycDelay }: Pick<HandlerContext, 'now' | 'kycDelay'>,
): string => {
  if (kycAt === undefined) return 'none'
  return now - kycAt >= kycDelay ? 'verified' : 'pending'
}

export const profile: Handler<'user.profile'> = (ask) => {
  const account = accountOf(ask.world, ask.address)
  return {
    data: {
      address: ask.address,
      username: `mover-${ask.address.slice(2, 8)}`,
      kyc_status: kycStatus(account, ask),
      settings: account.settings,
      joined_at: '2024-01-01T00:00:00.000Z',
    },
  }
}

/** The fields that are sent replace those of the same name. */
export const settings: Handler<'user.settings'> = (ask) => {
  ask.record({ op: 'user.settings', settings: writeJson(ask.body) })
  return { data: { settings: accountOf(ask.world, ask.address).settings } }
}

/** The data themselves are not kept. A second submission changes nothing. */
export const kyc: Handler<'user.kyc'> = (ask) => {
  if (Object.keys(ask.body).length === 0)
    return fail('BAD_REQUEST', 'No identity data were sent.', 'expected: at least one field')
  ask.record({ op: 'user.kyc' })
  const account = accountOf(ask.world, ask.address)
  return {
    data: {
      kyc_status: kycStatus(account, ask),
      submitted_at: new Date(account.kycAt ?? ask.now).toISOString(),
    },
  }
}
