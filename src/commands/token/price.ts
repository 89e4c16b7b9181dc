/** Reads the price of the reward token. Its line is in ./index.ts. */
import { reader } from '../../operations/read.ts'

export const run = reader('token.price', {})
