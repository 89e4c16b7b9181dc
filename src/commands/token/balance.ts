/** Reads the balance of the reward token, and says where a claim is in doubt. Its line is in ./index.ts. */
import { mentionDoubt } from '../in-doubt.ts'
import { ownerOf } from '../owner.ts'
import { reader } from '../reader.ts'
import { watchable } from '../watch.ts'

const read = reader('token.balance', {
  after: async (_data, _input, tools, session) => mentionDoubt(tools, await ownerOf(session)),
})

export const run = watchable(read, () => [])
