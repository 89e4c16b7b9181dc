/** Says where the sandbox's data are and who serves them. Its line is in ./index.ts. */
import { sandboxBaseUrl } from '../../contract/service.ts'
import { sandboxStatus } from '../../sandbox/embedded.ts'
import { titled } from '../../output/view.ts'
import type { CommandHandler } from '../../runtime/command.ts'
import { inSandboxWords } from '../../session/sandbox-transport.ts'
import { sandboxFolder } from '../../session/sandbox-folder.ts'

export const run: CommandHandler = async (_, tools) => {
  const {
    folder,
    bytes,
    base_url: url,
    pid,
  } = await sandboxStatus(sandboxFolder(tools)).catch(inSandboxWords)
  return titled({
    running: url !== undefined,
    base_url: url ?? sandboxBaseUrl,
    pid: pid ?? null,
    folder,
    bytes,
  })
}
