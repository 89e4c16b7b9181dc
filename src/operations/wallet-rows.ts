/** What a write for several wallets says of each of them. */
import type { Json } from '../contract/lossless-json.ts'
import type { MoveError, Outcome } from '../errors.ts'
import type { Owner } from '../journal/owner.ts'
import type { Column } from '../output/view.ts'

export type WalletRow = {
  profile: string
  /** Missing where it could not be told. */
  owner?: Owner
  /** The profile's, where its session could not be opened. */
  address?: string | undefined
  status: Outcome | 'skipped'
  /** Why it was left out. */
  reason?: string
  error?: MoveError | undefined
  /** The service's answer. */
  data?: Json | undefined
}

/** `{profile, address, status, reason?, error?: {code, message, hint?}, data?}`. */
export const walletRow = ({ profile, owner, address, status, reason, error, data }: WalletRow): Json => ({
  profile,
  address: owner ? owner.address : (address ?? null),
  status,
  ...(reason !== undefined && { reason }),
  ...(error && {
    error: {
      code: error.fault.code,
      message: error.message,
      ...(error.fault.hint !== undefined && { hint: error.fault.hint }),
    },
  }),
  ...(data !== undefined && data !== null && { data }),
})

export const walletColumns: readonly Column[] = [
  { field: 'profile', title: 'Profile' },
  { field: 'address', title: 'Address', width: 42 },
  { field: 'status', title: 'Status', width: 'rejected'.length },
  { field: 'reason', title: 'Reason', rare: true },
  { field: 'error.code', title: 'Error', rare: true },
  { field: 'error.message', title: 'What happened', rare: true },
  { field: 'error.hint', title: 'Fix', rare: true, hidden: true },
  { field: 'data', title: 'Data', rare: true, whole: true },
]
