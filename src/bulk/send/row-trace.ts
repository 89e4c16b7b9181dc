/** The lines of -v in a run: each request and its answer, without the proof of the row. */
import type { Sender } from '../../client/client.ts'
import { tracer } from '../../session/http-trace.ts'
import type { RunContext } from '../run-context.ts'
import { proofHider } from './hide-proof.ts'

/** Nothing where no -v was given. The proof is hidden in answers too, which may repeat it. */
export function rowTrace({ tools, session }: Pick<RunContext, 'tools' | 'session'>): Pick<Sender, 'trace'> {
  if (tools.verbose === 0) return {}
  return {
    trace: (event) => {
      const { body } = event.request
      const hide = proofHider((body as { proof?: unknown } | undefined)?.proof)
      tracer({ ...tools, trace: (text) => tools.trace(hide(text)) }, session.sender.target)(event)
    },
  }
}
