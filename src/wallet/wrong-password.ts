/** A keystore's password that does not open it: whoever typed it may try again. */
import { MoveError } from '../errors.ts'

export const isWrongPassword = (error: unknown): error is MoveError =>
  error instanceof MoveError && error.fault.code === 'CLI_WRONG_PASSWORD'
