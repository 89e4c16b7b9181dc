/** Submits identity data; what the service repeats of them is masked (client/mask/pii-mask.ts). Its line is in ./index.ts. */
import { openBody } from '../../operations/open-body.ts'
import { writeCommand } from '../../operations/write.ts'

export const run = writeCommand('user.kyc', {
  input: openBody(),
  done: 'applied: the identity data was submitted',
})
