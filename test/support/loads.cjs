// Preloaded into a command: tells, on file descriptor 3, which files it loaded, of how many bytes, which built-ins it asked for,
// and which of Node's own modules were loaded by the end.
'use strict'
const Module = require('node:module')
const { statSync, writeSync } = require('node:fs')
const files = []
const builtins = new Set()
const { _load: load, _extensions: extensions } = Module
const { '.js': compile } = extensions
const ask = process.getBuiltinModule
const plain = (name) => name.replace(/^node:/, '')
extensions['.js'] = (module, file) => {
  files.push({ file, bytes: statSync(file).size })
  return compile(module, file)
}
Module['_load'] = function (name, ...rest) {
  if (Module.isBuiltin(name)) builtins.add(plain(name))
  return load.call(this, name, ...rest)
}
process.getBuiltinModule = (name) => {
  builtins.add(plain(name))
  return ask(name)
}
process.on('exit', () =>
  writeSync(3, JSON.stringify({ files, builtins: [...builtins].sort(), internals: process.moduleLoadList })),
)
