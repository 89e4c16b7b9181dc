/** The way to the sandbox on this machine: its server where one runs on the data, else the sandbox's own function. */
import type { Transport } from '../contract/wire.ts'
import { DiskError } from '../disk/disk-error.ts'
import { unlockHint, misconfigured, moveError, type MoveError } from '../errors.ts'
import { sandboxBaseUrl } from '../contract/service.ts'
import { embeddedSandbox, runningServer } from '../sandbox/embedded.ts'
import { parseFaults, type InjectedFault } from '../sandbox/faults.ts'
import { seedOf } from '../sandbox/seed.ts'
import type { Part } from '../runtime/services.ts'
import { sandboxFolder } from './sandbox-folder.ts'

/**
 * The transport of `-n sandbox`, over `sockets` where a server runs. Throws CLI_BUSY
 * (exit 8), CLI_STATE (exit 3) for its files.
 */
export async function sandboxTransport(
  tools: Part<'folders', 'env' | 'now' | 'random'>,
  sockets: () => Promise<Transport>,
): Promise<Transport> {
  const folder = sandboxFolder(tools)
  const server = await runningServer(folder).catch(inSandboxWords)
  if (server !== undefined) return viaServer(server, await sockets())
  const { context } = tools
  const sandbox = embeddedSandbox({
    folder,
    now: context.now,
    random: context.random,
    faults: faultsOf(context.env['MOVECLI_SANDBOX_FAULTS']),
    seed: await seedOf(folder).catch(inSandboxWords),
  })
  return async (request) => sandbox(request).catch(inSandboxWords)
}

/** Throws a fault of the sandbox's files in words, and every other error as it is. */
export function inSandboxWords(error: unknown): never {
  throw error instanceof DiskError ? sandboxFault(error) : error
}

/** The faults of MOVECLI_SANDBOX_FAULTS. Throws CLI_CONFIG (exit 3) for what cannot be read. */
function faultsOf(text: string | undefined): InjectedFault[] {
  try {
    return parseFaults(text ?? '')
  } catch (error) {
    throw misconfigured(
      `MOVECLI_SANDBOX_FAULTS is not valid. ${(error as Error).message}`,
      'For example MOVECLI_SANDBOX_FAULTS="POST /token/claim:drop-after-apply@1".',
    )
  }
}

/** A server that owns the data may listen on another port than the base URL names: credentials and journal stay the same. */
const viaServer =
  (server: string, transport: Transport): Transport =>
  async (request) =>
    transport({ ...request, url: request.url.replace(sandboxBaseUrl, server) })

/** A fault of the sandbox's files in words. */
export function sandboxFault(fault: DiskError): MoveError {
  if (fault.kind !== 'busy')
    return misconfigured(
      `The data of the sandbox cannot be used: ${fault.message}.`,
      fault.kind === 'unwritable'
        ? 'Make it writable, with room on its disk, or set MOVECLI_STATE_DIR.'
        : 'movecli sandbox reset, or set MOVECLI_STATE_DIR.',
      'CLI_STATE',
    )
  const hint = unlockHint(fault.holder, 'sandbox')
  const words = hint ? `: ${fault.message}` : ' with the requests of others'
  return moveError('CLI_BUSY', { message: `The sandbox is busy${words}.`, hint })
}
