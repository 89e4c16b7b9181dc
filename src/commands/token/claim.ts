/** Claims earned tokens; the body is {} where nothing is given. Its line is in ./index.ts. */
import { openBody } from '../../operations/open-body.ts'
import { writeCommand } from '../../operations/write.ts'

export const run = writeCommand('token.claim', {
  input: openBody({}),
  done: 'applied: the claim was accepted',
})
