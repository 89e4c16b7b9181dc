/** Reads the user profile. Its line is in ./index.ts. */
import { readCommand } from '../../operations/read.ts'

export const run = readCommand('user.profile', {})
