/** Reads the balance of the reward token, and says whether a claim is unresolved. Its line is in ./index.ts. */
import { noteUnresolved } from '../../writes/unresolved-note.ts'
import { readCommand } from '../../operations/read.ts'
import { watchable } from '../../operations/watch-flag.ts'

const readBalance = readCommand('token.balance', {
  after: async (_data, _input, tools, session) =>
    noteUnresolved(tools, async () =>
      (await import('../../session/session-owner.ts')).ownerOf(session, tools.folders.state),
    ),
})

export const run = watchable(readBalance, () => [])
