/** Reads the price of the reward token. Its line is in ./index.ts. */
import { reader } from '../reader.ts'

export const run = reader('token.price', {})
