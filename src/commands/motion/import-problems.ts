/** What an import says of the files that it could not read. */
import type { Problems } from '../../activity/source/problems.ts'
import { moveError, type MoveError, usage } from '../../errors.ts'

/** Files that a person sees named without --explain or -v. */
const mostListed = 20

/** Some files were read. `explained`: a person asked to see all that were not. */
export function partly(problems: Problems, explained: boolean): MoveError {
  const { files } = problems
  return moveError('CLI_PARTIAL', {
    message: `${files} ${files === 1 ? 'file was' : 'files were'} not read.`,
    hint: 'The rows of the other files were printed. Leave these files out, or export them again.',
    ...listed(problems, explained),
  })
}

/** No file was read. */
export function nothingRead(problems: Problems, explained: boolean): MoveError {
  const hint = 'See movecli help motion import for the files that can be imported.'
  const [only] = problems.named
  if (!only) return usage('No motion was found in these files.', hint)
  if (problems.files === 1) return usage(`${only.name} ${only.reason}.`, hint)
  return usage(`None of ${problems.files} files could be read.`, hint).with(listed(problems, explained))
}

/** Each with its reason; in short for a person who did not ask for all. */
function listed({ named, files }: Problems, explained: boolean): { details: string; shortDetails?: string } {
  const lines = named.map(({ name, reason }) => `${name} ${reason}`)
  const details = [...lines, ...(files > lines.length ? [`and ${files - lines.length} more`] : [])].join('\n')
  if (explained || files <= mostListed) return { details }
  const rest = `and ${files - mostListed} more: --explain names each`
  return { details, shortDetails: [...lines.slice(0, mostListed), rest].join('\n') }
}
