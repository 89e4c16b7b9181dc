/** The body that every writing command shares: gather the input, ask, send through the journal, hand over what came back. */
import { sendWrite, type ServiceResponse } from '../client/client.ts'
import { compose, type Composed } from '../client/compose.ts'
import { secretsOf } from './request-secrets.ts'
import { operationOf, type OperationName } from '../contract/operations.ts'
import { interrupted, MoveError, usage } from '../errors.ts'
import { one, type Result } from '../output/view.ts'
import type { CommandHandler, ParsedArgs } from '../runtime/command.ts'
import { dryRun } from '../writes/dry-run.ts'
import type { WriteTools } from '../writes/write-attempt.ts'
import { authorizeWrite } from '../writes/write-guard.ts'
import type { WriteValues } from './write-profiles-flags.ts'
import { openSession, type Session } from '../session/session.ts'
import type { Part, Tools } from '../runtime/services.ts'

export type WriteSpec<V extends object> = {
  /** What will be sent, in the service's terms; an open body under `body`. Throws CLI_USAGE before anything is sent. */
  input: (given: ParsedArgs<V>, tools: Tools) => Promise<object>
  /** Said on stderr once it is applied. */
  done: string
  /** The input depends on the profile; otherwise it is gathered once for all of --profiles. */
  perProfile?: true
}

/** A command's body for one writing operation. */
export const writeCommand =
  <V extends object>(name: OperationName, spec: WriteSpec<V>): CommandHandler<V & WriteValues> =>
  async (given, tools) => {
    if (given.flags.profiles !== undefined)
      return (await import('./write-profiles.ts')).writeForProfiles(name, spec, given, tools)
    if (given.flags.skipWithin !== undefined)
      throw usage('--skip-within needs --profiles.', "For example --profiles 'ops-*' --skip-within 20h.")
    const { input, done } = spec
    if (given.flags.reconcile === true)
      return (await import('../writes/reconcile.ts')).reconcile(tools, name, given)
    const [wanted, session] = await unsent(tools.context.signal, async () => [
      await input(given, tools),
      await openSession(tools, operationOf(name)),
    ])
    const force = given.flags.force === true
    return performWrite(tools, session, compose(name, { ...wanted }, session.sender.target), { done, force })
  }

type Ending = { done: string; force?: boolean; result?: (answer: ServiceResponse) => Result }

/** Sends one write, confirmed and journaled; with --dry-run it is shown instead. Throws MoveError with its outcome. */
export async function performWrite(
  tools: WriteTools & Part<'dryRun'>,
  session: Session,
  request: Composed,
  { done, force = false, result = ({ data }) => one(data) }: Ending,
): Promise<Result> {
  for (const value of await secretsOf(request)) tools.context.secrets.add(value)
  if (tools.dryRun) return dryRun(request, session.sender, tools.context.secrets)
  const permit = await unsent(tools.context.signal, async () =>
    authorizeWrite(tools, session, request, { force }),
  )
  try {
    const answer = await sendWrite(permit.request, permit.ledger, session.sender)
    await tools.note(done)
    return result(answer)
  } finally {
    await permit.release()
  }
}

/** Work that comes before the write: a stop meanwhile leaves it not sent. */
async function unsent<T>(signal: AbortSignal, work: () => Promise<T>): Promise<T> {
  return work().catch((error: unknown) => {
    if (!signal.aborted) throw error
    throw (error instanceof MoveError ? error : interrupted(signal)).with({ outcome: 'not_sent' })
  })
}
