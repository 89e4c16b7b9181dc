/** Forgets the sandbox's data. Its line is in ./index.ts. */
import { DiskError } from '../../disk/disk-error.ts'
import { resetSandbox } from '../../sandbox/embedded.ts'
import { titled } from '../../output/view.ts'
import type { CommandHandler } from '../../runtime/command.ts'
import { requireConsent } from '../../runtime/confirm.ts'
import { wouldDo } from '../../writes/dry-run.ts'
import { sandboxFault } from '../../session/sandbox-transport.ts'
import { sandboxFolder } from '../../session/sandbox-folder.ts'

export const run: CommandHandler = async (_, tools) => {
  const folder = sandboxFolder(tools)
  if (tools.dryRun) return wouldDo(`would delete all data in ${folder}`, { folder })
  await requireConsent(tools, `Delete all sandbox data in ${folder}?`)
  const { createTransport } = await import('../../client/connection/http-transport.ts')
  const { server } = await resetSandbox(folder, {
    transport: createTransport(),
    signal: tools.context.signal,
  }).catch((error: unknown) => {
    throw error instanceof DiskError ? sandboxFault(error) : error
  })
  await tools.note(`The sandbox has new data${server ? ` at ${server}` : ''}.`)
  return titled({ reset: true, folder })
}
