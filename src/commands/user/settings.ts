/** Changes settings. Its line is in ./index.ts. */
import { openBody } from '../../operations/open-body.ts'
import { writeCommand } from '../../operations/write.ts'

export const run = writeCommand('user.settings', {
  input: openBody(),
  done: 'applied: the settings were changed',
})
