#!/usr/bin/env node
// Opens the door. Plain CommonJS in old words, so that a Node that is too old can read it and say so.
'use strict'
var parts = process.versions.node.split('.').map(Number)
if (parts[0] < 20 || (parts[0] === 20 && parts[1] < 19)) {
  process.stderr.write(
    'error: movecli needs Node 20.19 or newer; this is Node ' + process.versions.node + '.\n',
  )
  process.exitCode = 3
} else {
  var words = process.argv.slice(2)
  var text =
    words.length === 1 &&
    /^(--version|-V|--help|-h|help)$/.test(words[0]) &&
    !process.env.MOVECLI_FORMAT &&
    !(process.stdout.columns < 80)
      ? require('../dist/door.json')
      : null
  if (text) {
    process.stdout.on('error', function (error) {
      // A reader that went away has read enough.
      if (error.code === 'EPIPE') return
      process.exitCode = 1
      process.stderr.write('error: The result could not be written: ' + error.code + '. (CLI_OUTPUT)\n')
    })
    process.stdout.write(/^(--version|-V)$/.test(words[0]) ? text.version : text.help)
  } else {
    // Set again by main: where it cannot be loaded, nothing has gone well either.
    process.exitCode = 1
    void require('../dist/main.js')
      .main(process, { keychain: __dirname + '/keychain.js' })
      .catch(function () {
        process.stderr.write('error: a fault of movecli itself (CLI_BUG)\n')
      })
  }
}
