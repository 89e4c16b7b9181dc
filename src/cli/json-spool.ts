/** Room for a result that is too long to be held in memory: on the disk of the state folder. */
import { openSpool, textSpool } from '../disk/spool.ts'
import type { Spool } from '../output/buffer-until-done.ts'

/** Throws DiskError where nothing can be written. */
export const openJsonSpool = async (state: string): Promise<Spool> => textSpool(await openSpool(state))
