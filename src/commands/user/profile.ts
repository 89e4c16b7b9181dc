/** Reads the user profile. Its line is in ./index.ts. */
import { reader } from '../../operations/read.ts'

export const run = reader('user.profile', {})
