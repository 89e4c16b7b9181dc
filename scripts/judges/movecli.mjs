/** The built command in a process of its own, with a home of its own and none of our environment. */
import { runToEnd } from './programs.mjs'

/** A function that runs a line (words) in `home`; `{ code, stdout, stderr }`. */
export const movecliIn =
  (bin, home, env = {}) =>
  async (words, { stdin = '', env: more = {} } = {}) =>
    runToEnd(process.execPath, [bin, ...words], {
      cwd: home,
      stdin,
      env: { PATH: process.env.PATH, HOME: home, CI: '1', TZ: 'UTC', ...env, ...more },
    })
