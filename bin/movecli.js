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
    words.length === 1 && /^(--version|-V|--help|-h|help)$/.test(words[0])
      ? require('../dist/door.json')
      : null
  if (text) {
    process.stdout.on('error', function () {})
    process.stdout.write(/^(--version|-V)$/.test(words[0]) ? text.version : text.help)
  } else {
    require('./load.js').load(require.resolve('../dist/ordinary.js'))
    // Until it has ended, nothing has gone well.
    process.exitCode = 1
    void require('../dist/main.js')
      .main(process)
      .then(function (code) {
        process.exitCode = code
        // A pipe that nobody opens at its other end would hold a command that was stopped, and no exit would end it.
        var name = { 130: 'SIGINT', 143: 'SIGTERM' }[code]
        var end = function () {
          process.removeAllListeners(name)
          process.kill(process.pid, name)
        }
        if (name) setTimeout(end, 300).unref()
      })
      .catch(function () {
        process.stderr.write('error: a fault of movecli itself (CLI_BUG)\n')
      })
  }
}
