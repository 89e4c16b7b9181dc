#!/usr/bin/env node
// Starts movecli. Plain CommonJS in old words, so that a Node that is too old can read it and say so.
'use strict'
var fs = require('fs')
var node = process.versions.node
if (/^(1?\d|20\.(\d|1[0-8])|21|22\.[0-2])\./.test(node)) {
  process.stderr.write(
    'error: movecli needs Node 20.19 or newer, and not 21 or 22.0 to 22.2; this is Node ' + node + '.\n',
  )
  process.exitCode = 3
} else {
  var words = process.argv.slice(2)
  var text = process.env.MOVECLI_FORMAT ? undefined : staticText(words)
  if (text) {
    show(text)
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

// The version, and the help of movecli or of the command that the first word names: the same each time.
function staticText(words) {
  var asked = words[words.length - 1]
  var alone = words.length === 1
  if (alone && /^(--version|-V)$/.test(asked)) return require('../dist/static-text.json').version
  var isHelp = /^(--help|-h)$/.test(asked) || (alone && asked === 'help')
  if (!isHelp || words.length > 2 || isNarrow()) return undefined
  var text = require('../dist/static-text.json')
  if (alone) return text.help
  return Object.prototype.hasOwnProperty.call(text.helpOf, words[0]) ? text.helpOf[words[0]] : undefined
}

// Only a terminal has columns; to ask for them loads what terminals need, a tenth of the whole start.
function isNarrow() {
  var out = fs.fstatSync(1)
  var nowhere = fs.statSync('/dev/null', { throwIfNoEntry: false })
  return out.isCharacterDevice() && !(nowhere && out.rdev === nowhere.rdev) && process.stdout.columns < 80
}

function show(text) {
  var bytes = Buffer.from(text)
  var written = 0
  try {
    while (written < bytes.length) written += fs.writeSync(1, bytes, written)
  } catch (error) {
    if (error.code !== 'EAGAIN') return failed(error)
    // A full pipe that does not wait for its reader.
    process.stdout.on('error', failed)
    process.stdout.write(bytes.subarray(written))
  }
}

function failed(error) {
  // A reader that went away has read enough.
  if (error.code === 'EPIPE') return
  process.exitCode = 1
  process.stderr.write('error: The result could not be written: ' + error.code + '. (CLI_OUTPUT)\n')
}
