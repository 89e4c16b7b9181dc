/** Reads the price of the reward token. Its line is in ./index.ts. */
import { readCommand } from '../../operations/read.ts'

export const run = readCommand('token.price', {})
