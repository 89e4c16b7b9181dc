/** Mints an NFT. Its line is in ./index.ts. */
import { openBody } from '../open-body.ts'
import { writer } from '../writer.ts'

export const run = writer('nft.mint', { input: openBody(), done: 'applied: the mint was accepted' })
