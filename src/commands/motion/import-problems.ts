/** What an import says of the files and lines that it could not read. */
import type { Problem, Problems } from '../../activity/source/problems.ts'
import { moveError, type MoveError, usage } from '../../errors.ts'
import { sanitizeText } from '../../output/sanitize.ts'

/** Files and lines that a person sees named without --explain or -v. */
const mostListed = 20

/** Not all was read. `explained`: a person asked to see all that were not. */
export function partly(problems: Problems, explained: boolean): MoveError {
  const { files, lines } = problems
  const left = [counted(files, 'file'), counted(lines, 'line')].filter(Boolean).join(' and ')
  return moveError('CLI_PARTIAL', {
    message: `${left} ${files + lines === 1 ? 'was' : 'were'} not read.`,
    hint:
      lines === 0
        ? 'The rows of the other files were printed. Leave these files out, or export them again.'
        : 'The rows of everything else were printed. Correct what is named, or export it again.',
    ...listed(problems, explained),
  })
}

/** No file was read. */
export function nothingRead(problems: Problems, explained: boolean): MoveError {
  const hint = 'See movecli help motion import for the files that can be imported.'
  const [only] = problems.named
  if (!only) return usage('No motion was found in these files.', hint)
  if (problems.files === 1) return usage(`${problemText(only)}.`, hint)
  return usage(`None of ${problems.files} files could be read.`, hint).with(listed(problems, explained))
}

/** On one line, whatever is in the name. */
const problemText = ({ name, reason }: Problem): string => `${sanitizeText(name)} ${reason}`

const counted = (count: number, one: string): string =>
  count === 0 ? '' : `${count} ${count === 1 ? one : `${one}s`}`

/** Each with its reason; in short for a person who did not ask for all. */
function listed(
  { named, files, lines: wrong }: Problems,
  explained: boolean,
): { details: string; shortDetails?: string } {
  const lines = named.map(problemText)
  const all = files + wrong
  const details = [...lines, ...(all > lines.length ? [`and ${all - lines.length} more`] : [])].join('\n')
  if (explained || all <= mostListed) return { details }
  const rest = `and ${all - mostListed} more: --explain names each`
  return { details, shortDetails: [...lines.slice(0, mostListed), rest].join('\n') }
}
