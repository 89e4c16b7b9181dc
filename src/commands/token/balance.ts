/** Reads the balance of the reward token, and says where a claim is in doubt. Its line is in ./index.ts. */
import { mentionDoubt } from '../../writes/unresolved-note.ts'
import { ownerOf } from '../../session/owner.ts'
import { reader } from '../../operations/read.ts'
import { watchable } from '../../operations/watch-flag.ts'

const read = reader('token.balance', {
  after: async (_data, _input, tools, session) => mentionDoubt(tools, await ownerOf(session)),
})

export const run = watchable(read, () => [])
