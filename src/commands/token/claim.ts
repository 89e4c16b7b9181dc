/** Claims earned tokens; the body is {} where nothing is given. Its line is in ./index.ts. */
import { openBody } from '../open-body.ts'
import { writer } from '../writer.ts'

export const run = writer('token.claim', { input: openBody({}), done: 'applied: the claim was accepted' })
