/** Reads the user profile. Its line is in ./index.ts. */
import { reader } from '../reader.ts'

export const run = reader('user.profile', {})
