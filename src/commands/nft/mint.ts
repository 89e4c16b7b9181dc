/** Mints an NFT. Its line is in ./index.ts. */
import { openBody } from '../../operations/open-body.ts'
import { writeCommand } from '../../operations/write.ts'

export const run = writeCommand('nft.mint', { input: openBody(), done: 'applied: the mint was accepted' })
