/** One command line in, one exit code out; the last resort for what nobody caught. */
import { allNouns, nounsNamed } from '../commands/nouns.ts'
import { settingsOnce, toolsFor, type Part, type Tools } from '../runtime/services.ts'
import { version } from '../runtime/version.ts'
import { isOn } from '../config/environment.ts'
import type { Context } from '../runtime/context.ts'
import { PipeClosed } from '../runtime/sink.ts'
import { messageOf, interrupted, moveError, MoveError, usage } from '../errors.ts'
import { colorLevel, paint, type Level } from '../output/color.ts'
import { outputOptionsFor } from './output-options.ts'
import { emit } from '../output/emit.ts'
import { isJsonFormat, text, type Result } from '../output/view.ts'
import { readLine, type Parsed } from './read-line.ts'

/** Runs a command line. Never throws; what went wrong is on stderr. */
export async function runCommandLine(argv: readonly string[], context: Context): Promise<number> {
  let line = readLine(argv, await nounsNamed(argv))
  let { globals } = line
  let machine = wantsJson(globals, context)
  let color = colorLevel({ env: context.env, isTTY: context.stderr.isTTY })
  let tools: Tools | undefined
  try {
    const meant =
      'wrong' in line && (await (await import('./expand-alias.ts')).expandAlias(argv, context, line.wrong))
    if (meant) {
      line = readLine(meant, await nounsNamed(meant))
      globals = line.globals
      machine = wantsJson(globals, context)
    }
    if ('wrong' in line) throw line.wrong
    const { parsed } = line
    if (parsed.kind === 'help' && !parsed.asked) return await wrongNoun(parsed, machine, context)
    const settings = settingsOnce(context)
    const manner = await outputOptionsFor(globals, context, settings)
    machine = isJsonFormat(manner.format)
    color = manner.errorColor
    tools = toolsFor(context, globals, manner.format, settings)
    tools.renew = async (...how) => (await import('../login/remembered.ts')).renewed(...how)
    tools.run = runCommandLine
    const jq = await filterOf(tools)
    const { note, folders } = tools
    const room = async () => (await import('./json-spool.ts')).openJsonSpool(folders.state)
    const result = await resultOf(parsed, tools)
    const wrote = parsed.kind === 'run' && parsed.line.writes === true && !tools.dryRun
    const show = async (): Promise<number> => {
      try {
        await emit(result, { ...manner, jq, note, room })
      } catch (error) {
        const { endUnwritten } = await import('./unwritten-result.ts')
        const end = await endUnwritten(error, result, {
          wrote: wrote && !result.sentNothing,
          signal: context.signal,
        })
        if (end === undefined) return 0
        throw end
      }
      await result.until
      return result.exit ?? 0
    }
    if (!result.report) return await show()
    const { endReported } = await import('./unwritten-result.ts')
    return await endReported(show, result.report, (error) => exitOf(error, context))
  } catch (error) {
    if (isEndOfReader(error, context)) return 0
    return report(
      toMoveError(error, context),
      { machine, tools, color, verbose: tools?.verbose ?? 0 },
      context,
    )
  }
}

async function resultOf(parsed: Parsed, tools: Tools): Promise<Result> {
  if (parsed.kind === 'help') {
    const words = await helpText(parsed, tools.context.stdout)
    return text(words, { text: words })
  }
  if (parsed.kind === 'version') return text(version, { version })
  if (parsed.kind === 'bare') return (await import('../commands/root/root.ts')).rootSummary(tools)
  const { run: body } = await parsed.line.load()
  return body(parsed.given, tools)
}

/** The filter of --jq, compiled before anything is sent. Throws CLI_USAGE (exit 2) for a wrong expression. */
async function filterOf({ globals, context }: Part<'globals', 'blocking'>) {
  const { jq: expression, format } = globals
  if (typeof expression !== 'string') return undefined
  if (format !== undefined && !isJsonFormat(format))
    throw usage(`--jq filters JSON and cannot be used with --format ${format}.`, 'Use only one of them.')
  const { jq } = await import('../output/format/jq.ts')
  return jq(expression, { blocking: context.blocking })
}

/** Errors are JSON where the result would be: known also of a line that is wrong. */
const wantsJson = ({ json, format }: Tools['globals'], { env }: Pick<Context, 'env'>): boolean =>
  json === true || isJsonFormat(format ?? env['MOVECLI_FORMAT'])

type Help = Extract<Parsed, { kind: 'help' }>
const helpText = async ({ of }: Help, screen: Context['stdout']): Promise<string> => {
  const [{ helpOf }, { widthOf }] = await Promise.all([
    import('../reference/help-text.ts'),
    import('../reference/layout.ts'),
  ])
  return helpOf(of, of ? [] : await allNouns(), widthOf(screen))
}

/** A noun without a verb: its help on stderr, exit 2. */
async function wrongNoun(parsed: Help, machine: boolean, context: Context): Promise<number> {
  if (!machine) {
    await context.stderr.write(await helpText(parsed, context.stderr)).catch(() => {})
    return 2
  }
  const error = moveError('CLI_USAGE', { message: 'A command is missing.', outcome: 'not_sent' })
  return report(error, { machine, tools: undefined, color: 0, verbose: 0 }, context)
}

/** The reader of the result went away, and nobody asked to stop. */
const isEndOfReader = (error: unknown, { signal }: Pick<Context, 'signal'>): boolean =>
  error instanceof PipeClosed && !signal.aborted

const exitOf = (error: unknown, context: Pick<Context, 'signal'>): number =>
  isEndOfReader(error, context) ? 0 : toMoveError(error, context).fault.exit

function toMoveError(error: unknown, { signal }: Pick<Context, 'signal'>): MoveError {
  if (error instanceof MoveError) return error
  if (signal.aborted) return interrupted(signal)
  return moveError('CLI_BUG', {
    message: `This is a bug in movecli: ${messageOf(error)}`,
    cause: error,
  })
}

type ReportOptions = { machine: boolean; tools: Tools | undefined; color: Level; verbose: number }

async function report(
  error: MoveError,
  { machine, tools, color, verbose }: ReportOptions,
  context: Context,
): Promise<number> {
  const { env, stderr, secrets } = context
  const who = tools?.who.text
  const whole = who === undefined ? error : error.with({ profile: who })
  const telling = {
    actions: isOn(env['GITHUB_ACTIONS']),
    redact: (words: string) => secrets.redact(words),
    whole: verbose > 0,
    trace: verbose > 1,
    paint: await paint(color),
  }
  const { errorJson, errorText } = await import('../output/error.ts')
  const words = machine ? errorJson(whole, telling) : errorText(whole, telling)
  await stderr.write(words).catch(() => {})
  return error.fault.exit
}
