/** Changes settings. Its line is in ./index.ts. */
import { openBody } from '../open-body.ts'
import { writer } from '../writer.ts'

export const run = writer('user.settings', { input: openBody(), done: 'applied: the settings were changed' })
