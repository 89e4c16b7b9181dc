/** --svg and --html: where a picture of the history goes, checked before anything is read, and written as a whole. */
import { resolve } from 'node:path'
import { builtInProfile } from '../../config/built-in-profile.ts'
import type { Json } from '../../contract/lossless-json.ts'
import { assertRegularFile, replaceFile } from '../../disk/atomic-write.ts'
import { moveError, type MoveError, usage } from '../../errors.ts'
import type { ParsedArgs } from '../../runtime/command.ts'
import { refuseOwnFile, refuseUnwritable } from '../../runtime/result-file.ts'
import type { Part } from '../../runtime/services.ts'
import { historyPicture } from './picture.ts'
import type { HistoryValues } from './flags.ts'

export type PictureFile = { kind: 'svg' | 'html'; path: string }

/** The files that were asked for. Throws CLI_USAGE for one that cannot be written, or that movecli needs. */
export async function pictureFiles(
  given: ParsedArgs<HistoryValues>,
  tools: Part<'folders', 'env'>,
): Promise<PictureFile[]> {
  const files = (['svg', 'html'] as const).flatMap((kind): PictureFile[] => {
    const path = given.flags[kind]
    return path === undefined ? [] : [{ kind, path }]
  })
  for (const { kind, path } of files) {
    if (path === '')
      throw usage(`--${kind} needs the name of a file.`, `For example --${kind} history.${kind}.`)
    try {
      assertRegularFile(path)
    } catch {
      throw usage(`${path} is not a regular file.`, `For example --${kind} history.${kind}.`)
    }
    await refuseUnwritable(path, `--${kind}`)
    await refuseOwnFile(path, `--${kind}`, tools)
  }
  const [one, other] = files
  if (one && other && resolve(one.path) === resolve(other.path))
    throw usage('--svg and --html name the same file.', 'Give each a file of its own.')
  return files
}

/**
 * Draws the rows and writes each file. Returns how many rows have nothing to draw, and CLI_PARTIAL (exit 10) where none
 * has: what reads the files must know that they are of an earlier day. Throws CLI_OUTPUT (exit 1).
 */
export async function writePictures(
  files: readonly PictureFile[],
  rows: readonly Json[],
  tools: Part<'dryRun' | 'note' | 'resolved' | 'who', 'secrets'>,
): Promise<{ left: number; undrawn?: MoveError }> {
  const isMadeUp = builtInProfile((await tools.resolved('inspect')).network?.value) !== undefined
  const who = `${tools.who.text ?? ''}${isMadeUp ? '; the data is made up' : ''}`
  const { picture, left } = historyPicture(rows, who)
  if (!picture) return { left: 0, undrawn: nothingToDraw(files) }
  const { htmlFile, svgFile } = await import('../../output/picture/files.ts')
  for (const { kind, path } of files) {
    const said = `${path} (${picture.days.length} ${picture.days.length === 1 ? 'day' : 'days'})`
    const content = kind === 'svg' ? svgFile(picture) : htmlFile(picture)
    if (!tools.dryRun)
      await replaceFile(path, tools.context.secrets.redact(content)).catch((error: unknown) => {
        throw unwritten(path, error)
      })
    await tools.note(tools.dryRun ? `Would write ${said}.` : `Wrote ${said}.`)
  }
  return { left }
}

/** CLI_PARTIAL (exit 10): what lies in the files is of an earlier day. */
export const nothingToDraw = (files: readonly PictureFile[], why?: 'no list'): MoveError =>
  moveError('CLI_PARTIAL', {
    message: `There is nothing to draw${why ? ': the answer has no list of days' : ''}. ${files.map(({ path }) => path).join(' and ')} ${files.length === 1 ? 'was' : 'were'} not written.`,
    hint: 'Look at the rows with --json: a picture needs rows with a date, and steps or earnings.',
  })

const unwritten = (path: string, cause: unknown): MoveError =>
  moveError('CLI_OUTPUT', {
    message: `${path} could not be written: ${(cause as Error).message}.`,
    hint: 'Choose another place, or free some disk space there.',
    cause,
  })
