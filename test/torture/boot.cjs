/** Preloaded by a process that is to believe in another start of the machine: MOVECLI_TEST_BOOT is its boot id. */
const fs = require('node:fs')

const read = fs.readFileSync
fs.readFileSync = (path, ...more) =>
  path === '/proc/sys/kernel/random/boot_id' ? `${process.env.MOVECLI_TEST_BOOT}\n` : read(path, ...more)
