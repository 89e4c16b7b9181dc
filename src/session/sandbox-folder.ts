/** Where the data of -n sandbox are. */
import { join } from 'node:path'
import type { Tools } from '../runtime/services.ts'

export const sandboxFolder = ({ folders }: Pick<Tools, 'folders'>): string => join(folders.state, 'sandbox')
