/** The mask for the answer to a submission of personal data. */
import { createMask } from '../../src/client/mask/pii-mask.ts'
import { operationOf } from '../../src/contract/operations.ts'
import type { Json } from '../../src/contract/lossless-json.ts'

export const maskOf = (body: Json, operation: 'user.kyc' | 'user.settings' = 'user.kyc') =>
  createMask({
    operation: operationOf(operation),
    method: 'POST',
    path: '/user/kyc',
    url: '',
    headers: {},
    body,
  })
