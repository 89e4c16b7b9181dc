/** movecli's own version. */
import { version as own } from '../../package.json'

export const version: string = own
