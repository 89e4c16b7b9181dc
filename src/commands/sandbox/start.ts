/** Serves the sandbox in the foreground. Its line is in ./index.ts. */
import { isLoopback } from '../../contract/loopback.ts'
import { DiskError, isBusy } from '../../disk/disk-error.ts'
import { misconfigured, unlockHint, usage } from '../../errors.ts'
import { text, type Result } from '../../output/view.ts'
import { sandboxAddress, sandboxApiKey, sandboxPort, sandboxPrivateKey } from '../../sandbox/constants.ts'
import { parseFaults, type InjectedFault } from '../../sandbox/faults.ts'
import { OtherSeed, startSandbox, type ListenOptions } from '../../sandbox/listen.ts'
import type { CommandHandler, ParsedArgs } from '../../runtime/command.ts'
import { wouldDo } from '../../writes/dry-run.ts'
import { findProgram } from '../../runtime/find-program.ts'
import { runOnTerminal } from '../../runtime/subprocess.ts'
import type { Part } from '../../runtime/services.ts'
import { environmentFor } from './sandbox-env.ts'
import { sandboxFault } from '../../session/sandbox-transport.ts'
import { sandboxFolder } from '../../session/sandbox-folder.ts'
import type { SandboxStartValues } from './flags.ts'

export const run: CommandHandler<SandboxStartValues> = async (given, tools) => {
  const options = optionsFrom(given, tools)
  const [command, ...args] = given.passthrough
  if (tools.dryRun) return wouldStart(options, given.passthrough)
  if (command !== undefined) return beside(command, args, options, tools)
  const server = await started({ ...options, signal: tools.context.signal }, tools)
  await warnOfHost(options, tools)
  await tools.note('Ctrl-C ends it. For another shell: movecli … -n sandbox')
  const ready = {
    base_url: server.url,
    api_key: sandboxApiKey,
    address: sandboxAddress,
    private_key: sandboxPrivateKey,
    pid: tools.context.pid,
  }
  return { ...text(readyLines(ready), ready), until: server.closed }
}

/** Neither listens, nor makes the folder, nor runs the command. */
function wouldStart(
  { port = sandboxPort, host = '127.0.0.1', folder }: ListenOptions,
  rest: readonly string[],
): Result {
  const data = folder === undefined ? 'in memory' : `in ${folder}`
  const where = `${host}, ${port === 0 ? 'a free port' : `port ${port}`}`
  const then = rest.length > 0 ? ', run the command, and stop with it' : ''
  return wouldDo(`would serve the sandbox on ${where}, its data ${data}${then}`, {
    host,
    port,
    folder: folder ?? null,
    command: [...rest],
  })
}

/** Serves for as long as the command runs; stdout is the command's, and so is the exit code. */
async function beside(
  command: string,
  args: readonly string[],
  options: ListenOptions,
  tools: Part<'folders' | 'note', 'env' | 'platform' | 'secrets' | 'signal' | 'stdin'>,
): Promise<Result> {
  const program = await findProgram(command, tools.context)
  const server = await started(options, tools)
  try {
    await warnOfHost(options, tools)
    await tools.note(`The sandbox is at ${server.url}`)
    const { context } = tools
    return {
      kind: 'none',
      exit: await runOnTerminal(program, args, environmentFor(context.env, server.url), context),
    }
  } finally {
    await server.close()
  }
}

const started = async (options: ListenOptions, tools: Part<'folders'>) =>
  startSandbox(options).catch((error: unknown) => {
    throw startFault(error, options, sandboxFolder(tools))
  })

async function warnOfHost({ host }: ListenOptions, tools: Part<'note'>): Promise<void> {
  if (host === undefined || isLoopback(host)) return
  await tools.note(`warning: The sandbox listens on ${host}, where other machines may reach it.`)
}

const readyLines = (ready: Record<string, string | number>) =>
  Object.entries(ready)
    .map(([name, value]) => `${name.padEnd(12)}${value}`)
    .join('\n')

function optionsFrom(
  { flags }: ParsedArgs<SandboxStartValues>,
  tools: Part<'folders', 'env' | 'now' | 'random'>,
): ListenOptions {
  const memory = flags.memory === true
  if (memory && flags.data !== undefined)
    throw usage('Give one of --data and --memory.', 'See movecli sandbox start --help.')
  const ttl = flags.tokenTtl
  const limit = flags.limitPerHour
  const host = flags.host
  const seed = flags.seed
  const faults = [...(flags.fault ?? []), tools.context.env['MOVECLI_SANDBOX_FAULTS'] ?? '']
  return {
    port: flags.port ?? 4017,
    allowHosts: flags.allowHost ?? [],
    faults: faults.filter(Boolean).flatMap(faultsOf),
    now: tools.context.now,
    random: tools.context.random,
    ...(!memory && { folder: flags.data ?? sandboxFolder(tools) }),
    ...(host !== undefined && { host }),
    ...(seed !== undefined && { seed }),
    ...(ttl !== undefined && { tokenTtl: ttl.seconds * 1000 }),
    ...(limit !== undefined && { limitPerHour: limit }),
  }
}

function faultsOf(text: string): InjectedFault[] {
  try {
    return parseFaults(text)
  } catch (error) {
    throw usage((error as Error).message, 'For example --fault "POST /token/claim:drop-after-apply@1".')
  }
}

/** `own` is the folder that is used where none is named. */
function startFault(error: unknown, { port, folder }: ListenOptions, own: string): unknown {
  const code = (error as NodeJS.ErrnoException).code
  if (code === 'EADDRINUSE')
    return misconfigured(
      `Port ${port} is taken.`,
      'Choose another with --port, or use --port 0 for a free one.',
    )
  if (code === 'EACCES' || code === 'EADDRNOTAVAIL')
    return misconfigured(`Cannot listen on this address (${code}).`, 'Choose another --port or --host.')
  if (error instanceof OtherSeed)
    return misconfigured(
      error.message,
      `Leave --seed out, give --seed ${JSON.stringify(error.seed)}, or name another folder with --data.`,
    )
  if (isBusy(error)) {
    return misconfigured(
      `Another sandbox is using the data in ${folder ?? ''}${error.holder?.note ? `: ${error.holder.note}` : ''}.`,
      (folder === own && unlockHint(error.holder, 'sandbox')) || 'Stop it, or use --data or --memory.',
    )
  }
  return error instanceof DiskError ? sandboxFault(error) : error
}
