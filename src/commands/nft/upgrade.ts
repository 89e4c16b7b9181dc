/** Upgrades an NFT. Its line is in ./index.ts. */
import { openBody } from '../open-body.ts'
import { writer } from '../writer.ts'

export const run = writer('nft.upgrade', { input: openBody(), done: 'applied: the upgrade was accepted' })
