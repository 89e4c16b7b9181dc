/** Submits identity data; what the service repeats of them is masked (client/mask.ts). Its line is in ./index.ts. */
import { openBody } from '../../operations/open-body.ts'
import { writer } from '../../operations/write.ts'

export const run = writer('user.kyc', {
  input: openBody(),
  done: 'applied: the identity data were submitted',
})
