/** The error of a list of which rows may be missing. */
import { localCodes } from '../contract/codes.ts'
import { MoveError } from '../errors.ts'

/** Reading all pages ended early (exit 10): the rows that came are a result, but may not be all. */
export class Incomplete extends MoveError {
  /** The service gave the same page twice. */
  readonly repeats: boolean
  constructor(message: string, hint: string, repeats = false) {
    super(message, { code: 'CLI_PARTIAL', exit: localCodes.CLI_PARTIAL.exit, hint })
    this.repeats = repeats
  }
}
