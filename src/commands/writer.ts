/** The body that every writing command shares: gather the input, ask, send through the journal, hand over what came back. */
import { sendWrite } from '../client/client.ts'
import { compose } from '../client/compose.ts'
import { operationOf, type OperationName } from '../contract/operations.ts'
import { one } from '../output/view.ts'
import type { Body, Given } from './command.ts'
import { dryRun } from './dry-run.ts'
import { permitFor } from './permit.ts'
import { openSession } from './session.ts'
import type { Tools } from './tools.ts'

export type Writer = {
  /** What will be sent, in the service's terms; an open body under `body`. Throws CLI_USAGE before anything is sent. */
  input: (given: Given, tools: Tools) => Promise<object>
  /** Said on stderr once it is applied. */
  done: string
}

/** A command's body for one writing operation. */
export const writer =
  (name: OperationName, { input, done }: Writer): Body =>
  async (given, tools) => {
    const wanted = await input(given, tools)
    const session = await openSession(tools, name)
    const request = compose(name, { ...wanted }, session.sender.target)
    if (tools.dryRun) return dryRun(request, session.sender)
    const permit = await permitFor(tools, session, request)
    try {
      const kind = operationOf(name).repeatable ? 'repeatable' : 'write'
      const answer = await sendWrite(request, kind, permit.ledger, session.sender)
      await tools.note(done)
      return one(answer.data)
    } finally {
      await permit.release()
    }
  }
