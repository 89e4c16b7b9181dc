/** What a check finds, and how a failure becomes a finding. */
import { deniedHint } from '../../config/file-errors.ts'
import { errnoOf } from '../../disk/disk-error.ts'
import { messageOf, fixOf, MoveError } from '../../errors.ts'

export type FindingStatus = 'passed' | 'failed' | 'skipped'
export type Finding = { check: string; status: FindingStatus; found: string; fix: string | null }

export const passed = (check: string, found: string): Finding => ({
  check,
  status: 'passed',
  found,
  fix: null,
})
export const skipped = (check: string, found: string): Finding => ({
  check,
  status: 'skipped',
  found,
  fix: null,
})
export const failed = (check: string, found: string, fix: string): Finding => ({
  check,
  status: 'failed',
  found,
  fix,
})

/** What `look` finds; what it throws is a failure of that check, and never ends the others. */
export async function looking(
  check: string,
  look: () => Promise<Finding | Finding[]> | Finding | Finding[],
): Promise<Finding[]> {
  try {
    return [await look()].flat()
  } catch (error) {
    if (error instanceof MoveError)
      return [failed(check, error.message, fixOf(error) ?? `movecli explain ${error.fault.code}`)]
    const path = error instanceof Error && 'path' in error && String(error.path)
    if (path && errnoOf(error) === 'EACCES')
      return [failed(check, `${path} cannot be read: permission denied.`, deniedHint)]
    return [failed(check, messageOf(error), 'see the message')]
  }
}
